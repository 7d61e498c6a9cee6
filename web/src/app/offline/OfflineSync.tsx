import { skipToken } from '@reduxjs/toolkit/query';
import type { ListedCollection } from '@switchback/contracts/resources/collection';
import { boundsOfPath } from '@switchback/geo/bounds';
import { decodePolyline } from '@switchback/geo/polyline';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api/api.js';
import { collectionsApi, useCollectionsInfiniteQuery } from '../../api/collections-api.js';
import { isCallError } from '../../api/error.js';
import { collectionLink } from '../../lib/collections/collection-link.js';
import { deleteDrivesOfOthers } from '../../lib/offline/offline-drives.js';
import { deleteTripsOfOthers, type OfflineTrip, offlineTrips } from '../../lib/offline/offline-trips.js';
import { driveStored } from '../../lib/store/marks-slice.js';
import { useAppDispatch } from '../../lib/store/store.js';
import { useOnline } from '../../lib/offline/use-online.js';
import { useSession, useUser } from '../../lib/people/use-user.js';
import { syncOfflineDrives, offlineDetailsOf, type ReadDrive } from './sync-offline-drives.js';
import { type ReadTrip, syncOfflineTrips } from './sync-offline-trips.js';
import { cacheMap } from './service-worker.js';

/** Before the first synchronization: the page loads its own data first. */
const PAUSE_MS = 4_000;
/** Errors of drives and trips that the person may not see any more. */
const LOST = [403, 404];

/** Stores a person's saved drives and trips in their browser, and deletes them when the session ends. Renders nothing. */
export default function OfflineSync() {
  useCleanup();
  useSync();
  return null;
}

function useSync(): void {
  const dispatch = useAppDispatch();
  const user = useUser();
  const online = useOnline();
  const userId = user?.id;
  const [startedFor, setStartedFor] = useState<string>();
  const last = useRef(Promise.resolve());
  const list = user?.savedDrives.join() ?? '';
  const hasStarted = userId !== undefined && startedFor === userId && online;
  const { data: pages } = useCollectionsInfiniteQuery(hasStarted ? userId : skipToken);
  useEffect(() => {
    if (userId === undefined || !online || !canKeep()) return;
    const ended = new AbortController();
    const saved = list === '' ? [] : list.split(',');
    const listed = pages?.pages.flatMap(({ collections }) => collections);
    const sync = () => {
      setStartedFor(userId);
      // One after the other: a drive that is removed and saved again must not be deleted by the first run.
      last.current = last.current
        .then(() => syncAll(dispatch, { userId, saved, listed }, ended.signal))
        // If the storage is full or blocked, the existing copies stay.
        .catch(() => undefined);
    };
    // A drive that the person saves is stored at once.
    const timer = setTimeout(sync, hasStarted ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [dispatch, userId, online, list, pages, hasStarted]);
}

interface Run {
  userId: string;
  saved: readonly string[];
  /** The person's collections; undefined while they are unknown. */
  listed: readonly ListedCollection[] | undefined;
}

type Dispatch = ReturnType<typeof useAppDispatch>;

/** Synchronizes the trips, then the drives that are saved or on a trip. */
async function syncAll(dispatch: Dispatch, { userId, saved, listed }: Run, signal: AbortSignal): Promise<void> {
  const now = Date.now();
  const readTrip = tripReader(dispatch);
  const trips =
    listed === undefined
      ? await offlineTrips(userId)
      : await syncOfflineTrips({ userId, listed, read: readTrip, now }, signal);
  const further = trips.flatMap(({ collection }) => collection.items.map(({ driveId }) => driveId));
  const boxes = trips.flatMap(boxesOf);
  const pages = trips.map(({ collectionId }) => collectionLink(collectionId));
  const onStored = (driveId: string) => void dispatch(driveStored(driveId));
  const read = driveReader(dispatch);
  await syncOfflineDrives({ userId, saved, further, boxes, pages, read, onStored, now }, signal);
}

function driveReader(dispatch: Dispatch): ReadDrive {
  return async (driveId) => {
    const request = dispatch(api.endpoints.details.initiate(driveId, { subscribe: false, forceRefetch: true }));
    const { data, error } = await request;
    if (isCallError(error)) return error.type === 404 ? null : undefined;
    return data === undefined ? undefined : offlineDetailsOf(data);
  };
}

function tripReader(dispatch: Dispatch): ReadTrip {
  return async (id) => {
    const once = { subscribe: false, forceRefetch: true };
    const { data: collection, error } = await dispatch(collectionsApi.endpoints.collection.initiate({ id }, once));
    if (isCallError(error) && LOST.includes(error.type)) return null;
    if (collection === undefined) return undefined;
    const source = { source: { id }, rev: collection._rev };
    const { data: ways } = await dispatch(collectionsApi.endpoints.ways.initiate(source, { subscribe: false }));
    return ways === undefined ? undefined : { collection, ways };
  };
}

/** Returns the areas of the ways between the drives of a trip. */
function boxesOf({ ways }: OfflineTrip) {
  return ways.flatMap(({ path }) => {
    const line = decodePolyline(path);
    return line.length === 0 ? [] : [boundsOfPath(line)];
  });
}

/**
 * Deletes the copies once the person's session ends, even if it ended before this page was opened or this code was
 * loaded.
 */
function useCleanup(): void {
  const userId = useSession()?.userId ?? null;
  useEffect(() => {
    const cleanUp = async () => {
      const found = [await deleteDrivesOfOthers(userId), await deleteTripsOfOthers(userId)];
      if (found.includes(true)) await cacheMap([], []);
    };
    void cleanUp().catch(() => undefined);
  }, [userId]);
}

/** False on a connection with reduced data usage. */
function canKeep(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return 'indexedDB' in globalThis && connection?.saveData !== true;
}
