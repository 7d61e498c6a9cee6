import type { Collection, CollectionItem, Way } from '@switchback/contracts/resources/collection';
import { daysOf } from '@switchback/contracts/rules/collections';
import { refuseField } from '@switchback/platform/errors';

/** Leaves room for the day in the name of a file. */
const NAME_MAX = 70;

/** The part of a collection that a file contains: the whole, or one day of a trip. */
export interface CollectionPart {
  collection: Collection;
  /** Name of the file. */
  name: string;
  title: string;
  /** Null for the whole. */
  day: number | null;
  /** The items with their places in the collection. */
  items: (CollectionItem & { index: number })[];
}

/**
 * @param day null for the whole.
 * @throws ProductError `invalidInput` under `day` if the collection has no such day.
 */
export function partOf(collection: Collection, day: number | null): CollectionPart {
  const { name, items } = collection;
  const indexed = items.map((item, index) => ({ ...item, index }));
  if (day === null) return { collection, name, title: name, day, items: indexed };
  const days = daysOf(collection);
  if (day > days)
    throw refuseField('day', 'invalidInput', days === 0 ? 'Only trips have days.' : `The trip has ${dayCount(days)}.`);
  const short = [...name].slice(0, NAME_MAX).join('').trim();
  return {
    collection,
    name: `${short}, day ${day}`,
    title: `${name}, day ${day}`,
    day,
    items: indexed.filter((item) => item.day === day),
  };
}

function dayCount(days: number): string {
  return days === 1 ? 'one day' : `${days} days`;
}

/** Returns the way that leads to an item, if there is one. */
export function wayTo({ index }: { index: number }, ways: readonly Way[]): Way | undefined {
  return ways.find(({ from }) => from === index - 1);
}
