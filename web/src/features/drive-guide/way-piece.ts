import type { Maneuver } from '@switchback/contracts/resources/drive';
import type { GuideSource } from '@switchback/geo/guide/guide-line';
import { lineLengthMeters } from '@switchback/geo/parts';
import { decodePolyline } from '@switchback/geo/polyline';
import type { CoursePiece } from './course-pieces.js';

/** A way as the API returns it. */
interface Way {
  path: string;
  duration: number;
  /** Absent in answers of an older server, and if no router knows them. */
  maneuvers?: readonly Maneuver[] | null | undefined;
}

/** Returns a way between drives as a piece of a course. */
export function wayPiece({ path, duration, maneuvers }: Way, stops: GuideSource['stops'] = []): CoursePiece {
  const line = decodePolyline(path);
  const turns = maneuvers ? [{ lengthMeters: lineLengthMeters(line), maneuvers }] : [];
  return { path: line, stops, places: [], turns, durationSeconds: duration, isApproximate: false, drive: null };
}
