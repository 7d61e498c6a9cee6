// Aim: long computations leave the event loop to everything else between any two of their pieces, however many run.
import { expect, it } from '@jest/globals';
import { finish, finishInTurns, inTurns } from './turns.js';

/** Counts the pieces made in each turn of the event loop until all work is done. */
async function piecesPerTurn(work: (make: () => void) => Promise<unknown>[]): Promise<number[]> {
  const turns = [0];
  let isDone = false;
  const count = () => {
    turns.push(0);
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(work(() => void (turns[turns.length - 1]! += 1)));
  isDone = true;
  return turns;
}

it('makes one piece a turn, of all forty computations together', async () => {
  const turns = await piecesPerTurn((make) =>
    Array.from({ length: 40 }, async () => {
      function* pieces() {
        for (let index = 0; index < 5; index += 1) {
          make();
          yield index;
        }
      }
      const made: number[] = [];
      for await (const piece of inTurns(pieces())) made.push(piece);
      expect(made).toEqual([0, 1, 2, 3, 4]);
    }),
  );
  // The first piece of each is made when it is requested.
  expect(Math.max(...turns.slice(1))).toBe(1);
  expect(turns.slice(1).reduce((sum, made) => sum + made, 0)).toBe(160);
});

it('makes nothing more once its reader leaves', async () => {
  let made = 0;
  function* endless() {
    for (;;) yield (made += 1);
  }
  for await (const piece of inTurns(endless())) if (piece === 3) break;
  expect(made).toBe(3);
});

it('returns the result of a computation in steps', async () => {
  function* sum(steps: number): Generator<void, number> {
    for (let step = 0; step < steps; step += 1) yield;
    return steps;
  }
  const turns = await piecesPerTurn((make) => [
    finishInTurns(sum(3)).then((result) => {
      make();
      expect(result).toBe(3);
    }),
  ]);
  expect(turns.length).toBeGreaterThan(3);
  expect(finish(sum(3))).toBe(3);
  await expect(finishInTurns(sum(0))).resolves.toBe(0);
});

it('finishes one computation after the other, and drops those whose callers have gone', async () => {
  const finished: string[] = [];
  function* named(name: string): Generator<void, void> {
    for (let step = 0; step < 5; step += 1) yield;
    finished.push(name);
  }
  const gone = new AbortController();
  const first = finishInTurns(named('first'));
  const left = finishInTurns(named('left'), gone.signal);
  const last = finishInTurns(named('last'));
  gone.abort(new Error('The caller has gone.'));
  await expect(left).rejects.toThrow('The caller has gone.');
  await Promise.all([first, last]);
  expect(finished).toEqual(['first', 'last']);
});
