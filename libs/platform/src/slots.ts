import { ProductError } from './errors.js';

/** Does so many things at a time, lets so many wait, and refuses what comes beyond. */
export class Slots {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(
    count: number,
    private readonly waitingMax: number,
  ) {
    this.free = count;
  }

  /** @throws ProductError `unavailable` at once when too many wait already. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await this.turn();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }

  private turn(): Promise<void> {
    if (this.waiting.length >= this.waitingMax) throw new ProductError('unavailable');
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
