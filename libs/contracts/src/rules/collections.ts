import { LIMITS } from './limits.js';

/** Page of a collection; the path continues with its id. */
export const COLLECTION_PAGE = '/collection';
/** Page of a person's own collections, and of those shared with them. */
export const COLLECTIONS_PAGE = '/collections';
/** Page of a collection's secret link; the secret is in the URL fragment. */
export const SECRET_COLLECTION_PAGE = '/secret-collection';

/** The next drive starts where the last one ended, if the gap is shorter: there is no way between them. */
export const WAY_METERS_MIN = 200;

/** The fields that make a collection a trip. */
export interface TripDays {
  /** YYYY-MM-DD. */
  start: string | null;
  days: number | null;
}

export function isTrip({ start, days }: TripDays): boolean {
  return start !== null || days !== null;
}

/** Returns the number of days of a trip: a trip with only a start lasts one day. */
export function daysOf({ start, days }: TripDays): number {
  return days ?? (start === null ? 0 : 1);
}

/** Position of a drive in a collection. */
export interface DrivePlace {
  /** Null for a place without a drive. */
  driveId: string | null;
  /** Day of the trip, from 1; null if it is not planned yet. */
  day: number | null;
}

/** Returns whether a drive comes twice on a day, or twice without a day. */
export function hasRepeatedDrive(items: readonly DrivePlace[]): boolean {
  const drives = items.filter(({ driveId }) => driveId !== null);
  return new Set(drives.map(placeKey)).size < drives.length;
}

/** Returns items with each drive once a day, at its first position, with all its notes. */
export function onceADay<Item extends DrivePlace & { note: string }>(items: readonly Item[]): Item[] {
  const places = new Map<string | Item, Item>();
  for (const item of items) {
    const key = item.driveId === null ? item : placeKey(item);
    const first = places.get(key);
    places.set(key, first === undefined ? item : { ...first, note: joined([first.note, item.note]) });
  }
  return [...places.values()];
}

function placeKey({ driveId, day }: DrivePlace): string {
  return `${day ?? ''} ${driveId}`;
}

function joined(notes: readonly string[]): string {
  const written = notes.filter((note) => note !== '');
  return written.join('\n').slice(0, LIMITS.collectionNoteMax);
}
