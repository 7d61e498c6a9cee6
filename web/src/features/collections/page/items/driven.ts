import type { CollectionItem } from '@switchback/contracts/resources/collection';
import type { DriveSummary, Elevation, Waypoint } from '@switchback/contracts/resources/drive';
import { boundsOfPath } from '@switchback/geo/bounds';
import { drivenLine, type DrivenPart, shareOf, stretchWithin } from '@switchback/geo/driven-part';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';

/** Drives by id. */
export type Drives = ReadonlyMap<string, DriveSummary>;

/** An item of a collection on the map and in sums: a drive, or a place, where its line begins and ends. */
export type Driven = Pick<
  DriveSummary,
  | 'title'
  | 'distance'
  | 'duration'
  | 'durationSource'
  | 'approximate'
  | 'gain'
  | 'overviewPath'
  | 'startLocation'
  | 'endLocation'
  | 'startAddress'
  | 'endAddress'
>;

/** Returns an item as it is driven. Undefined while its drive loads. */
export function drivenOf(drives: Drives, item: CollectionItem | undefined): Driven | undefined {
  return item?.place ? atPlace(item.place) : driveOf(drives, item);
}

/**
 * Returns the drive of an item as the item has it driven: its stretch, from where the driver enters it to where the driver
 * leaves it. Undefined for a place, and while the drive loads.
 */
export function driveOf(drives: Drives, item: CollectionItem | undefined): DriveSummary | undefined {
  const drive = drives.get(item?.driveId ?? '');
  return drive && item?.part ? asDriven(drive, item.part) : drive;
}

/** Returns the ids of the drives of a list, each once. */
export function driveIdsOf(items: readonly CollectionItem[]): string[] {
  return [...new Set(items.flatMap(({ driveId }) => driveId ?? []))];
}

function atPlace({ label, location }: Waypoint): Driven {
  return {
    title: label,
    distance: 0,
    duration: 0,
    durationSource: 'given',
    approximate: false,
    gain: null,
    overviewPath: encodePolyline([location]),
    startLocation: location,
    endLocation: location,
    startAddress: label,
    endAddress: label,
  };
}

/** The ascent is unknown: a drive's counts for its whole length, in its own direction. */
function asDriven(drive: DriveSummary, part: DrivenPart): DriveSummary {
  const { distance, duration } = drive;
  const path = drivenLine(decodePolyline(drive.overviewPath), part, distance);
  const [first, last] = [path[0], path.at(-1)];
  if (first === undefined || last === undefined) return drive;
  const share = shareOf(part, distance);
  const stretch = stretchWithin(part, distance);
  const ends = [stretch !== null && stretch.from > 0 ? '' : drive.startAddress];
  ends.push(stretch !== null && stretch.to < distance ? '' : drive.endAddress);
  if (part.reversed) ends.reverse();
  return {
    ...drive,
    distance: distance * share,
    duration: duration * share,
    gain: null,
    overviewPath: encodePolyline(path),
    bounds: boundsOfPath(path),
    startLocation: placeOf(first),
    endLocation: placeOf(last),
    startAddress: ends[0]!,
    endAddress: ends[1]!,
  };
}

function placeOf({ lat, lng }: LatLng): LatLng {
  return { lat, lng };
}

/**
 * Returns the elevations along an item. Those of a stretch are summed up from the points of the profile.
 * @param distance length of the whole drive in meters.
 */
export function drivenElevation(elevation: Elevation, part: DrivenPart, distance: number): Elevation {
  const length = elevation.profile.at(-1)?.[0] ?? 0;
  const stretch = stretchWithin(part, distance);
  const scale = length / distance;
  const cut = stretch === null ? elevation : cutTo(elevation, stretch.from * scale, stretch.to * scale);
  return part.reversed ? turned(cut) : cut;
}

function cutTo({ source, steepest, profile }: Elevation, from: number, to: number): Elevation {
  const within = profile.filter(([meters]) => meters > from && meters < to);
  const points = [[from, heightAt(profile, from)] as const, ...within, [to, heightAt(profile, to)] as const];
  const heights = points.map(([, height]) => height);
  const steps = heights.slice(1).map((height, index) => height - heights[index]!);
  const isWithin = steepest !== null && steepest.from >= from && steepest.from + STEEPEST_METERS <= to;
  return {
    source,
    gain: steps.reduce((sum, step) => sum + Math.max(0, step), 0),
    loss: steps.reduce((sum, step) => sum + Math.max(0, -step), 0),
    highest: Math.max(...heights),
    steepest: isWithin ? { ...steepest, from: steepest.from - from } : null,
    profile: points.map(([meters, height]) => [meters - from, height]),
  };
}

const STEEPEST_METERS = 1_000;

function turned({ source, gain, loss, highest, steepest, profile }: Elevation): Elevation {
  const length = profile.at(-1)?.[0] ?? 0;
  return {
    source,
    gain: loss,
    loss: gain,
    highest,
    steepest: steepest && { from: Math.max(0, length - steepest.from - STEEPEST_METERS), percent: -steepest.percent },
    profile: profile.map(([meters, height]): [number, number] => [length - meters, height]).reverse(),
  };
}

function heightAt(profile: Elevation['profile'], meters: number): number {
  const next = profile.findIndex(([each]) => each >= meters);
  const [before, after] = [profile[Math.max(0, next - 1)]!, profile[next] ?? profile.at(-1)!];
  const span = after[0] - before[0];
  return span > 0 ? before[1] + ((meters - before[0]) / span) * (after[1] - before[1]) : after[1];
}
