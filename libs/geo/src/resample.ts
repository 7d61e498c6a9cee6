import { distanceMeters, EARTH_RADIUS_METERS, pathLengthMeters } from './distance.js';
import type { LatLng } from './location.js';

/** Maximum number of points: 25,000 km at 25 m. */
export const RESAMPLE_MAX_POINTS = 1_000_000;

const RADIANS = Math.PI / 180;

/**
 * Returns points at equal steps along a path, including its first and last point (the last step may be shorter).
 * Follows the great circle between two points, so that no step is longer than requested, even near the poles and over
 * long distances.
 * @throws RangeError if the spacing is not positive or would take more than a million points.
 */
export function resamplePath(path: readonly LatLng[], spacingMeters: number): LatLng[] {
  if (!(spacingMeters > 0)) {
    throw new RangeError(`A spacing of ${spacingMeters} m is not positive.`);
  }
  if (pathLengthMeters(path) / spacingMeters > RESAMPLE_MAX_POINTS) {
    throw new RangeError(`The path is too long to be resampled every ${spacingMeters} m.`);
  }
  const sampled: LatLng[] = path.slice(0, 1);
  let untilNextMeters = spacingMeters;
  for (let index = 1; index < path.length; index += 1) {
    const lengthMeters = distanceMeters(path[index - 1]!, path[index]!);
    let atMeters = untilNextMeters;
    const between = atMeters < lengthMeters ? greatCircle(path[index - 1]!, path[index]!) : null;
    for (; between && atMeters < lengthMeters; atMeters += spacingMeters)
      sampled.push(between(atMeters / lengthMeters));
    untilNextMeters = atMeters - lengthMeters;
  }
  return path.length > 1 ? [...sampled, path[path.length - 1]!] : sampled;
}

/** Interpolates along the great circle between two points, by a fraction of 0 to 1: slerp (Shoemake 1985). */
function greatCircle(from: LatLng, to: LatLng): (part: number) => LatLng {
  const start = toVector(from);
  const end = toVector(to);
  const angle = distanceMeters(from, to) / EARTH_RADIUS_METERS;
  return (part) => {
    const startWeight = Math.sin((1 - part) * angle);
    const endWeight = Math.sin(part * angle);
    const [x, y, z] = start.map((value, axis) => value * startWeight + end[axis]! * endWeight) as [
      number,
      number,
      number,
    ];
    return { lat: Math.atan2(z, Math.hypot(x, y)) / RADIANS, lng: Math.atan2(y, x) / RADIANS };
  };
}

function toVector({ lat, lng }: LatLng): [number, number, number] {
  const parallel = Math.cos(lat * RADIANS);
  return [parallel * Math.cos(lng * RADIANS), parallel * Math.sin(lng * RADIANS), Math.sin(lat * RADIANS)];
}
