import { unwrapLongitudes, type LatLng } from './location.js';
import { partsOf } from './parts.js';
import { metersOfChord, spherePoint } from './sphere.js';

/** A box around points of the unit sphere. */
export interface SphereBox {
  low: [number, number, number];
  high: [number, number, number];
}

/** A longer segment is split: a straight line through the globe would leave the drawn line by more than 15 meters. */
const STEP_DEGREES = 0.25;
/** Maximum number of pieces of a part, apart from its own points: only one many times around the globe has more. */
const STEPS_MAX = 20_000;
/** Up to this angle, three terms of a series give a sine and a cosine to the last bit, several times as fast. */
const SMALL_RADIANS = 0.005;
/** Coordinates of a point. */
const AXES = 3;
const RADIANS = Math.PI / 180;
// Resolved once: these run many times per search, and lookups of globals are slow under a test runner.
const { abs, cos, max, min, sin } = Math;

/**
 * Returns the shortest distance in meters from a place to a line, 0 on it; Infinity for a line without points. Segments
 * are straight in the longitude-latitude plane, as a map draws them.
 */
export function distanceToLineMeters(line: readonly LatLng[], from: LatLng): number {
  const chord = chordToLine(line, from);
  return chord === Infinity ? Infinity : metersOfChord(chord);
}

/** Returns the same distance in radii of the globe, straight through it. */
export function chordToLine(line: readonly LatLng[], from: LatLng): number {
  const [x, y, z] = spherePoint(from);
  let least = Infinity;
  for (const points of spherePartsOf(line)) {
    // From the place to the last point.
    let px = points[0]! - x;
    let py = points[1]! - y;
    let pz = points[2]! - z;
    least = min(least, px * px + py * py + pz * pz);
    for (let at = AXES; at < points.length; at += AXES) {
      const qx = points[at]! - x;
      const qy = points[at + 1]! - y;
      const qz = points[at + 2]! - z;
      const dx = qx - px;
      const dy = qy - py;
      const dz = qz - pz;
      // NaN for a segment without length, whose ends are one point.
      const along = -(px * dx + py * dy + pz * dz) / (dx * dx + dy * dy + dz * dz);
      const share = along >= 1 ? 1 : along > 0 ? along : 0;
      const ex = px + share * dx;
      const ey = py + share * dy;
      const ez = pz + share * dz;
      least = min(least, ex * ex + ey * ey + ez * ez);
      px = qx;
      py = qy;
      pz = qz;
    }
  }
  return Math.sqrt(least);
}

/** Returns the box around a line: never farther from a place than the line, by {@link chordToLine}. */
export function sphereBoxOf(line: readonly LatLng[]): SphereBox {
  const low: SphereBox['low'] = [Infinity, Infinity, Infinity];
  const high: SphereBox['high'] = [-Infinity, -Infinity, -Infinity];
  for (const points of spherePartsOf(line))
    points.forEach((value, at) => {
      const axis = (at % AXES) as 0 | 1 | 2;
      low[axis] = min(low[axis], value);
      high[axis] = max(high[axis], value);
    });
  return { low, high };
}

/** Returns the coordinates of each part's points on the unit sphere, and of points between those that are far apart. */
function spherePartsOf(line: readonly LatLng[]): Float64Array[] {
  return line.length === 0 ? [] : partsOf(line).map(spherePartOf);
}

// Scalars rather than pairs: a search may measure thousands of points.
function spherePartOf(part: readonly LatLng[]): Float64Array {
  const lngs = unwrapLongitudes(part);
  const steps = stepsOf(part, lngs);
  const points = new Float64Array(AXES * (1 + steps.reduce((sum, count) => sum + count, 0)));
  let sinLat = sin(part[0]!.lat * RADIANS);
  let cosLat = cos(part[0]!.lat * RADIANS);
  let sinLng = sin(lngs[0]! * RADIANS);
  let cosLng = cos(lngs[0]! * RADIANS);
  let at = put(points, 0, cosLat * cosLng, cosLat * sinLng, sinLat);
  for (let index = 1; index < part.length; index += 1) {
    const turnLat = ((part[index]!.lat - part[index - 1]!.lat) / steps[index]!) * RADIANS;
    const turnLng = ((lngs[index]! - lngs[index - 1]!) / steps[index]!) * RADIANS;
    const sinTurnLat = sine(turnLat);
    const cosTurnLat = cosine(turnLat);
    const sinTurnLng = sine(turnLng);
    const cosTurnLng = cosine(turnLng);
    for (let step = 0; step < steps[index]!; step += 1) {
      const nextSinLat = sinLat * cosTurnLat + cosLat * sinTurnLat;
      cosLat = cosLat * cosTurnLat - sinLat * sinTurnLat;
      sinLat = nextSinLat;
      const nextSinLng = sinLng * cosTurnLng + cosLng * sinTurnLng;
      cosLng = cosLng * cosTurnLng - sinLng * sinTurnLng;
      sinLng = nextSinLng;
      at = put(points, at, cosLat * cosLng, cosLat * sinLng, sinLat);
    }
  }
  return points;
}

function put(points: Float64Array, at: number, x: number, y: number, z: number): number {
  points[at] = x;
  points[at + 1] = y;
  points[at + 2] = z;
  return at + AXES;
}

/** Returns the number of pieces of the segment that leads to each point; 0 for the first one. */
function stepsOf(part: readonly LatLng[], lngs: Float64Array): Float64Array {
  const degrees = new Float64Array(part.length);
  let span = 0;
  for (let index = 1; index < part.length; index += 1) {
    degrees[index] = max(abs(part[index]!.lat - part[index - 1]!.lat), abs(lngs[index]! - lngs[index - 1]!));
    span += degrees[index]!;
  }
  const longest = max(STEP_DEGREES, span / STEPS_MAX);
  for (let index = 1; index < part.length; index += 1) degrees[index] = max(1, Math.ceil(degrees[index]! / longest));
  return degrees;
}

function sine(radians: number): number {
  if (abs(radians) > SMALL_RADIANS) return sin(radians);
  const square = radians * radians;
  return radians * (1 - (square / 6) * (1 - square / 20));
}

function cosine(radians: number): number {
  if (abs(radians) > SMALL_RADIANS) return cos(radians);
  const square = radians * radians;
  return 1 - (square / 2) * (1 - (square / 12) * (1 - square / 30));
}
