import type { LatLng } from '@switchback/geo/location';
import { encodePolyline } from '@switchback/geo/polyline';
import { estimateWay } from '@switchback/geo/straight-way';

/** Returns a straight line between two places, scaled to the length of a typical road. */
export function straightLeg(start: LatLng, end: LatLng): { distance: number; duration: number; path: string } {
  const { distanceMeters: distance, durationSeconds: duration } = estimateWay(start, end);
  return { distance, duration, path: encodePolyline([start, end]) };
}
