/** Time as a port, so that tests and simulations can run on their own clock. */
export interface Clock {
  /** Wall-clock time, for people and other systems. */
  now(): Date;
  /** Milliseconds that never go backwards, for durations and deadlines. */
  monotonicMs(): number;
  /** Resolves after `delayMs`, or immediately when `signal` aborts; never rejects. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: (delayMs, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const finish = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, delayMs);
      signal?.addEventListener('abort', finish, { once: true });
    }),
};
