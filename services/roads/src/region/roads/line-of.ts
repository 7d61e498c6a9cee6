import type { LatLng } from '@switchback/geo/location';
import { locationOf } from '../map/area.js';

/** Returns the line of alternating x and y, to the precision of stored paths and without repeated points. */
export function lineOf(points: ArrayLike<number>): LatLng[] {
  const line: LatLng[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const { lat, lng } = locationOf(points[at]!, points[at + 1]!);
    const place = { lat: Math.round(lat * 1e5) / 1e5, lng: Math.round(lng * 1e5) / 1e5 };
    const before = line.at(-1);
    if (before?.lat !== place.lat || before.lng !== place.lng) line.push(place);
  }
  return line;
}
