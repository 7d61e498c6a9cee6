import { ProductError } from './errors.js';

/** Does so many things at a time, lets so many wait, and refuses what comes beyond. */
export class Slots {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  /** @param refusal what who comes beyond is told. */
  constructor(
    count: number,
    private readonly waitingMax: number,
    private readonly refusal: () => ProductError = () => new ProductError('unavailable'),
  ) {
    this.free = count;
  }

  /**
   * @param signal ends the wait for a slot.
   * @throws ProductError the refusal, at once, if too many wait already; the signal's reason.
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
