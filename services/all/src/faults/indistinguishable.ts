import type { Random } from '@switchback/testing/random';

/**
 * How well a threshold on one measure tells two groups apart, by Mann and Whitney: the chance that one of `a` is greater than
 * one of `b`. 0.5 for groups that are alike, 0 or 1 for groups that never overlap.
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

/** Each name so many times, in random order: what drifts or disturbs weighs on all alike. */
export function interleaved<Name>(names: readonly Name[], times: number, random: Random): Name[] {
  return random.shuffle(names.flatMap((name) => Array.from({ length: times }, () => name)));
}
