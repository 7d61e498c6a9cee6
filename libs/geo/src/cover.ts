import { unwrapLongitudes, wrapLongitude, type LatLng } from './location.js';

/**
 * Returns points on a path, drawn as straight segments in the longitude-latitude plane, so close to each other that
 * every point of the path lies within `reachDegrees` of one of them in latitude and in longitude. Returns null if that
 * takes more than `maxPoints`.
 */
export function coverPath(path: readonly LatLng[], reachDegrees: number, maxPoints: number): LatLng[] | null {
  const lngs = unwrapLongitudes(path);
  const cover: LatLng[] = [];
  let [lat, lng] = [NaN, NaN];
  const add = (nextLat: number, nextLng: number) => {
    [lat, lng] = [nextLat, nextLng];
    return cover.push({ lat, lng: wrapLongitude(lng) }) <= maxPoints;
  };
  for (let index = 0; index < path.length; index += 1) {
    const [toLat, toLng] = [path[index]!.lat, lngs[index]!];
    if (index === 0 && !add(toLat, toLng)) return null;
    const [fromLat, fromLng] = [path[Math.max(0, index - 1)]!.lat, lngs[Math.max(0, index - 1)]!];
    while (Math.abs(toLat - lat) > reachDegrees || Math.abs(toLng - lng) > reachDegrees) {
      const part = Math.min(
        fractionUntil(fromLat, toLat, lat, reachDegrees),
        fractionUntil(fromLng, toLng, lng, reachDegrees),
      );
      if (!add(fromLat + part * (toLat - fromLat), fromLng + part * (toLng - fromLng))) return null;
    }
  }
  return cover;
}

/**
 * Returns the fraction of the way between two values at which it leaves the reach of a center; 1 if it stays within.
 */
function fractionUntil(from: number, to: number, center: number, reach: number): number {
  if (from === to) return 1;
  const part = (center + Math.sign(to - from) * reach - from) / (to - from);
  return part > 1 ? 1 : part;
}
