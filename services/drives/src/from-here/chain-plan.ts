import { WAY_METERS_MIN } from '@switchback/contracts/rules/collections';
import { distanceMeters, pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { withoutRepeats } from '@switchback/geo/parts';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { repeatedShare } from '@switchback/geo/repeated-share';
import { stretchOf } from '@switchback/geo/stretch';
import type { Plan } from '@switchback/proto/drives/v1/plan';
import { estimateWay } from '@switchback/geo/straight-way';
import type { Chain, Stage } from './chain-search.js';

/** A leg before its line is encoded. */
interface Leg {
  /** Empty for a way. */
  driveId: string;
  distance: number;
  duration: number;
  degreesPerKm: number;
  path: LatLng[];
}

/** Returns a chain with its ways and lines. @param lines of its drives by id, each in one part. */
export function planOf({ stages }: Chain, home: LatLng, lines: ReadonlyMap<string, readonly LatLng[]>): Plan {
  const drives = stages.flatMap((stage) => legsOf(stage, lines.get(stage.drive.id)!));
  const legs = connect(drives, onGrid([home])[0]!);
  const meters = sumOf(drives, ({ distance }) => distance);
  const degrees = sumOf(drives, ({ distance, degreesPerKm }) => distance * degreesPerKm);
  return {
    legs: legs.map(({ driveId, distance, duration, path }) => {
      return { driveId, distance, duration, path: encodePolyline(path) };
    }),
    distance: sumOf(legs, ({ distance }) => distance),
    duration: sumOf(legs, ({ duration }) => duration),
    degreesPerKm: Math.round((degrees / meters) * 10) / 10,
    repeatedShare: repeatedShare(legs.flatMap(({ path }) => path)),
    source: 'approximate',
  };
}

/** Returns the one leg of a drive that is driven through, or the two of one that turns around. */
function legsOf({ drive, reversed, turnsAt }: Stage, line: readonly LatLng[]): Leg[] {
  const { id: driveId, degreesPerKm } = drive;
  const along = reversed ? line.toReversed() : [...line];
  if (turnsAt === null)
    return [{ driveId, distance: drive.distance, duration: drive.duration, degreesPerKm, path: along }];
  const path = onGrid(stretchOf(along, 0, turnsAt * pathLengthMeters(along)));
  const out = { driveId, distance: drive.distance * turnsAt, duration: drive.duration * turnsAt, degreesPerKm, path };
  return [out, { ...out, path: path.toReversed() }];
}

/** Adds ways so that each leg begins where the previous one ends, the first and the last at home. */
function connect(drives: readonly Leg[], home: LatLng): Leg[] {
  const legs: Leg[] = [];
  let at = home;
  for (const drive of drives) {
    const start = drive.path[0]!;
    if (distanceMeters(at, start) >= WAY_METERS_MIN) legs.push(wayOf(at, start), drive);
    else legs.push(widened(drive, [at, ...drive.path]));
    at = drive.path.at(-1)!;
  }
  if (distanceMeters(at, home) >= WAY_METERS_MIN) return [...legs, wayOf(at, home)];
  const last = legs.pop()!;
  return [...legs, widened(last, [...last.path, home])];
}

function wayOf(start: LatLng, end: LatLng): Leg {
  const { distanceMeters: distance, durationSeconds: duration } = estimateWay(start, end);
  return { driveId: '', distance, duration, degreesPerKm: 0, path: [start, end] };
}

/** Replaces the path of a leg by one that continues to a place near its end. A repeated point would end a part. */
function widened(leg: Leg, path: readonly LatLng[]): Leg {
  return { ...leg, path: withoutRepeats(path) };
}

/** Rounds points as encoding does, so that equal places are equal. */
function onGrid(points: readonly LatLng[]): LatLng[] {
  return withoutRepeats(decodePolyline(encodePolyline(points)));
}

function sumOf<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + valueOf(item), 0);
}
