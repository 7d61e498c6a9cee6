import type { GuideSource } from '@switchback/geo/guide/guide-line';
import { drivenLine, type DrivenPart, shareOf, stretchWithin } from '@switchback/geo/driven-part';
import { measuredLine } from '@switchback/geo/measured-line';
import { lineLengthMeters } from '@switchback/geo/parts';
import { decodePolyline } from '@switchback/geo/polyline';
import type { LatLng } from '@switchback/geo/location';
import { titleOf } from '../../lib/drives/drive-title.js';
import type { GuideCourse } from '../../lib/offline/guide-course.js';
import type { LegTurns, OfflineDetails } from '../../lib/offline/offline-drives.js';
import { elevationTexts } from '../../texts/elevation.js';
import { type CoursePiece, courseOf } from './course-pieces.js';

/** Waypoints this far from a part of a drive lie on the rest of it. */
const STOP_REACH_METERS = 500;

/** Returns a drive as the guide follows it; null if it has no line. */
export function courseOfDrive(drive: OfflineDetails): GuideCourse | null {
  const origin = `/drive-details/${encodeURIComponent(drive.id)}`;
  return courseOf({ title: titleOf(drive), origin }, [pieceOfDrive(drive)]);
}

export function guideSource({ path, source }: GuideCourse): GuideSource {
  return { ...source, path: decodePolyline(path) };
}

/** Returns a drive, or how much of it is driven, as a piece of a course. A stop without a name only shapes the line. */
export function pieceOfDrive(drive: OfflineDetails, part?: DrivenPart): CoursePiece {
  const whole = decodePolyline(drive.path);
  const path = part === undefined ? whole : drivenLine(whole, part, drive.distance);
  const stops = drive.waypoints.slice(1, -1).map(({ label, location, near }) => ({
    name: label.trim(),
    location,
    isShaping: near === true || !isNamed(label),
  }));
  const places = drive.pointsOfInterest.map(({ label, location }) => ({ name: label.trim(), location }));
  return {
    path,
    stops: part === undefined ? stops : stopsOn(path, stops),
    places: [...places.filter(({ name }) => isNamed(name)), ...highPoint(drive, whole)],
    turns: part === undefined ? drive.turns : turnsOfPart(drive, part, lineLengthMeters(whole)),
    durationSeconds: drive.duration * (part === undefined ? 1 : shareOf(part, drive.distance)),
    isApproximate: drive.approximate,
    drive: { id: drive.id, title: titleOf(drive), lengthMeters: lineLengthMeters(whole) },
  };
}

/** A label of coordinates, as of a point that was dragged, is no name. */
function isNamed(label: string): boolean {
  return /\p{L}{2}/u.test(label);
}

/** Returns the stops that lie on a part of a drive, in its order. */
function stopsOn(path: readonly LatLng[], stops: GuideSource['stops']): GuideSource['stops'] {
  const line = measuredLine(path);
  return stops
    .flatMap((stop) => {
      const nearest = line.nearest(stop.location);
      return nearest !== null && nearest.awayMeters <= STOP_REACH_METERS ? [{ stop, meters: nearest.meters }] : [];
    })
    .toSorted((a, b) => a.meters - b.meters)
    .map(({ stop }) => stop);
}

/** Turns hold in one direction alone. */
function turnsOfPart({ turns, distance }: OfflineDetails, part: DrivenPart, wholeMeters: number): readonly LegTurns[] {
  if (part.reversed) return [];
  const stretch = stretchWithin(part, distance);
  if (stretch === null) return turns;
  const scale = distance > 0 ? wholeMeters / distance : 0;
  const [from, to] = [stretch.from * scale, stretch.to * scale];
  let meters = 0;
  return turns.flatMap(({ lengthMeters, maneuvers }) => {
    const begin = meters;
    meters += lengthMeters;
    const [first, last] = [Math.max(begin, from), Math.min(meters, to)];
    if (last <= first) return [];
    const within = maneuvers?.map((each) => ({ ...each, along: begin + each.along - first })) ?? null;
    const length = last - first;
    return [{ lengthMeters: length, maneuvers: within?.filter(({ along }) => along >= 0 && along <= length) ?? null }];
  });
}

function highPoint({ elevation }: OfflineDetails, path: readonly LatLng[]): GuideSource['places'] {
  const profile = elevation?.profile ?? [];
  if (profile.length === 0) return [];
  const [meters] = profile.reduce((best, point) => (point[1] > best[1] ? point : best));
  const location = measuredLine(path, profile.at(-1)![0]).locationAt(meters);
  return location === null ? [] : [{ name: elevationTexts.facts.highest, location }];
}
