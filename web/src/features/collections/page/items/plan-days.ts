import type { CollectionItem, Way } from '@switchback/contracts/resources/collection';
import type { Waypoint } from '@switchback/contracts/resources/drive';
import { hasRepeatedDrive, onceADay, WAY_METERS_MIN } from '@switchback/contracts/rules/collections';
import { distanceMeters } from '@switchback/geo/distance';
import { type Driven, type Drives, drivenOf } from './driven.js';

/** An item of a collection with its place in it. */
export interface Stop {
  /** Unique within the collection: the drive or the place, with a number if it is listed before. */
  key: string;
  /** In the items of the collection. */
  index: number;
  item: CollectionItem;
}

/** Items of one day, or those without a day: all items of a plain collection, or those of a trip not planned yet. */
export interface DayGroup {
  day: number | null;
  stops: Stop[];
}

/** Distance in meters and duration in seconds of drives and the ways between them. */
export interface Sum {
  distance: number;
  duration: number;
  /** A part of the distance is an estimate. */
  approximate: boolean;
  /** A part of the duration is one. */
  estimated: boolean;
}

/** Items after a change, and the index of the item that moved. */
export interface Moved {
  items: CollectionItem[];
  index: number;
}

const HEAD = 'day:';

/** Returns the key of a day's heading, which takes part in the order of items. */
export function headOf(day: number | null): string {
  return `${HEAD}${day ?? 'none'}`;
}

/** Returns the groups of a collection: one for each day, then those without a day; only the latter if `days` is 0. */
export function groupsOf(items: readonly CollectionItem[], days: number): DayGroup[] {
  const planned = Array.from({ length: days }, (_, index): DayGroup => ({ day: index + 1, stops: [] }));
  const rest: DayGroup = { day: null, stops: [] };
  const seen = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    const group = (item.day !== null && planned[item.day - 1]) || rest;
    group.stops.push({ key: count === 1 ? key : `${key}~${count}`, index, item });
  }
  return [...planned, rest];
}

function keyOf({ driveId, place }: CollectionItem): string {
  return driveId ?? `place ${place?.label} ${place?.location.lat},${place?.location.lng}`;
}

/** Returns the keys of all items and headings in order, without the first heading: no item moves above it. */
export function orderOf(groups: readonly DayGroup[]): string[] {
  return groups.flatMap(({ day, stops }) => [headOf(day), ...stops.map(({ key }) => key)]).slice(1);
}

/**
 * Moves an item to the place of another item or of a heading. Headings that it passes change its day. Returns null if
 * its new day already has the drive.
 */
export function movedTo(items: readonly CollectionItem[], days: number, key: string, over: string): Moved | null {
  const groups = groupsOf(items, days);
  const order = orderOf(groups);
  const to = order.indexOf(over);
  const from = order.indexOf(key);
  if (from < 0 || to < 0 || from === to) return null;
  const moved = reordered(groups, order, from, to);
  return hasRepeatedDrive(moved.items) ? null : moved;
}

/** Moves an item by one place, across a heading into the next day. Returns null at either end. */
export function stepped(items: readonly CollectionItem[], days: number, key: string, by: 1 | -1): Moved | null {
  const order = orderOf(groupsOf(items, days));
  const over = order[order.indexOf(key) + by];
  return over === undefined ? null : movedTo(items, days, key, over);
}

/** Moves an item to the end of a day, or of those not planned yet. Returns null if its drive is there already. */
export function movedToDay(
  items: readonly CollectionItem[],
  days: number,
  key: string,
  day: number | null,
): Moved | null {
  const groups = groupsOf(items, days);
  const found = groups.flatMap(({ stops }) => stops).find((stop) => stop.key === key);
  const target = groups.find((group) => group.day === day);
  const driveId = found?.item.driveId ?? null;
  const isThere = driveId !== null && target?.stops.some(({ item }) => item.driveId === driveId);
  if (found === undefined || target === undefined || isThere) return null;
  const moved = { ...found.item, day };
  const next = groups.flatMap((group) => [
    ...group.stops.filter((stop) => stop !== found).map(({ item }) => item),
    ...(group === target ? [moved] : []),
  ]);
  return { items: next, index: next.indexOf(moved) };
}

/** Adds a place at the end of a day. */
export function withPlaceOn(items: readonly CollectionItem[], day: number, place: Waypoint): Moved {
  const next = items.findIndex((item) => item.day === null || item.day > day);
  const index = next === -1 ? items.length : next;
  return { items: items.toSpliced(index, 0, { driveId: null, note: '', day, place }), index };
}

function reordered(groups: readonly DayGroup[], order: string[], from: number, to: number): Moved {
  const stops = new Map(groups.flatMap((group) => group.stops.map((stop) => [stop.key, stop] as const)));
  const days = new Map(groups.map(({ day }) => [headOf(day), day]));
  const [key] = order.splice(from, 1) as [string];
  order.splice(to, 0, key);
  let day = groups[0]?.day ?? null;
  const next: Moved = { items: [], index: 0 };
  for (const each of order) {
    const stop = stops.get(each);
    if (stop === undefined) day = days.get(each) ?? null;
    else {
      if (each === key) next.index = next.items.length;
      next.items.push({ ...stop.item, day });
    }
  }
  return next;
}

/** Returns the key of the item at an index, and its place in its day, from 1. */
export function placeOf({ items, index }: Moved, days: number): { key: string; day: number | null; place: number } {
  for (const { day, stops } of groupsOf(items, days)) {
    const place = stops.findIndex((stop) => stop.index === index);
    if (place >= 0) return { key: stops[place]!.key, day, place: place + 1 };
  }
  throw new RangeError(`There is no item ${index} among ${items.length}.`);
}

/** Makes the items of later days unplanned, at the front of those not planned yet; each drive once. */
export function shrunkTo(items: readonly CollectionItem[], days: number): CollectionItem[] {
  const next = items.map((item) => (item.day !== null && item.day > days ? { ...item, day: null } : item));
  return onceADay(groupsOf(next, days).flatMap(({ stops }) => stops.map(({ item }) => item)));
}

/** Counts the items of days after the given one. */
export function countAfter(items: readonly CollectionItem[], days: number): number {
  return items.filter(({ day }) => day !== null && day > days).length;
}

/**
 * Returns a function that finds the way between two neighboring drives. Ways refer to the saved items, so that those
 * of neighbors that a change separated are not found.
 */
export function wayFinder(saved: readonly CollectionItem[], ways: readonly Way[]) {
  const byDrives = new Map<string, Way>();
  for (const way of ways) {
    const [from, to] = [saved[way.from], saved[way.from + 1]];
    if (from !== undefined && to !== undefined) byDrives.set(pairOf(from, to), way);
  }
  return (from: CollectionItem, to: CollectionItem): Way | undefined => byDrives.get(pairOf(from, to));
}
export type WayFinder = ReturnType<typeof wayFinder>;

function pairOf(from: CollectionItem, to: CollectionItem): string {
  return JSON.stringify([from, to].map(({ driveId, part, place }) => [driveId, part, place]));
}

/**
 * Returns the way that leads to an item of a day from the item before it, which may be of an earlier day. While the way
 * is not known, returns the gap in meters, so that nothing moves when it arrives.
 */
export function approachTo(
  { index, item }: Stop,
  items: readonly CollectionItem[],
  drives: Drives,
  find: WayFinder,
): { way: Way | null; gap: number; before: CollectionItem } | undefined {
  const before = items[index - 1];
  if (before === undefined || item.day === null) return undefined;
  const way = find(before, item) ?? null;
  const gap = gapBetween(drivenOf(drives, before), drivenOf(drives, item));
  return way === null && gap < WAY_METERS_MIN ? undefined : { way, gap, before };
}

function gapBetween(from: Driven | undefined, to: Driven | undefined): number {
  return from === undefined || to === undefined ? 0 : distanceMeters(from.endLocation, to.startLocation);
}

/** Sums up the drives of a group, and the ways that lead to them. Null while a drive is unknown. */
export function sumOf(
  { stops }: DayGroup,
  items: readonly CollectionItem[],
  drives: Drives,
  find: WayFinder,
): Sum | null {
  const sum: Sum = { distance: 0, duration: 0, approximate: false, estimated: false };
  for (const stop of stops) {
    const drive = drivenOf(drives, stop.item);
    if (drive === undefined) return null;
    add(sum, { ...drive, estimated: drive.durationSource === 'estimated' });
    const way = approachTo(stop, items, drives, find)?.way ?? null;
    if (way !== null) add(sum, { ...way, estimated: way.approximate });
  }
  return sum;
}

function add(sum: Sum, { distance, duration, approximate, estimated }: Sum): void {
  sum.distance += distance;
  sum.duration += duration;
  sum.approximate ||= approximate;
  sum.estimated ||= estimated;
}

/** Returns the date of a day of a trip as YYYY-MM-DD. */
export function dateOf(start: string, day: number): string {
  const date = new Date(`${start}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + day - 1);
  return date.toISOString().slice(0, 10);
}
