/** Limits of {@link FairLanes}. */
export interface LaneLimits<Lane extends string> {
  /** Pieces of work that run concurrently. */
  slots: number;
  /** Slots that are free for the first lane only. */
  reserved: number;
  /** In order of priority: a lane gets a slot only if the earlier ones are empty. */
  lanes: readonly Lane[];
  /** Maximum number of waiting pieces in one lane: of all people, and of one person. */
  waitingMax: { all: number; each: number };
}

export interface Ticket<Lane extends string> {
  lane: Lane;
  person: string;
  /** Ends the wait for a slot. */
  signal?: AbortSignal | undefined;
}

/**
 * Limits concurrency fairly. Work waits in lanes, of which the earlier ones go first; within a lane, people take turns,
 * however much each of them wants.
 */
export class FairLanes<Lane extends string> {
  private readonly lines: ReadonlyMap<Lane, Line>;
  private running = 0;

  constructor(private readonly limits: LaneLimits<Lane>) {
    this.lines = new Map(limits.lanes.map((lane) => [lane, new Line(limits.waitingMax)]));
  }

  /**
   * Waits for a slot.
   * @returns a function that frees the slot, idempotent; null if too much work waits, or the signal aborted.
   */
  enter({ lane, person, signal }: Ticket<Lane>): Promise<(() => void) | null> {
    if (signal?.aborted) return Promise.resolve(null);
    if (this.hasSlotFor(lane)) return Promise.resolve(this.start());
    const line = this.lines.get(lane)!;
    if (line.isFullFor(person)) return Promise.resolve(null);
    return new Promise((resolve) => {
      const begin = () => {
        signal?.removeEventListener('abort', quit);
        resolve(this.start());
      };
      const quit = () => {
        line.remove(person, begin);
        resolve(null);
      };
      signal?.addEventListener('abort', quit, { once: true });
      line.add(person, begin);
    });
  }

  private hasSlotFor(lane: Lane): boolean {
    const { slots, reserved, lanes } = this.limits;
    return this.running < (lane === lanes[0] ? slots : slots - reserved);
  }

  private start(): () => void {
    this.running += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.running -= 1;
      this.fill();
    };
  }

  private fill(): void {
    for (const [lane, line] of this.lines) while (this.hasSlotFor(lane) && line.size > 0) line.next()();
  }
}

/** The waiting work of one lane. */
class Line {
  size = 0;
  /** By person, whose turn is next first. */
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor(private readonly waitingMax: { all: number; each: number }) {}

  isFullFor(person: string): boolean {
    const { all, each } = this.waitingMax;
    return this.size >= all || (this.waiting.get(person)?.length ?? 0) >= each;
  }

  add(person: string, begin: () => void): void {
    this.size += 1;
    this.waiting.set(person, [...(this.waiting.get(person) ?? []), begin]);
  }

  remove(person: string, begin: () => void): void {
    const all = this.waiting.get(person) ?? [];
    const rest = all.filter((one) => one !== begin);
    this.size -= all.length - rest.length;
    if (rest.length > 0) this.waiting.set(person, rest);
    else this.waiting.delete(person);
  }

  /** Removes the next one; the person's other work waits until each other person had a turn. */
  next(): () => void {
    const [[person, [begin, ...rest]]] = this.waiting as unknown as [[string, [() => void, ...(() => void)[]]]];
    this.size -= 1;
    this.waiting.delete(person);
    if (rest.length > 0) this.waiting.set(person, rest);
    return begin;
  }
}
