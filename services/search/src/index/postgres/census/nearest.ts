import type { LatLng } from '@switchback/geo/location';
import type { Position } from '../../search-index.js';
import { chordsFrom, type Matches } from './matches.js';

/** Two ways of rounding one distance differ by less than this, relative to it. */
const ROUNDING = 1e-9;

/**
 * The ids of the `count` matches next in the order by distance from the center, ties by id, beginning a hair before `after`:
 * the database, which decides on the order, may round differently. Fewer than `count` when there are no more.
 */
export function nearestOf(
  { drives, sure, doubtful }: Matches,
  center: LatLng,
  after: Position | null,
  count: number,
): string[] {
  const chordTo = chordsFrom(drives, center);
  const from = after ? after.key * (1 - ROUNDING) : 0;
  let best: { chord: number; id: string }[] = [];
  let limit = Infinity;
  const shorten = () => {
    best.sort((a, b) => a.chord - b.chord || (a.id < b.id ? -1 : 1));
    best = best.slice(0, count);
    if (best.length === count) limit = best[count - 1]!.chord;
  };
  for (const numbers of [sure, doubtful]) {
    for (const number of numbers) {
      const chord = chordTo(number);
      if (chord < from || chord > limit) continue;
      best.push({ chord, id: drives.ids[number]! });
      if (best.length >= 4 * count) shorten();
    }
  }
  shorten();
  return best.map(({ id }) => id);
}
