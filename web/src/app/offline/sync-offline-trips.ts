import type { Collection, ListedCollection, Way } from '@switchback/contracts/resources/collection';
import { daysOf, isTrip } from '@switchback/contracts/rules/collections';
import {
  deleteOfflineTrip,
  type OfflineTrip,
  offlineTrips,
  storeOfflineTrip,
} from '../../lib/offline/offline-trips.js';

/** Maximum number of trips per person; the next ones come first. */
export const TRIPS_MAX = 10;
const DAY_MS = 86_400_000;

/** Reads a trip with its ways; null if it can no longer be read, undefined if unknown. */
export type ReadTrip = (id: string) => Promise<{ collection: Collection; ways: Way[] } | null | undefined>;

interface Sync {
  userId: string;
  /** The person's collections and those shared with them. */
  listed: readonly ListedCollection[];
  read: ReadTrip;
  now: number;
}

/**
 * Synchronizes a person's copies of trips: creates missing copies, replaces those of earlier revisions, deletes trips that
 * are off the list.
 * @param signal stops between trips, for example when the person logs out
 */
export async function syncOfflineTrips(
  { userId, listed, read, now }: Sync,
  signal: AbortSignal,
): Promise<OfflineTrip[]> {
  if (signal.aborted) return [];
  const requested = nextTrips(listed, now);
  const held = new Map((await offlineTrips(userId)).map((trip) => [trip.collectionId, trip]));
  const ids = new Set(requested.map(({ id }) => id));
  for (const collectionId of held.keys()) if (!ids.has(collectionId)) await deleteOfflineTrip({ userId, collectionId });
  for (const { id, _rev: rev } of requested) {
    if (signal.aborted) return [];
    const copy = held.get(id);
    if (copy !== undefined && copy.collection._rev === rev && now - copy.keptAt < DAY_MS) continue;
    const trip = await read(id);
    if (signal.aborted) return [];
    if (trip === null) await deleteOfflineTrip({ userId, collectionId: id });
    else if (trip !== undefined) await storeOfflineTrip({ userId, collectionId: id, keptAt: now, ...trip });
  }
  return offlineTrips(userId);
}

/** Returns the trips that are not over, the next ones first, then those without a date, then the past ones. */
function nextTrips(listed: readonly ListedCollection[], now: number): ListedCollection[] {
  const rank = (trip: ListedCollection) => {
    if (trip.start === null) return [1, 0] as const;
    const start = Date.parse(trip.start);
    return start + daysOf(trip) * DAY_MS < now - DAY_MS ? ([2, -start] as const) : ([0, start] as const);
  };
  return listed
    .filter(isTrip)
    .toSorted((a, b) => rank(a)[0] - rank(b)[0] || rank(a)[1] - rank(b)[1])
    .slice(0, TRIPS_MAX);
}
