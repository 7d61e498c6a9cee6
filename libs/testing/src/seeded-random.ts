/** Random values that are the same for the same seed: print it, and a failure can be replayed. */
export interface SeededRandom {
  /** From 0 to below 1. */
  next(): number;
  between(low: number, high: number): number;
  /** A whole number from `low` to `high`, both ends in. */
  integer(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  uuid(): string;
}

/** Mulberry32 (Tommy Ettinger, 2017): 32 bits of state, enough for tests. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const hex = (digits: number) => Array.from({ length: digits }, () => integer(0, 15).toString(16)).join('');
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    integer,
    pick: (items) => items[integer(0, items.length - 1)]!,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  };
}

/** The seed of this run: that of the environment, to replay, or a new one. */
export function seedOfRun(): number {
  const given = process.env['SEED'];
  return given === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(given);
}
