import { setTimeout as pause } from 'node:timers/promises';

/** Pause between two calls of the same kind. */
const PAUSE_MS = 100;
const BEFORE_MS = 2_000;
/** How long every kind of call must succeed before the product counts as recovered. */
const QUIET_MS = 5_000;
const WELL_LIMIT_MS = 120_000;

/** Rejects when a user would see an error. */
export type Call = () => Promise<unknown>;

class Caller {
  private firstFailure = Infinity;
  private lastFailure = -Infinity;
  private lastSuccess = -Infinity;

  constructor(
    private readonly call: Call,
    private readonly isOver: () => boolean,
  ) {}

  async run(): Promise<void> {
    while (!this.isOver()) {
      const since = performance.now();
      try {
        await this.call();
        this.lastSuccess = since;
      } catch {
        this.firstFailure = Math.min(this.firstFailure, since);
        this.lastFailure = performance.now();
      }
      await pause(PAUSE_MS);
    }
  }

  isWellSince(moment: number): boolean {
    return this.lastSuccess > Math.max(this.lastFailure, moment) + QUIET_MS;
  }

  /** From the start of the first failed call to the end of the last one. */
  get failedForMs(): number {
    return Math.max(0, this.lastFailure - this.firstFailure);
  }
}

/** Runs the calls in loops, injects a fault, and returns the outage of each kind of call in milliseconds. */
export async function outagesOf(
  calls: Record<string, Call>,
  hurt: () => Promise<void>,
): Promise<Record<string, number>> {
  let isOver = false;
  const callers = Object.entries(calls).map(([name, call]) => [name, new Caller(call, () => isOver)] as const);
  const ended = Promise.all(callers.map(([, caller]) => caller.run()));
  await pause(BEFORE_MS);
  const hurtAt = performance.now();
  try {
    await hurt();
    const isWell = () => callers.every(([, caller]) => caller.isWellSince(hurtAt));
    while (!isWell()) {
      if (performance.now() - hurtAt > WELL_LIMIT_MS)
        throw new Error(`Calls still fail after ${WELL_LIMIT_MS / 1_000} s.`);
      await pause(PAUSE_MS);
    }
  } finally {
    isOver = true;
    await ended;
  }
  return Object.fromEntries(callers.map(([name, caller]) => [name, caller.failedForMs]));
}
