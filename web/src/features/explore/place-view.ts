import { boundsOfPath, expandBounds, unionBounds } from '@switchback/geo/bounds';
import type { Bounds, LatLng } from '@switchback/geo/location';

const DRIVES_WANTED = 8;
/** Half a day's drive: a place farther than this from all drives is shown without them. */
const REACH_MAX_METERS = 300_000;
/** Keeps the last drive off the edge of the map. */
const MARGIN = 1.05;

/** Returns the bounds to show for a place: its own viewport, widened until about eight drives pass through it. */
export function placeView(
  { location, viewport }: { location: LatLng; viewport: Bounds },
  nearestMeters: readonly number[],
): Bounds {
  const distances = nearestMeters.slice(0, DRIVES_WANTED);
  const reachMeters = Math.max(0, ...distances.filter((meters) => meters <= REACH_MAX_METERS));
  return unionBounds(viewport, expandBounds(boundsOfPath([location]), MARGIN * reachMeters));
}
