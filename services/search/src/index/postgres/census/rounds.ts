/**
 * Shares one operation among many callers: each gets the result of a round that started after its call. At most one
 * round runs and one waits, however many callers there are.
 */
export class Rounds<T> {
  readonly #work: () => Promise<T>;
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  /** Rejects if the round fails; the next round runs anyway. */
  join(): Promise<T> {
    if (this.#next) return this.#next;
    if (!this.#running) return this.#start();
    const start = () => {
      this.#next = undefined;
      return this.#start();
    };
    return (this.#next = this.#running.then(start, start));
  }

  #start(): Promise<T> {
    const round = this.#work();
    this.#running = round;
    const end = () => {
      if (this.#running === round) this.#running = undefined;
    };
    round.then(end, end);
    return round;
  }
}
