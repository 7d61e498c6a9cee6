import { mulberry32 } from '@switchback/platform/mulberry32';

/** Seeded random choices, which are repeatable. */
export interface Random {
  /** Returns a number in [0, 1). */
  next(): number;
  /** Returns an integer in [0, below). */
  below(below: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Returns a new array in random order. */
  shuffle<T>(items: readonly T[]): T[];
}

export function seededRandom(seed: number): Random {
  const next = mulberry32(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('There is nothing to pick from.');
      return item;
    },
    shuffle: (items) => {
      const result = [...items];
      for (let index = result.length - 1; index > 0; index -= 1) {
        const other = below(index + 1);
        [result[index], result[other]] = [result[other]!, result[index]!];
      }
      return result;
    },
  };
}

/** Returns the seed of this run: `SEED` to repeat one, else a new one. Put it into the test's name or message. */
export function runSeed(): number {
  const input = process.env['SEED'];
  return input === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(input);
}

/** `FULL=1` requests the full form of every suite, as `npm run faults -- --full` does. */
export const isFull = process.env['FULL'] === '1';

/**
 * Returns a spec's number of repetitions: small in the short form, for every commit; the goals' number in the full one.
 */
export function repetitions(counts: { short: number; full: number }): number {
  return isFull ? counts.full : counts.short;
}

/** Returns seeded UUIDs. */
export function seededIds(random: Random): { uuid(): string } {
  const hex = (digits: number) => Array.from({ length: digits }, () => random.below(16).toString(16)).join('');
  return { uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}` };
}
