import { splitBounds, widthDegrees } from '@switchback/geo/bounds';
import { lineCrossesBounds } from '@switchback/geo/lines';
import { wrapLongitude, type Bounds, type LatLng } from '@switchback/geo/location';
import { chordBetween, chordOf } from '@switchback/geo/sphere';
import { allOf, anyOf, between, butNot, type Query } from './query.js';
import { TRACK_REACH_DEGREES } from './stored-document.js';

/**
 * Margin for the engine's rounding: it stores points with 32 bits per axis, about 1e-7 degrees, so a point near an edge
 * may fall on either side.
 */
const ROUNDING_DEGREES = 1e-6;
/** Maximum error of the engine's distances, including its rounding of points: 40 cm according to its source. */
export const ROUNDING_METERS = 1;

/** Data for the exact test of a drive near a border. */
export interface Doubtful {
  path: () => LatLng[];
  start: LatLng;
}

/** A geographic condition, which the engine's points decide for most drives, and the exact geometry for the rest. */
export interface Border {
  /** Matches every drive that may pass. */
  maybe: Query;
  /** Matches only drives that certainly pass. */
  sure: Query;
  passes: (drive: Doubtful) => boolean;
}

/** Matches routes that cross a box. */
export function crossing(bounds: Bounds): Border {
  const boxes = splitBounds(bounds);
  const untracked: Query = { term: { is_untracked: true } };
  return {
    sure: anyOf(boxes.map((box) => allOf([...touches(box), anyOf([...passesThrough(box), ...trackIn(shrunk(box))])]))),
    maybe: anyOf(
      boxes.map((box) => allOf([...touches(box), anyOf([...passesThrough(box), ...trackIn(grown(box)), untracked])])),
    ),
    passes: ({ path }) => lineCrossesBounds(path(), bounds),
  };
}

/** Matches drives that start within a distance. */
export function within(meters: number, center: LatLng): Border {
  const chord = chordOf(meters);
  const near = (reach: number): Query => ({
    geo_distance: { distance: `${reach}m`, start: { lat: center.lat, lon: center.lng } },
  });
  return {
    sure: anyOf(meters > ROUNDING_METERS ? [near(meters - ROUNDING_METERS)] : []),
    maybe: near(meters + ROUNDING_METERS),
    passes: ({ start }) => chordBetween(center, start) <= chord,
  };
}

/** Matches routes whose bounding box intersects this one. */
function touches({ west, east, south, north }: Bounds): Query[] {
  return [overlap('lngs', west, east, 'intersects'), overlap('lats', south, north, 'intersects')];
}

/**
 * Matches routes that cross the box for certain. A route is one unbroken line: if its bounding box lies within the
 * bounds in one direction and touches them, it crosses them. Its track is needed only if its bounding box contains a
 * corner of the bounds.
 */
function passesThrough({ west, east, south, north }: Bounds): Query[] {
  // A route on the antimeridian has the full range of longitudes, which means unknown.
  const unknownLongitudes = overlap('lngs', -180, 180, 'contains');
  return [
    overlap('lngs', west, east, 'within'),
    butNot(overlap('lats', south, north, 'within'), unknownLongitudes),
    startsIn({ west, east, south, north }),
  ];
}

/** Matches routes whose first point lies in the box, which must not cross the antimeridian. */
export function startsIn({ west, east, south, north }: Bounds): Query {
  return allOf([between('lng', west, east), between('lat', south, north)]);
}

function overlap(field: string, low: number, high: number, relation: 'intersects' | 'within' | 'contains'): Query {
  return { range: { [field]: { gte: low, lte: high, relation } } };
}

function trackIn(box: Bounds | null): Query[] {
  if (!box) return [];
  const { west, east, south, north } = box;
  return [{ geo_bounding_box: { track: { top: north, left: west, bottom: south, right: east } } }];
}

/** Returns a box whose points all lie in the given one, however they were rounded; null if there is none. */
function shrunk({ west, east, south, north }: Bounds): Bounds | null {
  const isRound = west === -180 && east === 180;
  const inner = {
    west: isRound ? west : west + ROUNDING_DEGREES,
    east: isRound ? east : east - ROUNDING_DEGREES,
    south: south === -90 ? south : south + ROUNDING_DEGREES,
    north: north === 90 ? north : north - ROUNDING_DEGREES,
  };
  return inner.west <= inner.east && inner.south <= inner.north ? inner : null;
}

/** Returns a box that contains a track point of every route that crosses the given one. */
function grown(box: Bounds): Bounds {
  const margin = TRACK_REACH_DEGREES + ROUNDING_DEGREES;
  const { west, east } = box;
  const isRound = widthDegrees(box) + 2 * margin >= 360;
  return {
    west: isRound ? -180 : wrapLongitude(west - margin),
    east: isRound ? 180 : wrapLongitude(east + margin),
    south: Math.max(-90, box.south - margin),
    north: Math.min(90, box.north + margin),
  };
}
