import { Slots } from './slots.js';

const LONG_WAITING_MAX = 100;

const waiting: (() => void)[] = [];

/**
 * Waits for a turn of the event loop. Each turn resumes one caller of this process, in order of arrival: however many
 * long computations run, they delay everything else by one piece of one of them at a time.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeFirst);
  });
}

function resumeFirst(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeFirst);
}

/** Yields pieces that take a while to make, each made in a turn of its own. */
export async function* inTurns<Piece>(pieces: Iterable<Piece>): AsyncGenerator<Piece> {
  for (const piece of pieces) {
    yield piece;
    await nextTurn();
  }
}

/** One at a time: forty that share the turns would all end after the deadlines of their callers. */
const long = new Slots(1, LONG_WAITING_MAX);

/**
 * Runs a computation that yields after each of its steps. Gives each further step a turn of its own, after the
 * computations that started earlier.
 * @param signal ends it between two steps.
 * @throws ProductError `unavailable` if too many wait; the signal's reason.
 */
export async function finishInTurns<Result>(
  computation: Generator<void, Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const first = computation.next();
  if (first.done) return first.value;
  return long.run(async () => {
    for (;;) {
      await nextTurn();
      signal?.throwIfAborted();
      const step = computation.next();
      if (step.done) return step.value;
    }
  }, signal);
}

/** Runs such a computation at once, where no other work waits. */
export function finish<Result>(computation: Generator<void, Result>): Result {
  for (;;) {
    const step = computation.next();
    if (step.done) return step.value;
  }
}
