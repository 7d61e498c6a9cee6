import type { CollectionItem } from '@switchback/contracts/resources/collection';
import { type DrivePlace, onceADay } from '@switchback/contracts/rules/collections';

/** Place of a drive in a collection: its day, null if it is not planned yet. Null if it is not in the collection. */
export type Place = { day: number | null } | null;

export function placeIn(items: readonly DrivePlace[], driveId: string): Place {
  const item = items.find((known) => known.driveId === driveId);
  return item === undefined ? null : { day: item.day };
}

/**
 * Returns the items with the drive at the place: last of its day, with its note. A drive that is left out is removed
 * wherever it occurs; one that moves, only from its first place. If its new day already has the drive, the two are one
 * item with both notes.
 */
export function withPlace(items: readonly CollectionItem[], driveId: string, place: Place): CollectionItem[] {
  if (place === null) return items.filter((item) => item.driveId !== driveId);
  const current = items.find((item) => item.driveId === driveId);
  const others = items.filter((item) => item !== current);
  const next = others.findIndex(({ day }) => place.day !== null && (day === null || day > place.day));
  const at = next === -1 ? others.length : next;
  return onceADay(others.toSpliced(at, 0, { note: '', ...current, driveId, day: place.day }));
}
