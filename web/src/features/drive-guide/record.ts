import type { DriveForm } from '@switchback/contracts/endpoints/authoring';
import { distanceMeters, pathLengthMeters } from '@switchback/geo/distance';
import type { RecordedPoint } from '@switchback/geo/formats/gpx';
import { joinParts } from '@switchback/geo/parts';
import { encodePolyline } from '@switchback/geo/polyline';
import type { RecordedFix } from '../../lib/offline/records.js';

/** A later fix, farther away, begins a new segment: the record has a gap. */
const GAP_MS = 15_000;
const GAP_METERS = 100;
/** Fixes closer than this are the jitter of a car that stands. */
const STEP_METERS = 5;
const ACCURACY_MAX_METERS = 100;
/** A shorter record is no drive. */
const DRIVE_MIN_METERS = 500;

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

/** Returns the record as a private drive; null if it is too short to be one. */
export function formOfRecord(
  title: string,
  segments: readonly (readonly RecordedPoint[])[],
  movingSeconds: number,
): DriveForm | null {
  const meters = segments.reduce((sum, segment) => sum + pathLengthMeters(segment), 0);
  const [first, last] = [segments[0]?.[0], segments.at(-1)?.at(-1)];
  if (first === undefined || last === undefined || meters < DRIVE_MIN_METERS) return null;
  const pointOf = ({ lat, lng }: RecordedPoint) => ({ label: '', location: { lat, lng } });
  const [start, end] = [pointOf(first), pointOf(last)];
  return {
    title,
    privacy: 'private',
    waypoints: [start, end].map(({ label, location }) => ({ label, value: { location } })),
    directions: {
      source: 'track',
      legs: [
        {
          start,
          end,
          distance: meters,
          duration: Math.round(movingSeconds),
          path: encodePolyline(joinParts(segments)),
        },
      ],
    },
  };
}
