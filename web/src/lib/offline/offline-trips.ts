import type { Collection, Way } from '@switchback/contracts/resources/collection';
import { inStore } from '../store/browser-store.js';

/** A copy of a trip in this browser; its drives are among the copies of drives. */
export interface OfflineTrip {
  /** The person whose list it is on. */
  userId: string;
  collectionId: string;
  /** Time of the copy, in milliseconds since 1970. */
  keptAt: number;
  collection: Collection;
  ways: Way[];
}

const STORE = 'trips';

/** Returns a person's copies, newest first; none if the browser stores nothing. */
export async function offlineTrips(userId: string): Promise<OfflineTrip[]> {
  const all = await inStore<OfflineTrip[]>(STORE, 'readonly', (store) => store.getAll()).catch(() => []);
  return all.filter((trip) => trip.userId === userId).sort((a, b) => b.keptAt - a.keptAt);
}

/** Returns the copy of one trip; null if there is none. */
export async function offlineTrip(userId: string, collectionId: string): Promise<OfflineTrip | null> {
  const read = inStore<OfflineTrip | undefined>(STORE, 'readonly', (store) => store.get([userId, collectionId]));
  return (await read.catch(() => undefined)) ?? null;
}

export async function storeOfflineTrip(trip: OfflineTrip): Promise<void> {
  await inStore(STORE, 'readwrite', (store) => store.put(trip));
}

export async function deleteOfflineTrip({
  userId,
  collectionId,
}: Pick<OfflineTrip, 'userId' | 'collectionId'>): Promise<void> {
  await inStore(STORE, 'readwrite', (store) => store.delete([userId, collectionId]));
}

/** Deletes the copies of everyone but this person; null is a visitor. @returns whether there were any. */
export async function deleteTripsOfOthers(userId: string | null): Promise<boolean> {
  const all = await inStore<[string, string][]>(STORE, 'readonly', (store) => store.getAllKeys()).catch(() => []);
  const foreign = all.filter(([owner]) => owner !== userId);
  for (const [owner, collectionId] of foreign)
    await deleteOfflineTrip({ userId: owner, collectionId }).catch(() => undefined);
  return foreign.length > 0;
}
