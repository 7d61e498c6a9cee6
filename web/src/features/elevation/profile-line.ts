import { boundsOfPath, unionBounds } from '@switchback/geo/bounds';
import { distanceMeters, METERS_PER_DEGREE } from '@switchback/geo/distance';
import { type Bounds, type LatLng, unwrapLongitudes, wrapLongitude } from '@switchback/geo/location';
import { startsPart } from '@switchback/geo/parts';

/** Translates between places on the map and distances along a profile, both in meters. */
export interface ProfileLine {
  /** Returns null where the line is unknown. */
  locationAt(meters: number): LatLng | null;
  /** Returns the nearest place of the line; null if it has none. */
  nearest(location: LatLng): { meters: number; awayMeters: number } | null;
  /** Returns the box of a stretch; null where the line is unknown. */
  boundsOf(fromMeters: number, toMeters: number): Bounds | null;
}

/**
 * Measures a line, which may have parts and may be coarser than that of the profile.
 * @param totalMeters length of its profile, without the gaps between parts
 */
export function measuredLine(path: readonly LatLng[], totalMeters: number): ProfileLine {
  const along = new Float64Array(path.length);
  for (let index = 1; index < path.length; index += 1) {
    const step = startsPart(path, index) ? 0 : distanceMeters(path[index - 1]!, path[index]!);
    along[index] = along[index - 1]! + step;
  }
  const measured = along.at(-1) ?? 0;
  const scale = measured > 0 ? totalMeters / measured : 0;
  for (let index = 0; index < along.length; index += 1) along[index]! *= scale;
  const lngs = unwrapLongitudes(path);
  const locationAt = (meters: number) => (path.length === 0 ? null : placeAt(path, lngs, along, meters));
  return {
    locationAt,
    nearest: (location) => nearestOn(path, lngs, along, location),
    boundsOf: (fromMeters, toMeters) => {
      const [from, to] = [locationAt(fromMeters), locationAt(toMeters)];
      if (from === null || to === null) return null;
      const within = path.filter((_, index) => along[index]! > fromMeters && along[index]! < toMeters);
      return boundsOfPath([from, ...within, to]);
    },
  };
}

/** A line of several, with its place in the profile of all. */
export interface LineSpan {
  fromMeters: number;
  toMeters: number;
  line: ProfileLine;
}

/** Returns the lines one after the other as one line. */
export function joinedLines(spans: readonly LineSpan[]): ProfileLine {
  return {
    locationAt: (meters) => {
      const span = spans.find(({ toMeters }) => meters <= toMeters) ?? spans.at(-1);
      return span?.line.locationAt(meters - span.fromMeters) ?? null;
    },
    nearest: (location) => {
      const found = spans.flatMap(({ fromMeters, line }) => {
        const nearest = line.nearest(location);
        return nearest === null ? [] : [{ ...nearest, meters: nearest.meters + fromMeters }];
      });
      return found.reduce<(typeof found)[number] | null>(
        (best, each) => (best === null || each.awayMeters < best.awayMeters ? each : best),
        null,
      );
    },
    boundsOf: (fromMeters, toMeters) => {
      const boxes = spans.flatMap((span) => {
        const [from, to] = [Math.max(fromMeters, span.fromMeters), Math.min(toMeters, span.toMeters)];
        return from > to ? [] : (span.line.boundsOf(from - span.fromMeters, to - span.fromMeters) ?? []);
      });
      return boxes.length === 0 ? null : boxes.reduce(unionBounds);
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

/** Compares in a plane around the location, which is exact enough for the places near it. */
function nearestOn(path: readonly LatLng[], lngs: Float64Array, along: Float64Array, location: LatLng) {
  if (path.length === 0) return null;
  const narrow = Math.cos((location.lat * Math.PI) / 180);
  let best = { meters: 0, squared: Infinity };
  for (let index = 1; index < path.length; index += 1) {
    const length = along[index]! - along[index - 1]!;
    if (length <= 0) continue;
    const x = wrapLongitude(lngs[index - 1]! - location.lng) * narrow;
    const y = path[index - 1]!.lat - location.lat;
    const dx = (lngs[index]! - lngs[index - 1]!) * narrow;
    const dy = path[index]!.lat - path[index - 1]!.lat;
    const share = Math.min(1, Math.max(0, -(x * dx + y * dy) / (dx * dx + dy * dy)));
    const squared = (x + share * dx) ** 2 + (y + share * dy) ** 2;
    if (squared < best.squared) best = { meters: along[index - 1]! + share * length, squared };
  }
  return { meters: best.meters, awayMeters: Math.sqrt(best.squared) * METERS_PER_DEGREE };
}
