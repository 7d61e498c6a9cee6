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

  /** @throws ProductError the refusal, at once, when too many wait already. */
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
    if (this.waiting.length >= this.waitingMax) throw this.refusal();
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
