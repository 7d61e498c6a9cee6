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

/** Runs a computation that yields after each of its steps, and gives each further step a turn of its own. */
export async function finishInTurns<Result>(computation: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = computation.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}

/** Runs such a computation at once, where no other work waits. */
export function finish<Result>(computation: Generator<void, Result>): Result {
  for (;;) {
    const step = computation.next();
    if (step.done) return step.value;
  }
}
