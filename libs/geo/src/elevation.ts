import { distanceMeters } from './distance.js';
import type { LatLng } from './location.js';
import { decodePolyline, PolylineError, PolylineReader, readDifference, writeDifference } from './polyline.js';

/** A point whose elevation may be known. */
export interface ElevatedPoint extends LatLng {
  /** Meters above sea level. */
  elevation?: number | undefined;
}

/** A stretch of a line as stored and sent. */
export interface EncodedLeg {
  /** Google-encoded, precision 5. */
  path: string;
  /** Output of {@link encodeElevations}; absent or '' if unknown. */
  elevation?: string | undefined;
}

const DECIMETERS = 10;
/** No road is lower or higher, and no receiver is that inaccurate. */
const [LOWEST_METERS, HIGHEST_METERS] = [-1_000, 10_000];
const NONE = '!';

/**
 * Reports whether a value is a plausible elevation: receivers without a fix and empty rasters write -9999 or -32768.
 */
export function isElevation(meters: unknown): meters is number {
  return typeof meters === 'number' && meters >= LOWEST_METERS && meters <= HIGHEST_METERS;
}

/**
 * Encodes the elevations of a line in decimeters, each as its difference from the previous one in the characters of
 * encoded polylines, with `!` for a point without one; '' if no point has one.
 */
export function encodeElevations(path: readonly ElevatedPoint[]): string {
  const writer = new ElevationWriter();
  const text = writer.write(path);
  return writer.isNeeded ? text : '';
}

/** Encodes elevations piece by piece, like {@link encodeElevations}. */
export class ElevationWriter {
  #previous = 0;
  /** Whether any point so far has an elevation. */
  isNeeded = false;

  /** Returns the text of further points. */
  write(points: readonly ElevatedPoint[]): string {
    let text = '';
    for (const { elevation } of points) {
      if (elevation === undefined) {
        text += NONE;
        continue;
      }
      const height = Math.round(elevation * DECIMETERS);
      text += writeDifference(height - this.#previous);
      this.#previous = height;
      this.isNeeded = true;
    }
    return text;
  }
}

/** Splits a line into its stored form: its points, and their encoded elevations. */
export function splitElevations(points: readonly ElevatedPoint[]): { path: LatLng[]; elevation: string } {
  return { path: points.map(({ lat, lng }) => ({ lat, lng })), elevation: encodeElevations(points) };
}

/**
 * Combines the points of a line with their elevations.
 * @param encoded output of {@link encodeElevations}; '' adds no elevations.
 * @throws PolylineError if it is damaged, or the number of elevations differs from the number of points.
 */
export function withElevations(path: readonly LatLng[], encoded: string): ElevatedPoint[] {
  const reader = new ElevationReader(encoded);
  const points = reader.addTo(path);
  if (!reader.isDone) throw new PolylineError('There are more heights than points.');
  return points;
}

/** Decodes elevations piece by piece. */
class ElevationReader {
  readonly #cursor: { text: string; index: number };
  #height = 0;

  constructor(encoded: string) {
    this.#cursor = { text: encoded, index: 0 };
  }

  get isDone(): boolean {
    return this.#cursor.index >= this.#cursor.text.length;
  }

  /** Returns the next points of the line with their elevations. @throws PolylineError */
  addTo(path: readonly LatLng[]): ElevatedPoint[] {
    const cursor = this.#cursor;
    if (cursor.text === '') return [...path];
    return path.map((point) => {
      if (cursor.text[cursor.index] === NONE) {
        cursor.index += 1;
        return point;
      }
      this.#height += readDifference(cursor);
      const elevation = this.#height / DECIMETERS;
      if (!isElevation(elevation)) throw new PolylineError(`Missing height at character ${cursor.index}.`);
      return { ...point, elevation };
    });
  }
}

/** Decodes a line with its elevations piece by piece. */
export class LineReader {
  readonly #path: PolylineReader;
  readonly #heights: ElevationReader;

  /** @param elevation output of {@link encodeElevations}; '' adds no elevations. */
  constructor(path: string, elevation = '') {
    this.#path = new PolylineReader(path);
    this.#heights = new ElevationReader(elevation);
  }

  get isDone(): boolean {
    return this.#path.isDone;
  }

  /** Returns the next points, at most `pointsMax`; none at the end. @throws PolylineError */
  read(pointsMax: number): ElevatedPoint[] {
    return this.#heights.addTo(this.#path.read(pointsMax));
  }
}

/** Joins legs into one line; each leg starts with the last point of the previous one. */
export function lineOfLegs(legs: readonly EncodedLeg[]): ElevatedPoint[] {
  return legs.flatMap(({ path, elevation = '' }, index) => {
    const points = withElevations(decodePolyline(path), elevation);
    return index === 0 ? points : points.slice(1);
  });
}

/** Copies elevations to a line from another line of the same route, matched by the share of the distance covered. */
export function copyElevations(path: readonly LatLng[], from: readonly ElevatedPoint[]): ElevatedPoint[] {
  if (from.length < 2 || from.every(({ elevation }) => elevation === undefined)) return [...path];
  const [shares, fromShares] = [sharesOfWay(path), sharesOfWay(from)];
  let at = 0;
  return path.map((point, index) => {
    const share = shares[index]!;
    while (at < from.length - 2 && fromShares[at + 1]! < share) at += 1;
    const [low, high] = [from[at]!.elevation, from[at + 1]!.elevation];
    if (low === undefined || high === undefined) return point;
    const span = fromShares[at + 1]! - fromShares[at]!;
    const part = span > 0 ? (share - fromShares[at]!) / span : 0;
    return { ...point, elevation: low + part * (high - low) };
  });
}

/**
 * Adds heights to a path that were measured at equal steps along it, from its start; adds none where one is no elevation,
 * or if all are zero, which programs write for unknown ones.
 */
export function spreadElevations(
  path: readonly LatLng[],
  heights: readonly number[],
  stepMeters: number,
): ElevatedPoint[] {
  if (heights.every((height) => height === 0) || !(stepMeters > 0)) return [...path];
  let meters = 0;
  return path.map((point, index) => {
    if (index > 0) meters += distanceMeters(path[index - 1]!, point);
    const step = Math.min(meters / stepMeters, heights.length - 1);
    const [low, high] = [heights[Math.floor(step)]!, heights[Math.ceil(step)]!];
    if (!isElevation(low) || !isElevation(high)) return point;
    return { ...point, elevation: low + (step % 1) * (high - low) };
  });
}

/** Returns the share of the total distance covered at each point, 0 to 1. */
function sharesOfWay(path: readonly LatLng[]): number[] {
  let meters = 0;
  const along = path.map((point, index) => (meters += index === 0 ? 0 : distanceMeters(path[index - 1]!, point)));
  return along.map((behind) => (meters > 0 ? behind / meters : 0));
}
