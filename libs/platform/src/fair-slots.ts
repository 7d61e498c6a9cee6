import { ProductError } from './errors.js';

/** A caller's place in the queue. */
export interface Turn {
  /** Id of the person who waits; null for background work, which runs while no person waits. */
  person: string | null;
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
}

interface Limits {
  /** Work that runs at a time. */
  count: number;
  /** Work of all people that may wait. */
  waitingMax: number;
  /** Work of one person that may wait. */
  waitingEachMax: number;
}

interface Waiting {
  person: string | null;
  start: () => void;
  refuse: () => void;
}

/** People whose last turn is remembered. */
const REMEMBERED_MAX = 1_000;
const RETRY = { retryAfterSeconds: 4 };

/**
 * Limits concurrency, shared fairly: the person whose last turn is the longest ago goes first, so that one person's work
 * delays that of another by one piece at most. Work of the same person runs in order of arrival.
 */
export class FairSlots {
  private free: number;
  /** In order of arrival. */
  private readonly waiting: Waiting[] = [];
  /** People in the order of their last turns. */
  private readonly served = new Set<string>();

  constructor(private readonly limits: Limits) {
    this.free = limits.count;
  }

  /**
   * @throws ProductError `tooManyRequests`, immediately, if too much of the person's work is already waiting; while it
   * waits, if other people need its place; the signal's reason.
   */
  async run<T>(work: () => Promise<T>, { person, signal }: Turn): Promise<T> {
    signal?.throwIfAborted();
    if (this.free > 0) {
      this.free -= 1;
      this.serve(person);
    } else {
      await this.turn(person, signal);
    }
    try {
      return await work();
    } finally {
      const next = this.next();
      if (next) this.begin(next);
      else this.free += 1;
    }
  }

  private turn(person: string | null, signal?: AbortSignal): Promise<void> {
    if (person !== null) this.makeRoom(person);
    return new Promise((resolve, reject) => {
      const settle = (settled: () => void) => {
        signal?.removeEventListener('abort', leave);
        settled();
      };
      const waiting: Waiting = {
        person,
        start: () => settle(resolve),
        refuse: () => settle(() => reject(refusal())),
      };
      const leave = () => {
        this.remove(waiting);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.waiting.push(waiting);
    });
  }

  /** Refuses the newcomer or, if the queue is full, the latest work of the person who has the most of it. */
  private makeRoom(person: string): void {
    const own = this.waiting.filter((other) => other.person === person).length;
    if (own >= this.limits.waitingEachMax) throw refusal();
    const people = Map.groupBy(
      this.waiting.filter((other) => other.person !== null),
      (other) => other.person,
    );
    const waiting = [...people.values()];
    if (waiting.reduce((sum, { length }) => sum + length, 0) < this.limits.waitingMax) return;
    const most = waiting.reduce((a, b) => (b.length > a.length ? b : a));
    if (most.length <= own + 1) throw refusal();
    const last = most.at(-1)!;
    this.remove(last);
    last.refuse();
  }

  private next(): Waiting | undefined {
    const people = this.waiting.filter(({ person }) => person !== null);
    const unserved = people.find(({ person }) => !this.served.has(person!));
    if (unserved) return unserved;
    for (const person of this.served) {
      const found = people.find((waiting) => waiting.person === person);
      if (found) return found;
    }
    return this.waiting[0];
  }

  private begin(waiting: Waiting): void {
    this.remove(waiting);
    this.serve(waiting.person);
    waiting.start();
  }

  private serve(person: string | null): void {
    if (person === null) return;
    this.served.delete(person);
    this.served.add(person);
    if (this.served.size > REMEMBERED_MAX) this.served.delete(this.served.values().next().value!);
  }

  private remove(waiting: Waiting): void {
    this.waiting.splice(this.waiting.indexOf(waiting), 1);
  }
}

function refusal(): ProductError {
  return new ProductError('tooManyRequests', { additional: RETRY });
}
