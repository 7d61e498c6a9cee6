import { setImmediate } from 'node:timers/promises';
import { degreesPerKm } from '@switchback/geo/heading-change';
import type { LatLng } from '@switchback/geo/location';
import { repeatedShare, sharedShare } from '@switchback/geo/repeated-share';
import {
  commonShare,
  joinTrips,
  type Measures,
  measuresOfBoth,
  rankOf,
  takesTheTime,
  type Trip,
} from './loop-trips.js';
import type { Outing } from '@switchback/platform/wire/outing';

/** A chosen trip with its exact measures. */
export interface Loop extends Trip {
  /** From home to home. */
  line: LatLng[];
}

/**
 * Share of its length that a loop may have in common with another one of the same outing: 70 %, less what simplified
 * lines may differ.
 */
const SHARED_MAX = 0.68;
/** A loop that repeats more comes after all others, and only if there are fewer of them than asked for. */
const REPEATED_MAX = 0.6;
/** Trips compared with each other as halves of figures of eight, those that repeat least. */
const HALVES_MAX = 40;
/** Least share of the time that half of a figure of eight takes. */
const HALF_MIN = 0.2;
const FIGURES_MAX = 150;
/** Trips measured to choose the loops: measuring a long one takes a while. */
const MEASURED_MAX = 8;

/** Returns the trips that take the time, and figures of eight of two of them; the best first. */
export function fittingTrips(trips: readonly Trip[], outing: Outing): Trip[] {
  const whole = trips.filter((trip) => takesTheTime(trip, outing));
  return byRank([...whole, ...figuresOfEight(trips, outing)], outing);
}

function figuresOfEight(trips: readonly Trip[], outing: Outing): Trip[] {
  const isHalf = (share: number) => share >= HALF_MIN && share <= 1 - HALF_MIN;
  const halves = trips.filter(({ seconds }) => isHalf(seconds / outing.seconds));
  halves.sort((a, b) => a.repeated - b.repeated).splice(HALVES_MAX);
  const pairs = halves.flatMap((a, index) =>
    halves.slice(index + 1).map((b) => ({ a, b, seconds: a.seconds + b.seconds })),
  );
  const fitting = pairs
    .filter((pair) => takesTheTime(pair, outing))
    .map(({ a, b }) => ({ a, b, ...measuresOfBoth(a, b) }));
  return byRank(fitting, outing)
    .slice(0, FIGURES_MAX)
    .map(({ a, b }) => joinTrips(a, b));
}

function byRank<T extends Measures>(trips: readonly T[], outing: Outing): T[] {
  const ranked = trips.map((trip) => ({ trip, rank: rankOf(trip, outing), poor: Number(isPoor(trip, outing)) }));
  return ranked.sort((a, b) => a.poor - b.poor || b.rank - a.rank).map(({ trip }) => trip);
}

/** Returns up to `count` of ranked trips that differ from each other, by estimate. */
export function pickDifferent(ranked: readonly Trip[], count: number): Trip[] {
  const picked: Trip[] = [];
  for (const trip of ranked) {
    if (picked.length === count) break;
    if (seemsNew(trip, picked)) picked.push(trip);
  }
  return picked;
}

function seemsNew(trip: Trip, others: readonly Trip[]): boolean {
  return others.every((other) => Math.max(commonShare(trip, other), commonShare(other, trip)) <= SHARED_MAX);
}

/**
 * Measures ranked trips that seem to differ from the loops found so far, and returns the first `count` that do, the best
 * first. Yields to the event loop in between.
 */
export async function chooseLoops(ranked: readonly Trip[], outing: Outing, count: number): Promise<Loop[]> {
  const [good, poor]: [Loop[], Loop[]] = [[], []];
  let measured = 0;
  for (const trip of ranked) {
    if (good.length === count || measured === MEASURED_MAX) break;
    if (!seemsNew(trip, [...good, ...poor])) continue;
    measured += 1;
    await setImmediate();
    const loop = measure(trip, outing);
    const chosen = isPoor(loop, outing) ? poor : good;
    if (chosen.every((other) => differ(loop.line, other.line))) chosen.push(loop);
  }
  const rest = poor.filter(({ line }) => good.every((other) => differ(line, other.line)));
  return byRank([...good, ...rest], outing).slice(0, count);
}

function measure(trip: Trip, { home }: Outing): Loop {
  const line = [home, ...trip.routed.legs.flatMap(({ path }) => path), home];
  return { ...trip, line, degreesPerKm: degreesPerKm(line), repeated: repeatedShare(line) };
}

function differ(a: readonly LatLng[], b: readonly LatLng[]): boolean {
  return sharedShare(a, [b]) <= SHARED_MAX && sharedShare(b, [a]) <= SHARED_MAX;
}

function isPoor({ repeated }: Measures, { loop }: Outing): boolean {
  return loop && repeated > REPEATED_MAX;
}
