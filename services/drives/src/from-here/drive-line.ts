import { degreesPerKm } from '@switchback/geo/heading-change';
import type { LatLng } from '@switchback/geo/location';
import { metersAlong } from '@switchback/geo/measured-line';
import { isSame, lineLengthMeters } from '@switchback/geo/parts';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { simplifyPath, simplifyToCount } from '@switchback/geo/simplify';
import { connectedStretchOf } from '@switchback/geo/line-stretch';

/** Detail of the line of a stretch. */
const TOLERANCE_METERS = 10;
const POINTS_MAX = 1_000;

/** A driven stretch. */
export interface DrivenStretch {
  /** Meters of the drive's distance; `from` is greater if it is driven against the drive's direction. */
  from: number;
  to: number;
  degreesPerKm: number;
  path: LatLng[];
}

/** Measures stretches of a drive on its full line. Positions on the simplified line become those of the full one. */
export class DriveLine {
  readonly #full: readonly LatLng[];
  readonly #distance: number;
  readonly #scale: number;
  /** Positions of the simplified line's points on either line. */
  readonly #simplifiedMeters: Float64Array;
  readonly #fullMeters: Float64Array;

  /** @param distance of the drive, in meters. @param simplified some of the full line's points, in its order. */
  constructor(distance: number, full: readonly LatLng[], simplified: readonly LatLng[]) {
    this.#full = full;
    this.#distance = distance;
    this.#scale = distance / lineLengthMeters(full);
    this.#simplifiedMeters = metersAlong(simplified);
    this.#fullMeters = positionsOf(simplified, full);
  }

  /** Cuts a stretch whose positions are in meters of the drive's distance along the simplified line. */
  between(from: number, to: number): DrivenStretch {
    const [first, last] = [this.#onFull(from), this.#onFull(to)];
    const line = connectedStretchOf(this.#full, first, last);
    const drawn = simplifyToCount(simplifyPath(line, TOLERANCE_METERS), POINTS_MAX);
    return {
      from: Math.round(first * this.#scale),
      to: Math.round(last * this.#scale),
      degreesPerKm: degreesPerKm(line),
      path: decodePolyline(encodePolyline(drawn)),
    };
  }

  /** Interpolates between the points that both lines have. */
  #onFull(meters: number): number {
    const along = this.#simplifiedMeters;
    const at = (meters / this.#distance) * along.at(-1)!;
    const found = along.findIndex((each) => each >= at);
    const index = found < 0 ? along.length - 1 : Math.max(1, found);
    const [before, after] = [along[index - 1]!, along[index]!];
    const part = after > before ? Math.min(1, (at - before) / (after - before)) : 0;
    return this.#fullMeters[index - 1]! + part * (this.#fullMeters[index]! - this.#fullMeters[index - 1]!);
  }
}

/** Returns the positions on the full line of the points of its simplified line; by shares if it lacks one of them. */
function positionsOf(simplified: readonly LatLng[], full: readonly LatLng[]): Float64Array {
  const along = metersAlong(full);
  const positions = new Float64Array(simplified.length);
  let at = 0;
  for (const [index, point] of simplified.entries()) {
    while (at < full.length && !isSame(full[at]!, point)) at += 1;
    if (at === full.length) return stretched(metersAlong(simplified), along.at(-1)!);
    positions[index] = along[at]!;
    at += 1;
  }
  return positions;
}

function stretched(positions: Float64Array, lengthMeters: number): Float64Array {
  const scale = lengthMeters / positions.at(-1)!;
  return positions.map((meters) => meters * scale);
}
