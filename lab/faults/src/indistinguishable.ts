import type { Random } from '@switchback/testing/random';

/**
 * Measures how well a threshold separates two groups, by Mann and Whitney: the probability that one of `a` is greater
 * than one of `b`. 0.5 for groups that are alike, 0 or 1 for groups that never overlap.
 */
export function areaUnderCurve(a: readonly number[], b: readonly number[]): number {
  const sorted = [...a.map((value) => ({ value, isA: true })), ...b.map((value) => ({ value, isA: false }))];
  sorted.sort((one, other) => one.value - other.value);
  let ranks = 0;
  for (let from = 0; from < sorted.length;) {
    let to = from;
    while (to < sorted.length && sorted[to]!.value === sorted[from]!.value) to += 1;
    // Equal values share the mean of their ranks.
    for (let index = from; index < to; index += 1) if (sorted[index]!.isA) ranks += (from + 1 + to) / 2;
    from = to;
  }
  return (ranks - (a.length * (a.length + 1)) / 2) / (a.length * b.length);
}

/** Returns each name `times` times in random order, so that drift and disturbances affect all names alike. */
export function interleaved<Name>(names: readonly Name[], times: number, random: Random): Name[] {
  return random.shuffle(names.flatMap((name) => Array.from({ length: times }, () => name)));
}
