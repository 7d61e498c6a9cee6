import { METERS_PER_DEGREE } from '@switchback/geo/distance';
import type { Shown } from '@switchback/geo/guide/guide-state';
import { worldPixels, ZOOM } from '../../map/zoom.js';

/** Pixels from the car to the edge of the smallest map. */
const REACH_PIXELS = 120;
const FARTHEST = ZOOM.city - 2;
const EQUATOR_METERS = METERS_PER_DEGREE * 360;

/** Returns the zoom of the map around the car: close on the line, far enough to show the line off it. */
export function drivingZoom({ back, place }: Pick<Shown, 'back' | 'place'>): number {
  if (back === null || place === null) return ZOOM.streets;
  const parallelMeters = EQUATOR_METERS * Math.cos((place.lat * Math.PI) / 180);
  const fitting = Math.log2((parallelMeters * REACH_PIXELS) / Math.max(1, back.awayMeters) / worldPixels(0));
  // In steps, so that the map does not breathe with every fix.
  return Math.min(ZOOM.streets, Math.max(FARTHEST, Math.floor(fitting * 2) / 2));
}
