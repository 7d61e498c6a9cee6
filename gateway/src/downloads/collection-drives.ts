import type { Way } from '@switchback/contracts/resources/collection';
import type { DriveDetails, Waypoint } from '@switchback/contracts/resources/drive';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { drivenLegs, type DrivenPart, stretchWithin, WHOLE } from '@switchback/geo/driven-part';
import type { EncodedLeg } from '@switchback/geo/elevation';
import { distanceToLineMeters } from '@switchback/geo/line-distance';
import { countPoints, decodePolyline } from '@switchback/geo/polyline';
import { refuseField } from '@switchback/platform/errors';
import { type CollectionPart, wayTo } from './collection-part.js';
import { drivenTitle } from './driven-title.js';

/** Returns a drive, or null if it was deleted or hidden meanwhile. */
export type LoadDrive = (id: string) => Promise<DriveDetails | null>;

/** What files contain of a drive, or of a place, which has no legs. */
export interface FileDrive {
  title: string;
  legs: EncodedLeg[];
  waypoints: Waypoint[];
  pointsOfInterest: Waypoint[];
}

/** A place farther from a stretch of a drive belongs to the rest of the drive. */
const PLACE_METERS_MAX = 2_000;

/** A drive or a place in its order in a file, with its note and the way that leads to it. */
interface Stop {
  drive: FileDrive;
  note: string;
  way: Way | undefined;
}

/** A part of a collection with all lines that its file contains. */
export interface LoadedPart extends CollectionPart {
  stops: Stop[];
}

/**
 * Loads the drives of a part, each once, before the first byte of the file is sent: a failure still becomes an error.
 * @throws ProductError `invalidInput` if the file would have too many points, which bounds its bytes, too: about 100 for
 * each point. It also bounds the memory that the lines use.
 */
export async function loadPart(part: CollectionPart, ways: readonly Way[], load: LoadDrive): Promise<LoadedPart> {
  const drives = new Map<string, WholeDrive | null>();
  const stops: Stop[] = [];
  let points = 0;
  for (const item of part.items) {
    const { driveId, note, place } = item;
    if (driveId !== null && !drives.has(driveId)) drives.set(driveId, wholeOf(await load(driveId)));
    const whole = drives.get(driveId ?? '');
    const drive = place ? atPlace(place) : whole && toFileDrive(whole, item.part ?? WHOLE);
    if (!drive) continue;
    const way = wayTo(item, ways);
    points += pointsOf([...drive.legs, ...(way ? [way] : [])]);
    if (points > LIMITS.filePointsMax) throw tooLarge(part);
    stops.push({ drive, note, way });
  }
  return { ...part, stops };
}

/** The properties of a drive that files contain; its line is only in its legs. */
type WholeDrive = FileDrive & Pick<DriveDetails, 'distance'>;

function wholeOf(drive: DriveDetails | null): WholeDrive | null {
  if (!drive) return null;
  const { title, distance, waypoints, pointsOfInterest, directions } = drive;
  return { title, distance, waypoints, pointsOfInterest, legs: directions.legs };
}

function atPlace(place: Waypoint): FileDrive {
  return { title: place.label, legs: [], waypoints: [place], pointsOfInterest: [] };
}

/** A stretch has those places of the drive that are near it, and no names for its ends. */
function toFileDrive(drive: WholeDrive, part: DrivenPart): FileDrive {
  const { distance } = drive;
  const title = drivenTitle(drive, part);
  const legs = drivenLegs(drive.legs, part, distance);
  const inOrder = <Place>(places: readonly Place[]) => (part.reversed ? places.toReversed() : [...places]);
  const [waypoints, pointsOfInterest] = [inOrder(drive.waypoints), inOrder(drive.pointsOfInterest)];
  if (!stretchWithin(part, distance)) return { title, legs, waypoints, pointsOfInterest };
  const lines = legs.map(({ path }) => decodePolyline(path));
  const isNear = ({ location }: Waypoint) =>
    lines.some((line) => distanceToLineMeters(line, location) <= PLACE_METERS_MAX);
  return { title, legs, waypoints: [], pointsOfInterest: pointsOfInterest.filter(isNear) };
}

function pointsOf(lines: readonly { path: string }[]): number {
  return lines.reduce((sum, { path }) => sum + countPoints(path), 0);
}

function tooLarge({ day, items }: CollectionPart): Error {
  const hasDays = day === null && items.some((item) => item.day !== null);
  const [field, advice] = hasDays
    ? ['day', 'Please download one day at a time.']
    : ['items', 'Please download its drives one by one.'];
  const points = LIMITS.filePointsMax.toLocaleString('en');
  return refuseField(field, 'invalidInput', `The file would have more than ${points} points. ${advice}`);
}
