import { boundsOfPath } from './bounds.js';
import { distanceMeters, METERS_PER_DEGREE } from './distance.js';
import { type Bounds, type LatLng, unwrapLongitudes, wrapLongitude } from './location.js';
import { startsPart } from './parts.js';

/** Translates between places on the map and distances along it, in meters. */
export interface MeasuredLine {
  /** Returns null where the line is unknown. */
  locationAt(meters: number): LatLng | null;
  /**
   * Returns the nearest place of the line; null if it has none.
   * @param hintMeters where the line passes a place several times, the pass nearest to this distance.
   */
  nearest(location: LatLng, hintMeters?: number): { meters: number; awayMeters: number } | null;
  /** Returns the box of a stretch; null where the line is unknown. */
  boundsOf(fromMeters: number, toMeters: number): Bounds | null;
}

/** Returns the meters driven from the start of a line to each point; gaps between parts do not count. */
export function metersAlong(path: readonly LatLng[]): Float64Array {
  const along = new Float64Array(path.length);
  for (let index = 1; index < path.length; index += 1) {
    const step = startsPart(path, index) ? 0 : distanceMeters(path[index - 1]!, path[index]!);
    along[index] = along[index - 1]! + step;
  }
  return along;
}

/**
 * Measures a line, which may have parts.
 * @param totalMeters length to which its own is scaled: that of a profile of a finer line.
 */
export function measuredLine(path: readonly LatLng[], totalMeters?: number): MeasuredLine {
  const along = metersAlong(path);
  const measured = along.at(-1) ?? 0;
  const scale = totalMeters === undefined ? 1 : measured > 0 ? totalMeters / measured : 0;
  for (let index = 0; index < along.length; index += 1) along[index]! *= scale;
  const lngs = unwrapLongitudes(path);
  const locationAt = (meters: number) => (path.length === 0 ? null : placeAt(path, lngs, along, meters));
  return {
    locationAt,
    nearest: (location, hintMeters) => nearestOn(path, lngs, along, location, hintMeters),
    boundsOf: (fromMeters, toMeters) => {
      const [from, to] = [locationAt(fromMeters), locationAt(toMeters)];
      if (from === null || to === null) return null;
      const within = path.filter((_, index) => along[index]! > fromMeters && along[index]! < toMeters);
      return boundsOfPath([from, ...within, to]);
    },
  };
}

function placeAt(path: readonly LatLng[], lngs: Float64Array, along: Float64Array, meters: number): LatLng {
  let [low, high] = [0, path.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (along[middle]! <= meters) low = middle;
    else high = middle;
  }
  const span = along[high]! - along[low]!;
  const share = span > 0 ? Math.min(1, Math.max(0, (meters - along[low]!) / span)) : 0;
  const [start, end] = [path[low]!, path[high]!];
  return {
    lat: start.lat + share * (end.lat - start.lat),
    lng: wrapLongitude(lngs[low]! + share * (lngs[high]! - lngs[low]!)),
  };
}

/** Passes this close to each other are passes of one place. */
const SAME_PLACE_METERS = 30;

/** Compares in a plane around the location, which is exact enough for the places near it. */
function nearestOn(
  path: readonly LatLng[],
  lngs: Float64Array,
  along: Float64Array,
  location: LatLng,
  hintMeters?: number,
) {
  if (path.length === 0) return null;
  const narrow = Math.cos((location.lat * Math.PI) / 180);
  let best = { meters: 0, awayMeters: Infinity };
  const passes: (typeof best)[] = [];
  for (let index = 1; index < path.length; index += 1) {
    const length = along[index]! - along[index - 1]!;
    if (length <= 0) continue;
    const x = wrapLongitude(lngs[index - 1]! - location.lng) * narrow;
    const y = path[index - 1]!.lat - location.lat;
    const dx = (lngs[index]! - lngs[index - 1]!) * narrow;
    const dy = path[index]!.lat - path[index - 1]!.lat;
    const share = Math.min(1, Math.max(0, -(x * dx + y * dy) / (dx * dx + dy * dy)));
    const awayMeters = Math.hypot(x + share * dx, y + share * dy) * METERS_PER_DEGREE;
    if (awayMeters > best.awayMeters + SAME_PLACE_METERS) continue;
    const place = { meters: along[index - 1]! + share * length, awayMeters };
    if (awayMeters < best.awayMeters) best = place;
    if (hintMeters !== undefined) passes.push(place);
  }
  if (hintMeters === undefined) return best;
  const [nearest = best] = passes
    .filter(({ awayMeters }) => awayMeters <= best.awayMeters + SAME_PLACE_METERS)
    .sort((a, b) => Math.abs(a.meters - hintMeters) - Math.abs(b.meters - hintMeters));
  return nearest;
}
