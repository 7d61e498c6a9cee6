import { boundsOfPath } from '@switchback/geo/bounds';
import { METERS_PER_DEGREE } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';

/** A planned route has its points on the road, and a track strays from the road by a receiver's error. */
const WITHIN_METERS = 150;
const SAMPLES_MAX = 100;

/** Whether all of a line lies along another, in whichever direction: a sample of its points is within 150 m of it. */
export function followsWay(line: readonly LatLng[], other: readonly (readonly LatLng[])[]): boolean {
  const degrees = WITHIN_METERS / METERS_PER_DEGREE;
  const { north, south } = boundsOfPath(other.flat());
  const step = Math.max(1, Math.ceil(line.length / SAMPLES_MAX));
  const samples = line.filter((_, index) => index % step === 0 || index === line.length - 1);
  if (samples.some(({ lat }) => lat > north + degrees || lat < south - degrees)) return false;
  return samples.every((sample) => other.some((part) => isNear(sample, part)));
}

/** On a plane fitted to the point's latitude. */
function isNear({ lat, lng }: LatLng, path: readonly LatLng[]): boolean {
  const scale = Math.cos((lat * Math.PI) / 180);
  const x = (to: LatLng) => (((to.lng - lng + 540) % 360) - 180) * scale * METERS_PER_DEGREE;
  const y = (to: LatLng) => (to.lat - lat) * METERS_PER_DEGREE;
  return path.some((to, index) => {
    const from = path[index - 1] ?? to;
    const [fromX, fromY, stepX, stepY] = [x(from), y(from), x(to) - x(from), y(to) - y(from)];
    const squared = stepX ** 2 + stepY ** 2;
    const along = squared > 0 ? Math.min(1, Math.max(0, -(fromX * stepX + fromY * stepY) / squared)) : 0;
    return Math.hypot(fromX + along * stepX, fromY + along * stepY) <= WITHIN_METERS;
  });
}
