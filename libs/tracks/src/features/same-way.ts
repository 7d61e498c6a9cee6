import { boundsContain, boundsOfPath, expandBounds } from '@switchback/geo/bounds';
import { METERS_PER_DEGREE } from '@switchback/geo/distance';
import type { Bounds, LatLng } from '@switchback/geo/location';

/** A planned route has its points on the road; a track strays from the road by the receiver's error. */
const WITHIN_METERS = 150;
const SAMPLES_MAX = 100;
const STRETCH_POINTS = 64;

/** Samples for comparing lines: comparing all points of a hundred recordings would take minutes. */
export interface Outline {
  samples: readonly LatLng[];
  /** The line in stretches, each with the box in which a point can be near it. */
  stretches: readonly { path: readonly LatLng[]; bounds: Bounds }[];
}

export function outlineOf(parts: readonly (readonly LatLng[])[]): Outline {
  const points = parts.flat();
  const step = Math.max(1, Math.ceil(points.length / SAMPLES_MAX));
  return {
    samples: points.filter((_, index) => index % step === 0 || index === points.length - 1),
    stretches: parts.flatMap(stretchesOf),
  };
}

/** Splits a path into stretches; each starts with the last point of the previous one. */
function stretchesOf(path: readonly LatLng[]): Outline['stretches'] {
  const count = Math.max(1, Math.ceil((path.length - 1) / STRETCH_POINTS));
  return Array.from({ length: count }, (_, index) => {
    const stretch = path.slice(index * STRETCH_POINTS, (index + 1) * STRETCH_POINTS + 1);
    return { path: stretch, bounds: expandBounds(boundsOfPath(stretch), WITHIN_METERS) };
  });
}

/** Returns whether all of a line follows another, in either direction: samples of its points are within 150 m of it. */
export function followsWay({ samples }: Pick<Outline, 'samples'>, { stretches }: Outline): boolean {
  return samples.every((sample) => passesNear(stretches, sample));
}

/** Returns the share of a line's samples that are within 150 m of another line. */
export function shareOnWay({ samples }: Pick<Outline, 'samples'>, { stretches }: Outline): number {
  return samples.filter((sample) => passesNear(stretches, sample)).length / samples.length;
}

function passesNear(stretches: Outline['stretches'], sample: LatLng): boolean {
  return stretches.some(({ path, bounds }) => boundsContain(bounds, sample) && isNear(sample, path));
}

/** Measures on a plane fitted to the point's latitude. */
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
