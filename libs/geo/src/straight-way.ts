import { distanceMeters } from './distance.js';
import type { LatLng } from './location.js';

/** Roads are longer than straight lines: 1.16 to 1.4 times on US byways. */
export const DETOUR = 1.28;
export const METERS_PER_SECOND = 16;

/** Returns the estimated length and time of the road between two places. */
export function estimateWay(start: LatLng, end: LatLng): { distanceMeters: number; durationSeconds: number } {
  const lengthMeters = DETOUR * distanceMeters(start, end);
  return { distanceMeters: lengthMeters, durationSeconds: lengthMeters / METERS_PER_SECOND };
}
