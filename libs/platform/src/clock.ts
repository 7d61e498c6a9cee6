/** Time as a port, so that tests and simulations run on a clock of their own. */
export interface Clock {
  /** Wall time: for what people and other systems read. */
  now(): Date;
  /** Milliseconds that never step back: for durations and deadlines. */
  monotonicMs(): number;
  /** Resolves after `delayMs`, or at once when `signal` aborts; it never rejects. */
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
