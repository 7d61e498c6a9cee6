import { boundsContain, boundsOfPath, expandBounds } from '@switchback/geo/bounds';
import { METERS_PER_DEGREE } from '@switchback/geo/distance';
import type { Bounds, LatLng } from '@switchback/geo/location';

/** A planned route has its points on the road, and a track strays from the road by a receiver's error. */
const WITHIN_METERS = 150;
const SAMPLES_MAX = 100;
const STRETCH_POINTS = 64;

/** What lines are compared by: comparing all their points would take minutes for a file of a hundred recordings. */
export interface Outline {
  samples: readonly LatLng[];
  /** The line piece by piece, each with the box in which a point can be near it. */
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

/** Each begins with the point that the one before it ends with. */
function stretchesOf(path: readonly LatLng[]): Outline['stretches'] {
  const count = Math.max(1, Math.ceil((path.length - 1) / STRETCH_POINTS));
  return Array.from({ length: count }, (_, index) => {
    const stretch = path.slice(index * STRETCH_POINTS, (index + 1) * STRETCH_POINTS + 1);
    return { path: stretch, bounds: expandBounds(boundsOfPath(stretch), WITHIN_METERS) };
  });
}

/** Whether all of a line lies along another, in whichever direction: a sample of its points is within 150 m of it. */
export function followsWay({ samples }: Outline, { stretches }: Outline): boolean {
  return samples.every((sample) =>
    stretches.some(({ path, bounds }) => boundsContain(bounds, sample) && isNear(sample, path)),
  );
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
