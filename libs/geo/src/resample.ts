import { distanceMeters, pathLengthMeters } from './distance.js';
import { unwrapLongitudes, wrapLongitude, type LatLng } from './location.js';

/** More points than this are never made: at 25 m that is 25,000 km. */
export const RESAMPLE_MAX_POINTS = 1_000_000;

/**
 * Points at equal steps along a path, its first and last point included (the last step may be shorter).
 * @throws RangeError when the spacing is not positive or would take more than a million points.
 */
export function resamplePath(path: readonly LatLng[], spacingMeters: number): LatLng[] {
  if (!(spacingMeters > 0)) {
    throw new RangeError(`A spacing of ${spacingMeters} m is not positive.`);
  }
  if (pathLengthMeters(path) / spacingMeters > RESAMPLE_MAX_POINTS) {
    throw new RangeError(`The path is too long to be resampled every ${spacingMeters} m.`);
  }
  const lngs = unwrapLongitudes(path);
  const sampled: LatLng[] = path.slice(0, 1);
  let untilNextMeters = spacingMeters;
  for (let index = 1; index < path.length; index += 1) {
    const lengthMeters = distanceMeters(path[index - 1]!, path[index]!);
    let atMeters = untilNextMeters;
    for (; atMeters < lengthMeters; atMeters += spacingMeters) {
      const part = atMeters / lengthMeters;
      sampled.push({
        lat: path[index - 1]!.lat + (path[index]!.lat - path[index - 1]!.lat) * part,
        lng: wrapLongitude(lngs[index - 1]! + (lngs[index]! - lngs[index - 1]!) * part),
      });
    }
    untilNextMeters = atMeters - lengthMeters;
  }
  return path.length > 1 ? [...sampled, path[path.length - 1]!] : sampled;
}
