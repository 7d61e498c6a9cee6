import { WAY_METERS_MIN } from '@switchback/contracts/rules/collections';
import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { withoutRepeats } from '@switchback/geo/parts';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { repeatedShare } from '@switchback/geo/repeated-share';
import type { Plan } from '@switchback/proto/drives/v1/plan';
import { estimateWay } from '@switchback/geo/straight-way';
import type { Chain, Stage } from './chain-search.js';
import type { DriveLine } from './drive-line.js';

/** A leg before its line is encoded. */
interface Leg {
  /** Empty for a way. */
  driveId: string;
  /** Meters of the drive's distance from its start; zero for a way. */
  from: number;
  to: number;
  distance: number;
  duration: number;
  degreesPerKm: number;
  path: LatLng[];
}

/** The lines of a drive. */
export interface DriveLines {
  /** In one part; null for a drive in several parts, which no plan drives through. */
  simplified: readonly LatLng[] | null;
  /** The full line, for stretches; undefined if no plan needs it, null if the caller may not see it. */
  measured: DriveLine | null | undefined;
}

/** Whether a stage needs the simplified line of its drive, or the full one. */
export function isPartial({ drive, turnsAt }: Stage): boolean {
  return drive.stretch !== null || (turnsAt !== null && turnsAt < 1);
}

export interface MeasuredPlan {
  plan: Plan;
  /** Its legs on drives. */
  driven: readonly Pick<Leg, 'driveId' | 'distance' | 'degreesPerKm' | 'path'>[];
}

/** Returns a chain with its ways and lines. @param lines of its drives by id, as far as each stage needs them. */
export function planOf({ stages }: Chain, home: LatLng, lines: ReadonlyMap<string, DriveLines>): MeasuredPlan {
  const drives = stages.flatMap((stage) => legsOf(stage, lines.get(stage.drive.id)!));
  const legs = connect(drives, onGrid(home));
  const meters = sumOf(drives, ({ distance }) => distance);
  const degrees = sumOf(drives, ({ distance, degreesPerKm }) => distance * degreesPerKm);
  const plan = {
    legs: legs.map(({ driveId, from, to, distance, duration, path }) => {
      return { driveId, from, to, distance, duration, path: encodePolyline(path) };
    }),
    distance: sumOf(legs, ({ distance }) => distance),
    duration: sumOf(legs, ({ duration }) => duration),
    degreesPerKm: Math.round((degrees / meters) * 10) / 10,
    repeatedShare: repeatedShare(legs.flatMap(({ path }) => path)),
    source: 'approximate',
    way: undefined,
  };
  return { plan, driven: drives };
}

/** Returns the one leg of a drive that is driven through, or the two of one that turns around. */
function legsOf(stage: Stage, lines: DriveLines): Leg[] {
  const out = isPartial(stage) ? stretchOf(stage, lines.measured!) : wholeOf(stage, lines.simplified!);
  if (stage.turnsAt === null) return [out];
  return [out, { ...out, from: out.to, to: out.from, path: out.path.toReversed() }];
}

function wholeOf({ drive, reversed }: Stage, line: readonly LatLng[]): Leg {
  const { id: driveId, distance, duration, degreesPerKm } = drive;
  const ends = reversed ? { from: distance, to: 0 } : { from: 0, to: distance };
  return { driveId, ...ends, distance, duration, degreesPerKm, path: reversed ? line.toReversed() : [...line] };
}

function stretchOf({ drive, reversed, turnsAt }: Stage, line: DriveLine): Leg {
  const { from: first, to: last } = drive.stretch ?? { from: 0, to: drive.distance };
  const [enters, leaves] = reversed ? [last, first] : [first, last];
  const driven = line.between(enters, enters + (turnsAt ?? 1) * (leaves - enters));
  const distance = Math.abs(driven.to - driven.from);
  return { ...driven, driveId: drive.id, distance, duration: drive.duration * (distance / drive.distance) };
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
  return { driveId: '', from: 0, to: 0, distance, duration, degreesPerKm: 0, path: [start, end] };
}

/** Replaces the path of a leg by one that continues to a place near its end. A repeated point would end a part. */
function widened(leg: Leg, path: readonly LatLng[]): Leg {
  return { ...leg, path: withoutRepeats(path) };
}

/** Rounds a point as encoding does, so that equal places are equal. */
function onGrid(point: LatLng): LatLng {
  return decodePolyline(encodePolyline([point]))[0]!;
}

function sumOf<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + valueOf(item), 0);
}
