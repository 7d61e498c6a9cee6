import type { RecordForm } from '@switchback/contracts/endpoints/authoring';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { distanceMeters, pathLengthMeters } from '@switchback/geo/distance';
import type { RecordedPoint } from '@switchback/geo/formats/gpx';
import { joinParts } from '@switchback/geo/parts';
import { encodePolyline } from '@switchback/geo/polyline';
import { TRIMMED_MIN_METERS } from '@switchback/geo/trim-track';
import type { RecordedFix } from '../../lib/offline/records.js';

/** A later fix, farther away, begins a new segment: the record has a gap. */
const GAP_MS = 15_000;
const GAP_METERS = 100;
/** Fixes closer than this are the jitter of a car that stands. */
const STEP_METERS = 5;
const ACCURACY_MAX_METERS = 100;

/** Returns the track of a record: a segment for each stretch without a gap. */
export function segmentsOf(fixes: readonly RecordedFix[]): RecordedPoint[][] {
  const segments: RecordedPoint[][] = [];
  let last: RecordedPoint | null = null;
  for (const { lat, lng, at, accuracyMeters, altitude } of fixes) {
    if (accuracyMeters > ACCURACY_MAX_METERS) continue;
    const point = { lat, lng, at, ...(altitude !== null && { elevation: Math.round(altitude) }) };
    const meters = last === null ? 0 : distanceMeters(last, point);
    if (last !== null && meters < STEP_METERS) continue;
    if (last === null || (at - last.at > GAP_MS && meters > GAP_METERS)) segments.push([]);
    segments.at(-1)!.push(point);
    last = point;
  }
  return segments.filter((segment) => segment.length > 1);
}

/** Returns the highest point of a record in meters; null if the device knows no heights. */
export function highestOf(segments: readonly (readonly RecordedPoint[])[]): number | null {
  const heights = segments.flat().flatMap(({ elevation }) => elevation ?? []);
  return heights.length === 0 ? null : heights.reduce((best, height) => Math.max(best, height));
}

/** Returns the record as it is saved; null if it is too short, whatever the server cuts from its ends. */
export function formOfRecord(
  title: string,
  segments: readonly (readonly RecordedPoint[])[],
  movingSeconds: number,
): RecordForm | null {
  const meters = segments.reduce((sum, segment) => sum + pathLengthMeters(segment), 0);
  if (meters < TRIMMED_MIN_METERS) return null;
  return {
    title: title.slice(0, LIMITS.driveTitleMax),
    duration: Math.round(movingSeconds),
    path: encodePolyline(joinParts(segments)),
  };
}
