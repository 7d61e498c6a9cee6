import { splitBounds } from '@switchback/geo/bounds';
import type { Bounds } from '@switchback/geo/location';
import { chordOf, spherePoint } from '@switchback/geo/sphere';
import type { Caller } from '@switchback/platform/rpc/call';
import { viewersOf } from '@switchback/platform/wire/audience';
import type { Filters } from '@switchback/proto/search/v1/service';
import { type Condition, filterConditions } from '../../filters.js';
import type { DriveQuery } from '../../search-index.js';
import { type DriveArrays, HIDDEN, labelOf, LABELS_MAX, PUBLIC } from './drive-arrays.js';

/** Data for answering a query. */
export interface CensusSnapshot {
  drives: DriveArrays;
  /** By number, 1 if a drive matches the text; null without a text filter. */
  hasWords: Uint8Array | null;
  /** Changes with each change of the index. */
  state: string;
}

/** Numbers of the drives that match a query. */
export interface Matches {
  drives: DriveArrays;
  sure: Int32Array;
  /** Drives whose box does not show whether their route crosses the bounds. */
  doubtful: Int32Array;
}

const PASSES_BY = 0;
const MAY_PASS = 1;
const PASSES = 2;

/** Tests the drive of a number. */
export type Test = (number: number) => boolean;
/** Certain and doubtful drives. */
type Split = [Int32Array<ArrayBuffer>, Int32Array<ArrayBuffer>];

/** Tests every drive. Ignores the filter by ids. */
export function matchesOf({ drives, hasWords }: CensusSnapshot, { filters, caller }: DriveQuery): Matches {
  let sure = visible(drives, filters, caller);
  let doubtful = new Int32Array(0);
  if (filters.bounds) [sure, doubtful] = splitByBounds(drives, sure, filters.bounds);
  for (const test of testsOf(drives, filters, hasWords)) {
    sure = filterNumbers(sure, test);
    doubtful = filterNumbers(doubtful, test);
  }
  return { drives, sure, doubtful };
}

/** Filters like `filter`, but several times faster. */
function filterNumbers(numbers: Int32Array, test: Test): Int32Array<ArrayBuffer> {
  const kept = new Int32Array(numbers.length);
  let count = 0;
  for (let index = 0; index < numbers.length; index += 1) {
    const number = numbers[index]!;
    if (test(number)) kept[count++] = number;
  }
  return kept.subarray(0, count);
}

/** Returns the drives that the caller may see; equivalent to `visible` of the SQL conditions. */
function visible(drives: DriveArrays, filters: Filters, caller: Caller | null): Int32Array<ArrayBuffer> {
  const { presence, people, size } = drives;
  const found = new Int32Array(size);
  let count = 0;
  if (filters.includePublic)
    for (let number = 0; number < size; number += 1) if (presence[number] === PUBLIC) found[count++] = number;
  const keys = viewersOf(caller);
  if (caller)
    for (const [number, { ownerId, viewers }] of people) {
      const isOn = ownerId === caller.userId ? filters.includePrivate : filters.includeShared;
      if (isOn && presence[number] === HIDDEN && keys.some((key) => viewers.includes(key))) found[count++] = number;
    }
  return found.subarray(0, count);
}

/**
 * Splits drives into those that cross the bounds for certain and doubtful ones. A route is one unbroken line: if its
 * bounding box lies within the bounds in one direction and touches them, it crosses them. Only a route whose bounding
 * box contains a corner of the bounds may miss them.
 */
function splitByBounds(drives: DriveArrays, numbers: Int32Array, bounds: Bounds): Split {
  const sure = new Int32Array(numbers.length);
  const doubtful = new Int32Array(numbers.length);
  let sureCount = 0;
  let doubtfulCount = 0;
  const judge = judgeOf(drives, bounds);
  for (let index = 0; index < numbers.length; index += 1) {
    const number = numbers[index]!;
    const verdict = judge(number);
    if (verdict === PASSES) sure[sureCount++] = number;
    else if (verdict === MAY_PASS) doubtful[doubtfulCount++] = number;
  }
  return [sure.subarray(0, sureCount), doubtful.subarray(0, doubtfulCount)];
}

function judgeOf(drives: DriveArrays, bounds: Bounds): (number: number) => number {
  const [judge, judgeBeyond] = splitBounds(bounds).map((box) => judgeOfBox(drives, box)) as [
    ReturnType<typeof judgeOfBox>,
    ReturnType<typeof judgeOfBox> | undefined,
  ];
  return judgeBeyond ? (number) => Math.max(judge(number), judgeBeyond(number)) : judge;
}

/** Decides whether a drive crosses a box, which must not cross the antimeridian. */
function judgeOfBox({ columns }: DriveArrays, box: Bounds): (number: number) => number {
  const { west, south, east, north, lng, lat } = columns;
  const { west: left, south: bottom, east: right, north: top } = box;
  return (n) => {
    const w = west[n]!;
    const e = east[n]!;
    if (w > right || e < left) return PASSES_BY;
    const s = south[n]!;
    const t = north[n]!;
    if (s > top || t < bottom) return PASSES_BY;
    if (w >= left && e <= right) return PASSES;
    // A route on the antimeridian has the full range of longitudes, which means unknown.
    if (s >= bottom && t <= top && (w > -180 || e < 180)) return PASSES;
    return lng[n]! >= left && lng[n]! <= right && lat[n]! >= bottom && lat[n]! <= top ? PASSES : MAY_PASS;
  };
}

function testsOf(drives: DriveArrays, filters: Filters, hasWords: Uint8Array | null): Test[] {
  const tests: Test[] = [];
  if (hasWords) tests.push((number) => hasWords[number] === 1);
  for (const condition of filterConditions(filters)) tests.push(...testsFor(drives, condition));
  const { geocode } = filters;
  if (geocode?.proximityMeters !== undefined) {
    const chord = chordOf(geocode.proximityMeters);
    const chordTo = chordsFrom(drives, geocode);
    tests.push((number) => chordTo(number) <= chord);
  }
  return tests;
}

/** Returns the tests of a condition on a drive's values, which must all hold. */
export function testsFor(drives: DriveArrays, condition: Condition): Test[] {
  if (condition.kind === 'labels') {
    const labels = condition.values.map((value) => labelOf(condition.field, value));
    return condition.needs === 'all' ? labels.map((label) => hasLabel(drives, [label])) : [hasLabel(drives, labels)];
  }
  const values = drives.columns[condition.field];
  const { min = -Infinity, max = Infinity } = condition;
  // NaN, which means no value, is in no range.
  return [(number) => values[number]! >= min && values[number]! <= max];
}

/** Returns true for drives with any of the labels. */
function hasLabel(drives: DriveArrays, requested: readonly string[]): Test {
  const { labels, moreLabels } = drives;
  const isWanted = new Uint8Array(drives.codeCount);
  for (const label of requested) isWanted[drives.codeOf(label) ?? 0] = 1;
  isWanted[0] = 0;
  return (number) => {
    const first = number * LABELS_MAX;
    for (let place = first; place < first + LABELS_MAX; place += 1) if (isWanted[labels[place]!] === 1) return true;
    return moreLabels.size > 0 && (moreLabels.get(number)?.some((code) => isWanted[code] === 1) ?? false);
  };
}

/** Returns the straight-line distance from a place to a drive's start in radii of the globe, as `cube` computes it. */
function chordsFrom(drives: DriveArrays, center: { lat: number; lng: number }): (number: number) => number {
  const [x, y, z] = spherePoint(center);
  const { x: xs, y: ys, z: zs } = drives.columns;
  return (number) => {
    const dx = x - xs[number]!;
    const dy = y - ys[number]!;
    const dz = z - zs[number]!;
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  };
}
