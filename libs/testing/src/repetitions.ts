/** `FULL=1` asks for the full form of every suite, as `npm run faults -- --full` does. */
export const isFull = process.env['FULL'] === '1';

/** How often a spec repeats what it asserts: seldom enough for every commit in the short form, as the goals count in the full one. */
export function repetitions(counts: { short: number; full: number }): number {
  return isFull ? counts.full : counts.short;
}
