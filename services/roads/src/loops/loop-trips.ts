import { PLAN_TOLERANCE } from '@switchback/contracts/rules/plans';
import { distanceMeters, METERS_PER_DEGREE } from '@switchback/geo/distance';
import { degreesPerKm } from '@switchback/geo/heading-change';
import { type LatLng, wrapLongitude } from '@switchback/geo/location';
import type { Routed } from '../router/router.js';
import { type Outing, suits } from '@switchback/platform/wire/outing';

export interface Measures {
  seconds: number;
  meters: number;
  degreesPerKm: number;
  /** Share of its length on roads that it passes more than once. */
  repeated: number;
}

/** A round trip, or two that make a figure of eight, with estimates that cost little: hundreds are compared. */
export interface Trip extends Measures {
  routed: Routed;
  /** A sample of the cells that it passes; all trips sample the same cells. */
  cells: ReadonlySet<number>;
}

const CELL_METERS = 40;
const STEP_METERS = 20;
/** Steps of a road of 100 km; a longer one gets longer steps. */
const STEPS_MAX = 5_000;
/** Steps along a trip within which it may come near itself, as in a hairpin, without repeating a road. */
const APART_STEPS = 10;
/** Keeps one cell of four. */
const SAMPLE_MASK = 3;
/** Rank of a road that does not suit the taste at all, as a share of one that does: it still beats no loop. */
const UNSUITED = 0.05;
/** Share of the rank that a trip at the limit of the tolerance loses. */
const OFF_PENALTY = 0.3;

export function tripOf(routed: Routed): Trip {
  const line = routed.legs.flatMap(({ path }) => path);
  const seconds = routed.legs.reduce((sum, leg) => sum + leg.durationSeconds, 0);
  const meters = routed.legs.reduce((sum, leg) => sum + leg.distanceMeters, 0);
  return { routed, seconds, meters, degreesPerKm: degreesPerKm(line), ...cellsOf(line, meters) };
}

/** Joins two trips from the same home. */
export function joinTrips(a: Trip, b: Trip): Trip {
  const routed = { ...a.routed, legs: [...a.routed.legs, ...b.routed.legs] };
  return { ...measuresOfBoth(a, b), routed, cells: new Set([...a.cells, ...b.cells]) };
}

/** Returns the measures of two trips as one. */
export function measuresOfBoth(a: Trip, b: Trip): Measures {
  const meters = a.meters + b.meters;
  const degrees = a.meters * a.degreesPerKm + b.meters * b.degreesPerKm;
  const repeatedOf = (one: Trip, other: Trip) => one.meters * Math.max(one.repeated, commonShare(one, other));
  return {
    seconds: a.seconds + b.seconds,
    meters,
    degreesPerKm: degrees / meters,
    repeated: (repeatedOf(a, b) + repeatedOf(b, a)) / meters,
  };
}

/** Estimates the share of a trip on roads that another one passes, too. */
export function commonShare(trip: Trip, other: Trip): number {
  let common = 0;
  for (const cell of trip.cells) if (other.cells.has(cell)) common += 1;
  return trip.cells.size === 0 ? 0 : common / trip.cells.size;
}

export function takesTheTime({ seconds }: Pick<Measures, 'seconds'>, outing: Outing): boolean {
  return Math.abs(seconds / outing.seconds - 1) <= PLAN_TOLERANCE;
}

/** Returns how well a trip suits an outing; only comparable with another one of the same outing. */
export function rankOf(trip: Measures, { seconds, taste, loop }: Outing): number {
  const suited = UNSUITED + (1 - UNSUITED) * suits(trip.degreesPerKm, taste);
  // A gentle drive is no better for turning more.
  const turns = taste === 'gentle' ? 1 : (trip.degreesPerKm * trip.meters) / trip.seconds;
  const off = Math.abs(trip.seconds / seconds - 1) / PLAN_TOLERANCE;
  return turns * suited * (1 - OFF_PENALTY * off ** 2) * (loop ? (1 - trip.repeated) ** 3 : 1);
}

function cellsOf(line: readonly LatLng[], meters: number): Pick<Trip, 'cells' | 'repeated'> {
  const stepMeters = Math.max(STEP_METERS, meters / STEPS_MAX);
  const passedAt = new Map<number, number>();
  const cells = new Set<number>();
  let [step, again] = [0, 0];
  for (let index = 1; index < line.length; index += 1) {
    const [start, end] = [line[index - 1]!, line[index]!];
    const pieces = Math.ceil(distanceMeters(start, end) / stepMeters);
    for (let piece = 0; piece < pieces; piece += 1) {
      const share = piece / pieces;
      const lng = wrapLongitude(start.lng + share * wrapLongitude(end.lng - start.lng));
      const cell = cellAt(start.lat + share * (end.lat - start.lat), lng);
      const before = passedAt.get(cell);
      if (before !== undefined && step - before > APART_STEPS) again += 1;
      passedAt.set(cell, step);
      if ((cell & SAMPLE_MASK) === 0) cells.add(cell);
      step += 1;
    }
  }
  // Both passes of a road count as repeated.
  return { cells, repeated: step === 0 ? 0 : Math.min(1, (2 * again) / step) };
}

/** Returns the hash of a cell. */
function cellAt(lat: number, lng: number): number {
  const row = Math.floor((lat * METERS_PER_DEGREE) / CELL_METERS);
  const parallel = Math.cos((row * CELL_METERS * Math.PI) / (180 * METERS_PER_DEGREE));
  const column = Math.floor((lng * parallel * METERS_PER_DEGREE) / CELL_METERS);
  const mixed = Math.imul(row, 0x9e3779b1) ^ Math.imul(column, 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
