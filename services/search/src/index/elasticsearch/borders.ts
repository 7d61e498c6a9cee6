import { splitBounds, widthDegrees } from '@switchback/geo/bounds';
import { lineCrossesBounds } from '@switchback/geo/lines';
import { wrapLongitude, type Bounds, type LatLng } from '@switchback/geo/location';
import { chordBetween, chordOf } from '../geometry.js';
import { allOf, anyOf, between, butNot, type Query } from './query.js';
import { TRACK_REACH_DEGREES } from './stored-document.js';

/** The engine keeps a point to 32 bits an axis, about 1e-7 degrees: nearer to an edge it may be on either side. */
const ROUNDING_DEGREES = 1e-6;
/** By so much may the engine's distance be off, its rounding of points included: 40 cm by what its source says. */
export const ROUNDING_METERS = 1;

/** What is asked of a drive that stands at a border. */
export interface Doubtful {
  path: () => LatLng[];
  start: LatLng;
}

/** A condition on where a drive is, which the engine's points decide for most drives, and its geometry for the rest. */
export interface Border {
  /** Nobody passes who is not among these. */
  maybe: Query;
  /** All of these pass. */
  sure: Query;
  passes: (drive: Doubtful) => boolean;
}

/** Routes that cross a box. */
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

/** Drives that start within a distance. */
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

/** The box around the route and this one have something in common. */
function touches({ west, east, south, north }: Bounds): Query[] {
  return [overlap('lngs', west, east, 'intersects'), overlap('lats', south, north, 'intersects')];
}

/**
 * A route is one unbroken line: when its box spans less than the bounds in one direction and touches them, it passes
 * through. Only where a box holds a corner of the bounds its track has to tell.
 */
function passesThrough({ west, east, south, north }: Bounds): Query[] {
  // All the way round is what a route on the antimeridian says of its longitudes: nothing.
  const unknownLongitudes = overlap('lngs', -180, 180, 'contains');
  return [
    overlap('lngs', west, east, 'within'),
    butNot(overlap('lats', south, north, 'within'), unknownLongitudes),
    startsIn({ west, east, south, north }),
  ];
}

/** The first point of the route lies in the box, which does not cross the antimeridian. */
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

/** Every point in it lies in the box, however it was rounded; null when none does. */
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

/** Of every route that crosses the box it holds a point of the track. */
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
