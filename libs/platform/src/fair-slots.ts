import { ProductError } from './errors.js';

/** A place in the queue. */
export interface Ticket<Lane extends string> {
  lane: Lane;
  /** Id of the person whose turn the work takes. */
  person: string;
  /** Ends the wait for a slot. */
  signal?: AbortSignal | undefined;
}

/** Maximum number of waiting pieces of work in a lane: of all people, and of one person. */
interface WaitingMax {
  all: number;
  each: number;
}

/** Limits of {@link FairSlots}. */
export interface SlotLimits<Lane extends string> {
  /** Pieces of work that run concurrently. */
  count: number;
  /** Slots for the first lane only. */
  reserved?: number;
  /** In order of priority: a lane gets a slot only if the earlier ones are empty. */
  lanes: Readonly<Record<Lane, WaitingMax>>;
}

interface Waiting {
  person: string;
  /** Ends the wait with a function that frees the slot, or with null. */
  settle: (leave: (() => void) | null) => void;
}

/** People whose last turn a lane remembers. */
const REMEMBERED_MAX = 1_000;
const RETRY = { retryAfterSeconds: 4 };

/**
 * Limits concurrency fairly. Work waits in lanes, of which the earlier ones go first. Within a lane, the person whose
 * last turn is the longest ago goes first, so that one person's work delays that of another by one piece at most.
 */
export class FairSlots<Lane extends string> {
  private readonly lines: ReadonlyMap<Lane, Line>;
  private readonly first: Lane;
  private running = 0;

  constructor(private readonly limits: SlotLimits<Lane>) {
    const lanes = Object.entries(limits.lanes) as [Lane, WaitingMax][];
    this.lines = new Map(lanes.map(([lane, waitingMax]) => [lane, new Line(waitingMax)]));
    this.first = lanes[0]![0];
  }

  /**
   * Runs work in a slot.
   * @throws ProductError `tooManyRequests` if too much work waits, see {@link enter}; the signal's reason.
   */
  async run<T>(work: () => Promise<T>, ticket: Ticket<Lane>): Promise<T> {
    const leave = await this.enter(ticket);
    if (!leave) {
      ticket.signal?.throwIfAborted();
      throw new ProductError('tooManyRequests', { additional: RETRY });
    }
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * Waits for a slot.
   * @returns a function that frees the slot, idempotent; null if the signal aborted, if too much of the person's work
   * waits already, or if the lane is full and other people need the place.
   */
  enter({ lane, person, signal }: Ticket<Lane>): Promise<(() => void) | null> {
    if (signal?.aborted) return Promise.resolve(null);
    const line = this.lines.get(lane)!;
    return new Promise((resolve) => {
      const settle = (leave: (() => void) | null) => {
        signal?.removeEventListener('abort', quit);
        resolve(leave);
      };
      const waiting: Waiting = { person, settle };
      const quit = () => {
        line.remove(waiting);
        resolve(null);
      };
      signal?.addEventListener('abort', quit, { once: true });
      if (this.hasSlotFor(lane)) this.start(line, waiting);
      else line.add(waiting);
    });
  }

  private hasSlotFor(lane: Lane): boolean {
    const { count, reserved = 0 } = this.limits;
    return this.running < (lane === this.first ? count : count - reserved);
  }

  private start(line: Line, waiting: Waiting): void {
    this.running += 1;
    line.serve(waiting.person);
    let isOver = false;
    waiting.settle(() => {
      if (isOver) return;
      isOver = true;
      this.running -= 1;
      this.fill();
    });
  }

  private fill(): void {
    for (const [lane, line] of this.lines) {
      while (this.hasSlotFor(lane)) {
        const next = line.next();
        if (!next) break;
        this.start(line, next);
      }
    }
  }
}

/** The waiting work of one lane. */
class Line {
  /** By person, in order of arrival. */
  private readonly waiting = new Map<string, Waiting[]>();
  /** People in the order of their last turns. */
  private readonly served = new Set<string>();

  constructor(private readonly waitingMax: WaitingMax) {}

  /** Adds work, or refuses it; in a full lane, refuses the latest work of the person who has the most of it. */
  add(waiting: Waiting): void {
    const { all, each } = this.waitingMax;
    const own = this.waiting.get(waiting.person) ?? [];
    if (own.length >= each) return waiting.settle(null);
    const people = [...this.waiting.values()];
    if (people.reduce((sum, { length }) => sum + length, 0) >= all) {
      const most = people.reduce((a, b) => (b.length > a.length ? b : a), own);
      if (most.length <= own.length + 1) return waiting.settle(null);
      const last = most.at(-1)!;
      this.remove(last);
      last.settle(null);
    }
    this.waiting.set(waiting.person, [...own, waiting]);
  }

  remove(waiting: Waiting): void {
    const rest = (this.waiting.get(waiting.person) ?? []).filter((other) => other !== waiting);
    if (rest.length > 0) this.waiting.set(waiting.person, rest);
    else this.waiting.delete(waiting.person);
  }

  /** Removes and returns the next work. */
  next(): Waiting | undefined {
    const isUnserved = (person: string) => !this.served.has(person);
    const person =
      [...this.waiting.keys()].find(isUnserved) ?? [...this.served].find((served) => this.waiting.has(served));
    const next = person === undefined ? undefined : this.waiting.get(person)![0]!;
    if (next) this.remove(next);
    return next;
  }

  serve(person: string): void {
    this.served.delete(person);
    this.served.add(person);
    if (this.served.size > REMEMBERED_MAX) this.served.delete(this.served.values().next().value!);
  }
}
