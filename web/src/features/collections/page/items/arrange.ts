import type { CollectionItem } from '@switchback/contracts/resources/collection';
import { hasRepeatedDrive } from '@switchback/contracts/rules/collections';
import type { LatLng } from '@switchback/geo/location';
import { estimateWay } from '@switchback/geo/straight-way';
import { bestOrder } from './best-order.js';
import { driveIdsOf, drivenOf, type Drives } from './driven.js';
import { groupsOf, type WayFinder } from './plan-days.js';

/** Whether the drives of all items are loaded. */
export function isArrangeable(items: readonly CollectionItem[], drives: Drives): boolean {
  return driveIdsOf(items).every((id) => drives.has(id));
}

/**
 * Divides all items, in their order, among the days so that the days are as even as possible in driving time, connections
 * included. Returns null if a drive occurs more often than a day allows.
 * @param drives all drives of the items.
 */
export function spreadOver(
  items: readonly CollectionItem[],
  days: number,
  drives: Drives,
  find: WayFinder,
): CollectionItem[] | null {
  const ends = evenEnds(
    items.map((item, index) => secondsTo(items[index - 1], item, drives, find)),
    firstStarts(items),
    days,
  );
  return ends && items.map((item, index) => ({ ...item, day: ends.findIndex((end) => index < end) + 1 }));
}

/** Returns the time of an item, and of the way to it from the item before it. */
function secondsTo(before: CollectionItem | undefined, item: CollectionItem, drives: Drives, find: WayFinder): number {
  const drive = drivenOf(drives, item)!;
  if (before === undefined) return drive.duration;
  const routed = find(before, item)?.duration;
  const way = routed ?? estimateWay(drivenOf(drives, before)!.endLocation, drive.startLocation).durationSeconds;
  return drive.duration + way;
}

/** Returns for each item the first one with which it may share a day: a day has each drive once. */
function firstStarts(items: readonly CollectionItem[]): number[] {
  const last = new Map<string, number>();
  let first = 0;
  return items.map(({ driveId }, index) => {
    if (driveId === null) return first;
    first = Math.max(first, (last.get(driveId) ?? -1) + 1);
    last.set(driveId, index);
    return first;
  });
}

/**
 * Returns the ends (exclusive) of at most `count` runs of figures with the least sum of squares, which makes them even.
 * Null if no division lets each run begin at or after the first start of its last figure.
 */
function evenEnds(figures: readonly number[], firsts: readonly number[], count: number): number[] | null {
  const sums = [0];
  for (const figure of figures) sums.push(sums.at(-1)! + figure);
  const length = figures.length;
  let costs = Array.from({ length: length + 1 }, (_, end) => (end === 0 ? 0 : Infinity));
  const starts: number[][] = [];
  for (let run = 0; run < count; run += 1) {
    // A run may be empty, so that there may be fewer of them.
    const next = [...costs];
    const from = next.map((_, end) => end);
    for (let end = 1; end <= length; end += 1) {
      for (let start = firsts[end - 1]!; start < end; start += 1) {
        const cost = costs[start]! + (sums[end]! - sums[start]!) ** 2;
        if (cost < next[end]!) [next[end], from[end]] = [cost, start];
      }
    }
    costs = next;
    starts.push(from);
  }
  if (costs[length] === Infinity) return null;
  const ends: number[] = [];
  for (let end = length, run = count - 1; run >= 0; end = starts[run]![end]!, run -= 1)
    if (end > starts[run]![end]!) ends.unshift(end);
  return ends;
}

/**
 * Returns the items in the order of the shortest connections. Each day has as many drives as before, unless one of them
 * would have a drive twice: then the drives stay in their days. Those without a day follow in an order of their own.
 * @param from where the first connection begins; null: the first drive stays the first.
 * @param drives all drives of the items.
 */
export function inBestOrder(
  items: readonly CollectionItem[],
  days: number,
  drives: Drives,
  from: LatLng | null,
): CollectionItem[] {
  const groups = groupsOf(items, days).map(({ stops }) => stops.map(({ item }) => item));
  const planned = groups.slice(0, -1).flat();
  const rest = groups.at(-1)!;
  const acrossDays = ordered(planned, drives, from).map((item, index) => ({ ...item, day: planned[index]!.day }));
  const first = hasRepeatedDrive(acrossDays) ? dayByDay(groups.slice(0, -1), drives, from) : acrossDays;
  return [...first, ...ordered(rest, drives, endOf(first, drives) ?? from)];
}

function dayByDay(groups: readonly CollectionItem[][], drives: Drives, from: LatLng | null): CollectionItem[] {
  const done: CollectionItem[] = [];
  for (const group of groups) done.push(...ordered(group, drives, endOf(done, drives) ?? from));
  return done;
}

function endOf(items: readonly CollectionItem[], drives: Drives): LatLng | null {
  return drivenOf(drives, items.at(-1))?.endLocation ?? null;
}

function ordered(items: readonly CollectionItem[], drives: Drives, from: LatLng | null): CollectionItem[] {
  const ends = items.map((item) => {
    const { startLocation: start, endLocation: end } = drivenOf(drives, item)!;
    return { start, end };
  });
  return bestOrder(ends, from).map((index) => items[index]!);
}
