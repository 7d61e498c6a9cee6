import { METERS_PER_DEGREE } from '@switchback/geo/distance';
import { type LatLng, wrapLongitude } from '@switchback/geo/location';
import { DETOUR } from '@switchback/geo/straight-way';

/** The shape of a round trip before its roads are known: points of an ellipse through home. */
export interface Sketch {
  /** Direction from home to the center, in degrees clockwise from north. */
  bearingDegrees: number;
  /** Whether the trip turns left on the way out. */
  isLeft: boolean;
  /** Number of via points; with one, the way back may be the way out. */
  corners: number;
  /** Width as a share of the length. */
  breadth: number;
  /** Share of the outing's time that the trip shall take; two trips may make one outing. */
  share: number;
}

/** Sketches of a kind; the search may end after each round. */
export const ROUND = 8;
/** Whole trips, and halves of figures of eight: near borders and in valleys, one trip may find too few roads. */
const ROUNDS = ['whole', 'half', 'whole', 'half', 'whole', 'half'] as const;
export const ROUNDS_MAX = ROUNDS.length;
/** Share of the time that half of a figure of eight takes. */
const HALF = { min: 0.35, max: 0.65 };
/** Every so many sketches of halves lead out and back. */
const OUT_AND_BACK_EVERY = 4;

/** Steps of the golden angle spread any number of bearings evenly. */
const GOLDEN_DEGREES = 137.508;
const BREADTH = { min: 0.45, max: 1 };
const METERS_PER_SECOND = 13;
/** Keeps longitudes finite near the poles. */
const LAT_MAX = 85;
const RADIANS = Math.PI / 180;

/** Returns the sketches of a search, in rounds; the same for the same generator. */
export function* sketchesBy(random: () => number, loop: boolean): Generator<Sketch, void> {
  const firstDegrees = 360 * random();
  const between = ({ min, max }: { min: number; max: number }) => min + (max - min) * random();
  for (let index = 0; index < ROUND * ROUNDS_MAX; index += 1) {
    const isHalf = ROUNDS[Math.floor(index / ROUND)] === 'half';
    const isOutAndBack = index % (isHalf ? OUT_AND_BACK_EVERY : 2) === 0 && (isHalf || !loop);
    const corners = random() < 0.5 ? 2 : 3;
    yield {
      bearingDegrees: (firstDegrees + index * GOLDEN_DEGREES) % 360,
      isLeft: random() < 0.5,
      corners: isOutAndBack ? 1 : corners,
      breadth: between(BREADTH),
      share: isHalf ? between(HALF) : 1,
    };
  }
}

/** Returns the radius at which a trip over typical roads takes the time. */
export function radiusFor(sketch: Sketch, seconds: number): number {
  const corners = [{ along: 0, across: 0 }, ...cornersOf(sketch)];
  const around = corners.reduce((sum, { along, across }, index) => {
    const next = corners[(index + 1) % corners.length]!;
    return sum + Math.hypot(next.along - along, next.across - across);
  }, 0);
  return (seconds * METERS_PER_SECOND) / (DETOUR * around);
}

/** Returns the via points in the order of travel. */
export function placeVias(home: LatLng, sketch: Sketch, radiusMeters: number): LatLng[] {
  const [north, east] = [Math.cos(sketch.bearingDegrees * RADIANS), Math.sin(sketch.bearingDegrees * RADIANS)];
  const degrees = radiusMeters / METERS_PER_DEGREE;
  return cornersOf(sketch).map(({ along, across }) => {
    const lat = home.lat + degrees * (along * north - across * east);
    const clamped = Math.max(-LAT_MAX, Math.min(LAT_MAX, lat));
    const lng = home.lng + (degrees * (along * east + across * north)) / Math.cos(clamped * RADIANS);
    return { lat: clamped, lng: wrapLongitude(lng) };
  });
}

/** Returns the corners in radii: along the bearing, and across it to the right. */
function cornersOf({ corners, breadth, isLeft }: Sketch): { along: number; across: number }[] {
  return Array.from({ length: corners }, (_, index) => {
    const angle = (2 * Math.PI * (index + 1)) / (corners + 1);
    return { along: 1 - Math.cos(angle), across: (isLeft ? -1 : 1) * breadth * Math.sin(angle) };
  });
}
