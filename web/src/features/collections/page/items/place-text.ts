import type { CollectionItem } from '@switchback/contracts/resources/collection';
import { titleOf } from '../../../../lib/drives/drive-title.js';
import { tripTexts } from '../../../../texts/trips.js';
import type { Drives } from './driven.js';
import { groupsOf, type Moved, placeOf } from './plan-days.js';

const words = tripTexts;

/** Returns the name of a group: `Day 2`. */
export function dayName(day: number | null): string {
  return day === null ? words.unplanned : words.day(day);
}

/** Returns the title of an item's drive, or the name of its place; that of an untitled drive if the drive is unknown. */
export function titleIn(drives: Drives, { driveId, place }: CollectionItem): string {
  return place?.label ?? titleOf(drives.get(driveId ?? '') ?? { title: '' });
}

/** Describes the place of an item among those of its day: `number 2 of 3 in Day 1`. */
export function placeText(moved: Moved, days: number): string {
  const { day, place } = placeOf(moved, days);
  const count = groupsOf(moved.items, days).find((group) => group.day === day)!.stops.length;
  return days === 0 ? words.drag.place(place, count) : words.drag.placeIn(place, count, dayName(day));
}
