import { distanceMeters, METERS_PER_DEGREE, pathLengthMeters } from './distance.js';
import { type LatLng, wrapLongitude } from './location.js';
import { resamplePath } from './resample.js';

/** Lines this near to each other follow the same road; the two directions of a divided one lie this far apart. */
const REACH_METERS = 30;
/** Meters along a line within which it may come near itself, as in a hairpin, without repeating a road. */
const APART_METERS = 200;
const SPACING_METERS = 25;
/** 250 km at the spacing; longer lines get a wider one. */
const MAX_SAMPLES = 10_000;
/** Maximum number of samples compared per grid cell. */
const CELL_MAX_SAMPLES = 64;
/** Squared cosine of 45 degrees: lines that cross at a wider angle do not follow the same road. */
const SAME_DIRECTION = 0.5;
/** Keeps cells at the poles finite. */
const NARROWEST_PARALLEL = 1e-3;

const RADIANS = Math.PI / 180;

/**
 * Returns the share of a line's length, 0 to 1, on roads that it passes more than once, in either direction: almost 1
 * for out and back, 0 for a loop. Crossings and hairpins do not count.
 */
export function repeatedShare(line: readonly LatLng[]): number {
  const frame = frameOf([line]);
  const samples = samplesOf(line, frame);
  const grid = new Grid(frame);
  samples.forEach((sample) => grid.add(sample));
  const apart = (a: Sample, b: Sample) => Math.abs(a.atMeters - b.atMeters) >= APART_METERS;
  return shareOf(samples, (sample) => grid.hasNear(sample, apart));
}

/**
 * Returns the share of a line's length, 0 to 1, on roads that one of the other lines passes, in either direction.
 * @param reachMeters distance up to which lines follow the same road.
 */
export function sharedShare(
  line: readonly LatLng[],
  others: readonly (readonly LatLng[])[],
  reachMeters = REACH_METERS,
): number {
  const frame = frameOf([line, ...others]);
  const grid = new Grid(frame, reachMeters);
  others.forEach((other) => samplesOf(other, frame).forEach((sample) => grid.add(sample)));
  return shareOf(samplesOf(line, frame), (sample) => grid.hasNear(sample, () => true));
}

interface Frame {
  originLng: number;
  spacingMeters: number;
  /** Cosine of the latitude furthest from the equator: cells are nowhere narrower than the reach. */
  parallel: number;
}

interface Sample {
  lat: number;
  /** Degrees east of the frame's origin. */
  lng: number;
  /** Heading as a unit vector; zero if the line stands still. */
  east: number;
  north: number;
  /** Position along the line. */
  atMeters: number;
}

function frameOf(lines: readonly (readonly LatLng[])[]): Frame {
  const longestMeters = lines.reduce((longest, line) => Math.max(longest, pathLengthMeters(line)), 0);
  const furthestLat = lines.flat().reduce((furthest, { lat }) => Math.max(furthest, Math.abs(lat)), 0);
  return {
    originLng: lines.find((line) => line.length > 0)?.[0]?.lng ?? 0,
    spacingMeters: Math.max(SPACING_METERS, longestMeters / MAX_SAMPLES),
    parallel: Math.max(Math.cos(furthestLat * RADIANS), NARROWEST_PARALLEL),
  };
}

/** Samples a line at equal steps; none if it has no length. */
function samplesOf(line: readonly LatLng[], { originLng, spacingMeters }: Frame): Sample[] {
  const points = resamplePath(line, spacingMeters);
  return points.slice(1).map((end, index) => {
    const start = points[index]!;
    const north = end.lat - start.lat;
    const east = wrapLongitude(end.lng - start.lng) * Math.cos(start.lat * RADIANS);
    const length = Math.hypot(north, east) || 1;
    return {
      lat: start.lat,
      lng: wrapLongitude(start.lng - originLng),
      east: east / length,
      north: north / length,
      atMeters: index * spacingMeters,
    };
  });
}

function shareOf(samples: readonly Sample[], test: (sample: Sample) => boolean): number {
  return samples.length === 0 ? 0 : samples.filter(test).length / samples.length;
}

/** Finds samples near to others in constant time. */
class Grid {
  readonly #cells = new Map<number, Sample[]>();
  readonly #reachMeters: number;
  readonly #rowDegrees: number;
  readonly #columnDegrees: number;
  readonly #columns: number;

  constructor({ spacingMeters, parallel }: Frame, reachMeters = REACH_METERS) {
    this.#reachMeters = Math.max(reachMeters, spacingMeters);
    this.#rowDegrees = this.#reachMeters / METERS_PER_DEGREE;
    this.#columnDegrees = this.#rowDegrees / parallel;
    this.#columns = Math.ceil(360 / this.#columnDegrees) + 2;
  }

  add(sample: Sample): void {
    const key = this.#keyOf(sample);
    const cell = this.#cells.get(key);
    if (!cell) this.#cells.set(key, [sample]);
    else if (cell.length < CELL_MAX_SAMPLES) cell.push(sample);
  }

  /** Reports whether a sample that passes the test lies within reach, in about the same or the opposite direction. */
  hasNear(sample: Sample, test: (a: Sample, b: Sample) => boolean): boolean {
    const key = this.#keyOf(sample);
    for (let row = -1; row <= 1; row += 1)
      for (let column = -1; column <= 1; column += 1) {
        const cell = this.#cells.get(key + row * this.#columns + column);
        if (cell?.some((other) => test(sample, other) && isParallel(sample, other) && this.#isNear(sample, other)))
          return true;
      }
    return false;
  }

  #isNear(a: Sample, b: Sample): boolean {
    return distanceMeters(a, b) <= this.#reachMeters;
  }

  #keyOf({ lat, lng }: Sample): number {
    return Math.floor(lat / this.#rowDegrees) * this.#columns + Math.floor((lng + 180) / this.#columnDegrees);
  }
}

function isParallel(a: Sample, b: Sample): boolean {
  return (a.east * b.east + a.north * b.north) ** 2 >= SAME_DIRECTION;
}
