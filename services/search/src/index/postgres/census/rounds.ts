/**
 * One piece of work that many callers share: each gets the result of a round that began after its call. At most one round
 * runs and one waits for it, however many callers there are.
 */
export class Rounds<T> {
  readonly #work: () => Promise<T>;
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  /** Fails as the round fails; the round after it runs all the same. */
  join(): Promise<T> {
    if (this.#next) return this.#next;
    if (!this.#running) return this.#begin();
    const begin = () => {
      this.#next = undefined;
      return this.#begin();
    };
    return (this.#next = this.#running.then(begin, begin));
  }

  #begin(): Promise<T> {
    const round = this.#work();
    this.#running = round;
    const end = () => {
      if (this.#running === round) this.#running = undefined;
    };
    round.then(end, end);
    return round;
  }
}
