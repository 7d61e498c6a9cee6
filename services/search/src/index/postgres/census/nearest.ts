import type { LatLng } from '@switchback/geo/location';
import type { DriveQuery, Position } from '../../search-index.js';
import { candidatesOf, chordsFrom, type CensusSnapshot } from './matches.js';

/** Maximum relative difference between two ways of rounding one distance. */
const ROUNDING = 1e-9;

/**
 * Returns the ids of the `count` candidates for the query's next drives by distance from the center, ties by id. Starts
 * slightly before `after`, since the database, which decides, may round differently. Returns fewer than `count` at the
 * end.
 */
export function nearestOf(
  reading: CensusSnapshot,
  query: DriveQuery & { after: Position | null },
  center: LatLng,
  count: number,
): string[] {
  const { ids } = reading.drives;
  const { numbers, accepts } = candidatesOf(reading, query);
  const chordTo = chordsFrom(reading.drives, center);
  const from = query.after ? query.after.key * (1 - ROUNDING) : 0;
  let best: { chord: number; id: string }[] = [];
  let limit = Infinity;
  const shorten = () => {
    best.sort((a, b) => a.chord - b.chord || (a.id < b.id ? -1 : 1));
    best = best.slice(0, count);
    if (best.length === count) limit = best[count - 1]!.chord;
  };
  for (let index = 0; index < numbers.length; index += 1) {
    const number = numbers[index]!;
    const chord = chordTo(number);
    if (chord < from || chord > limit || !accepts(number)) continue;
    best.push({ chord, id: ids[number]! });
    if (best.length >= 4 * count) shorten();
  }
  shorten();
  return best.map(({ id }) => id);
}
