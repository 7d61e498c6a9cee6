import type { GuideSource } from '@switchback/geo/guide/guide-line';
import type { LatLng } from '@switchback/geo/location';
import type { CoursePiece } from './course-pieces.js';

/** Returns a way between drives as a piece of a course. */
export function wayPiece(
  path: readonly LatLng[],
  durationSeconds: number,
  stops: GuideSource['stops'] = [],
): CoursePiece {
  return { path, stops, places: [], turns: [], durationSeconds, isApproximate: false, drive: null };
}
