import { distanceMeters } from './distance.js';
import type { LatLng } from './location.js';

export interface OrderedLine<Line> {
  line: Line;
  /** True if the line is driven against its given direction. */
  reversed: boolean;
}

/**
 * Orders and orients lines so that the gaps between them are short: a greedy nearest-neighbor journey from each end of
 * each line, of which the shortest is kept. Suits about a hundred lines.
 */
export function orderLines<Line extends { path: readonly LatLng[] }>(lines: readonly Line[]): OrderedLine<Line>[] {
  if (lines.length <= 1) return lines.map((line) => ({ line, reversed: false }));
  let best: { journey: OrderedLine<Line>[]; meters: number } | null = null;
  for (const first of lines) {
    for (const reversed of [false, true]) {
      const found = nearestNext({ line: first, reversed }, lines);
      if (best === null || found.meters < best.meters) best = found;
    }
  }
  return best?.journey ?? [];
}

function nearestNext<Line extends { path: readonly LatLng[] }>(first: OrderedLine<Line>, lines: readonly Line[]) {
  const journey = [first];
  const left = new Set(lines.filter((line) => line !== first.line));
  let meters = 0;
  while (left.size > 0) {
    const from = endOf(journey[journey.length - 1]!);
    let next: OrderedLine<Line> | null = null;
    let nearest = Infinity;
    for (const line of left) {
      for (const reversed of [false, true]) {
        const away = distanceMeters(from, endOf({ line, reversed: !reversed }));
        if (away >= nearest) continue;
        nearest = away;
        next = { line, reversed };
      }
    }
    if (next === null) break;
    left.delete(next.line);
    journey.push(next);
    meters += nearest;
  }
  return { journey, meters };
}

function endOf({ line, reversed }: OrderedLine<{ path: readonly LatLng[] }>): LatLng {
  return reversed ? line.path[0]! : line.path[line.path.length - 1]!;
}
