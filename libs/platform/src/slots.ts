import { ProductError } from './errors.js';

/**
 * Limits concurrency: runs `count` pieces of work at a time, queues up to `waitingMax` in order of arrival, and rejects
 * the rest.
 */
export class Slots {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  /** @param refusal creates the error for rejected work. */
  constructor(
    count: number,
    private readonly waitingMax = Infinity,
    private readonly refusal: () => ProductError = () => new ProductError('unavailable'),
  ) {
    this.free = count;
  }

  /**
   * @param signal ends the wait for a slot.
   * @throws ProductError the refusal, immediately, if too many are already waiting; the signal's reason.
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.free > 0) this.free -= 1;
    else await this.turn(signal);
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }

  private turn(signal?: AbortSignal): Promise<void> {
    if (this.waiting.length >= this.waitingMax) throw this.refusal();
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(start), 1);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.waiting.push(start);
    });
  }
}
