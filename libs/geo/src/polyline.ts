import type { LatLng } from './location.js';

const PRECISION = 1e5;
/** Precision of polylines from some routers, such as Valhalla. */
export const FINE_PRECISION = 1e6;
const MAX_POINTS = 1_000_000;
/** A difference of two longitudes takes 28 bits, or 30 at the fine precision: six groups of five. */
const MAX_GROUPS = 6;
/** The last character of a number has a lower code, each before it this or a higher one. */
export const LAST_GROUP_BELOW = 0x20 + 63;

/** Thrown for a polyline that cannot be decoded, or a path that cannot be encoded. */
export class PolylineError extends Error {
  override readonly name = 'PolylineError';
}

/**
 * Encodes a path as a Google polyline, precision 5
 * (developers.google.com/maps/documentation/utilities/polylinealgorithm). Exact for coordinates of up to five decimals,
 * rounded otherwise.
 * @throws PolylineError if a coordinate is not a latitude or longitude, or there are more than a million points.
 */
export function encodePolyline(points: readonly LatLng[]): string {
  if (points.length > MAX_POINTS) {
    throw new PolylineError(`A polyline holds at most ${MAX_POINTS} points, not ${points.length}.`);
  }
  return new PolylineWriter().write(points);
}

/** Encodes a polyline piece by piece. */
export class PolylineWriter {
  #lat = 0;
  #lng = 0;

  /**
   * Returns the text of further points.
   * @throws PolylineError if a coordinate is not a latitude or longitude.
   */
  write(points: readonly LatLng[]): string {
    let encoded = '';
    for (const point of points) {
      const lat = toInteger(point.lat, 90, 'latitude');
      const lng = toInteger(point.lng, 180, 'longitude');
      encoded += writeDifference(lat - this.#lat) + writeDifference(lng - this.#lng);
      this.#lat = lat;
      this.#lng = lng;
    }
    return encoded;
  }
}

/**
 * Decodes a Google polyline, precision 5 by default; an empty text is an empty path.
 * @throws PolylineError with the index of the damaged character, or if there are more than a million points.
 */
export function decodePolyline(encoded: string, precision = PRECISION): LatLng[] {
  const reader = new PolylineReader(encoded, precision);
  const points = reader.read(MAX_POINTS);
  if (!reader.isDone) throw new PolylineError(`The polyline holds more than ${MAX_POINTS} points.`);
  return points;
}

/** Decodes a polyline piece by piece. */
export class PolylineReader {
  readonly #precision: number;
  readonly #cursor: { text: string; index: number };
  #lat = 0;
  #lng = 0;

  constructor(encoded: string, precision = PRECISION) {
    this.#cursor = { text: encoded, index: 0 };
    this.#precision = precision;
  }

  get isDone(): boolean {
    return this.#cursor.index >= this.#cursor.text.length;
  }

  /**
   * Returns the next points, at most `pointsMax`; none at the end.
   * @throws PolylineError with the index of the damaged character.
   */
  read(pointsMax: number): LatLng[] {
    const points: LatLng[] = [];
    const cursor = this.#cursor;
    const precision = this.#precision;
    let [lat, lng] = [this.#lat, this.#lng];
    while (points.length < pointsMax && cursor.index < cursor.text.length) {
      const start = cursor.index;
      lat += readDifference(cursor);
      lng += readDifference(cursor);
      if (Math.abs(lat) > 90 * precision || Math.abs(lng) > 180 * precision) {
        throw new PolylineError(`The polyline exceeds the range of coordinates at character ${start}.`);
      }
      points.push({ lat: lat / precision, lng: lng / precision });
    }
    [this.#lat, this.#lng] = [lat, lng];
    return points;
  }
}

/** Returns the number of points of an undamaged polyline without decoding it. */
export function countPoints(encoded: string): number {
  let numbers = 0;
  for (let index = 0; index < encoded.length; index += 1) {
    if (encoded.charCodeAt(index) < LAST_GROUP_BELOW) numbers += 1;
  }
  return numbers / 2;
}

function toInteger(degrees: number, limitDegrees: number, label: string): number {
  if (!(Math.abs(degrees) <= limitDegrees)) {
    throw new PolylineError(`${degrees} is not a ${label}.`);
  }
  return Math.round(degrees * PRECISION);
}

/** Encodes one number in the characters of encoded polylines. */
export function writeDifference(difference: number): string {
  let rest = difference < 0 ? ~(difference << 1) : difference << 1;
  let text = '';
  while (rest >= 0x20) {
    text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63);
    rest >>>= 5;
  }
  return text + String.fromCharCode(rest + 63);
}

/**
 * Decodes one number and advances the cursor past it.
 * @throws PolylineError
 */
export function readDifference(cursor: { text: string; index: number }): number {
  let bits = 0;
  for (let group = 0; group < MAX_GROUPS; group += 1) {
    const code = cursor.text.charCodeAt(cursor.index) - 63;
    if (Number.isNaN(code)) {
      throw new PolylineError('The polyline ends in the middle of a point.');
    }
    if (code < 0 || code > 0x3f) {
      throw new PolylineError(`The polyline has an invalid character at ${cursor.index}.`);
    }
    cursor.index += 1;
    bits |= (code & 0x1f) << (5 * group);
    if (code < 0x20) {
      return bits & 1 ? ~(bits >>> 1) : bits >>> 1;
    }
  }
  throw new PolylineError(`The polyline has an unterminated number at character ${cursor.index}.`);
}
