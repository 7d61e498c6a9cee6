import { METERS_PER_DEGREE } from '@switchback/geo/distance';
import { type LatLng, wrapLongitude } from '@switchback/geo/location';
import type { Random } from './random.js';

/** Meters to the east and to the north of an origin. */
type Flat = readonly [number, number];

const BLOCK_METERS = 150;
const STEP_METERS = 25;
const NOISE_METERS = 5;
/** The driveway, or a parked car in the street. */
const PARKING_METERS = 100;

/** Returns recorded tracks that leave a home along the streets of its town, in all directions. */
export function tracksFrom(home: LatLng, count: number, random: Random): LatLng[][] {
  const town = { turn: random.next() * Math.PI, shift: [random.next() * BLOCK_METERS, random.next() * BLOCK_METERS] };
  return Array.from({ length: count }, () => {
    const heading = random.next() * 2 * Math.PI - town.turn;
    const parked = around([0, 0], PARKING_METERS * Math.sqrt(random.next()), random);
    const path = streets(turned(parked, -town.turn), town.shift as [number, number], heading, random);
    return path.map((point) => place(around(turned(point, town.turn), NOISE_METERS * random.next(), random), home));
  });
}

/** Drives to the nearest street, then from junction to junction, where it turns as the heading demands. */
function streets([x, y]: Flat, shift: Flat, heading: number, random: Random): Flat[] {
  const corner = [x - ((x - shift[0]) % BLOCK_METERS), y - ((y - shift[1]) % BLOCK_METERS)] as const;
  const corners: Flat[] = [[x, y], [corner[0], y], corner];
  const [east, north] = [Math.cos(heading), Math.sin(heading)];
  const lengthMeters = 8_000 + random.next() * 6_000;
  for (let meters = 0; meters < lengthMeters; meters += BLOCK_METERS) {
    const [atX, atY] = corners.at(-1)!;
    const isAcross = random.next() < Math.abs(east) / (Math.abs(east) + Math.abs(north));
    corners.push(isAcross ? [atX + Math.sign(east) * BLOCK_METERS, atY] : [atX, atY + Math.sign(north) * BLOCK_METERS]);
  }
  return corners.flatMap((point, index) => between(corners[index - 1] ?? point, point));
}

function between(from: Flat, to: Flat): Flat[] {
  const steps = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / STEP_METERS));
  return Array.from({ length: steps }, (_, step) => {
    const share = (step + 1) / steps;
    return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])] as const;
  });
}

/** The guesses of someone who knows how tracks are cut, and some that start at one home. */
export interface Guesses {
  /** The center of the circle of the cut on which the visible starts lie, by least squares. */
  circle: LatLng;
  mean: LatLng;
  /** The place that the visible first stretches point back to, by least squares. */
  rays: LatLng;
  /** Tracks that fan out evenly have their mean halfway between home and the center. */
  fan: LatLng;
}

/** Guesses a home from tracks that start at it. @param radius that of the circle that the cut leaves out. */
export function guessHome(tracks: readonly (readonly LatLng[])[], radius: number): Guesses {
  const origin = tracks[0]![0]!;
  const starts = tracks.map((track) => flat(track[0]!, origin));
  const mean = scaled(starts.reduce(plus), 1 / starts.length);
  const circle = circleThrough(starts, radius, mean);
  const rays = tracks.map((track, index) => ({ at: starts[index]!, to: flat(track[4]!, origin) }));
  return {
    circle: place(circle, origin),
    mean: place(mean, origin),
    rays: place(meetingOf(rays), origin),
    fan: place(plus(circle, scaled(minus(mean, circle), 2)), origin),
  };
}

/** Gauss-Newton on the distances to a circle of this radius. */
function circleThrough(points: readonly Flat[], radius: number, first: Flat): Flat {
  let center = first;
  for (let round = 0; round < 100; round += 1) {
    const rows = points.map((point) => {
      const [dx, dy] = minus(center, point);
      const length = Math.max(1, Math.hypot(dx, dy));
      return { normal: [dx / length, dy / length] as Flat, value: radius - length };
    });
    center = plus(center, leastSquares(rows));
  }
  return center;
}

/** The place nearest to all lines. */
function meetingOf(rays: readonly { at: Flat; to: Flat }[]): Flat {
  return leastSquares(
    rays.map(({ at, to }) => {
      const [dx, dy] = minus(to, at);
      const length = Math.hypot(dx, dy);
      const normal = [-dy / length, dx / length] as const;
      return { normal, value: normal[0] * at[0] + normal[1] * at[1] };
    }),
  );
}

/** Solves normal · x = value for x. */
function leastSquares(rows: readonly { normal: Flat; value: number }[]): Flat {
  let [xx, xy, yy, x, y] = [0, 0, 0, 0, 0];
  for (const { normal, value } of rows) {
    xx += normal[0] ** 2;
    xy += normal[0] * normal[1];
    yy += normal[1] ** 2;
    x += normal[0] * value;
    y += normal[1] * value;
  }
  const determinant = xx * yy - xy * xy;
  return [(yy * x - xy * y) / determinant, (xx * y - xy * x) / determinant];
}

function around([x, y]: Flat, meters: number, random: Random): Flat {
  const direction = random.next() * 2 * Math.PI;
  return [x + meters * Math.cos(direction), y + meters * Math.sin(direction)];
}

function turned([x, y]: Flat, angle: number): Flat {
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
}

const plus = (a: Flat, b: Flat): Flat => [a[0] + b[0], a[1] + b[1]];
const minus = (a: Flat, b: Flat): Flat => [a[0] - b[0], a[1] - b[1]];
const scaled = ([x, y]: Flat, by: number): Flat => [x * by, y * by];

function flat({ lat, lng }: LatLng, origin: LatLng): Flat {
  const narrow = Math.cos((origin.lat * Math.PI) / 180);
  return [wrapLongitude(lng - origin.lng) * METERS_PER_DEGREE * narrow, (lat - origin.lat) * METERS_PER_DEGREE];
}

function place([x, y]: Flat, origin: LatLng): LatLng {
  const narrow = Math.cos((origin.lat * Math.PI) / 180);
  return {
    lat: origin.lat + y / METERS_PER_DEGREE,
    lng: wrapLongitude(origin.lng + x / METERS_PER_DEGREE / narrow),
  };
}
