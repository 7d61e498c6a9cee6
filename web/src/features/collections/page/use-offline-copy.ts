import type { Collection } from '@switchback/contracts/resources/collection';
import { useEffect, useEffectEvent, useState } from 'react';
import { collectionsApi } from '../../../api/collections-api.js';
import { isCallError } from '../../../api/error.js';
import { type OfflineDrive, offlineDrives } from '../../../lib/offline/offline-drives.js';
import { type OfflineTrip, offlineTrip } from '../../../lib/offline/offline-trips.js';
import { useOnline } from '../../../lib/offline/use-online.js';
import { useSession } from '../../../lib/people/use-user.js';
import { useAppDispatch } from '../../../lib/store/store.js';
import { collectionApi, PROFILE_DRIVES_MAX } from './collection-endpoints.js';

/** Type of the error of a call that did not reach the server. */
const UNREACHABLE = 0;
const RETRY_MS = 10_000;

/**
 * Shows a trip from its copy in this browser while the server is unreachable: fills the cache of the calls that its page
 * makes.
 * @param error the error of the page's own call
 * @param refetch makes that call again, as long as the page shows a copy and the browser has a connection
 * @returns the time of the copy; null if the page shows no copy
 */
export function useOfflineCopy(
  id: string,
  error: unknown,
  refetch: () => PromiseLike<{ error?: unknown }>,
): number | null {
  const dispatch = useAppDispatch();
  const userId = useSession()?.userId ?? null;
  const online = useOnline();
  const [keptAt, setKeptAt] = useState<number | null>(null);
  const isUnreachable = isNetworkError(error);
  const isCopy = keptAt !== null;
  useEffect(() => {
    if (!isUnreachable || userId === null) return undefined;
    let live = true;
    void Promise.all([offlineTrip(userId, id), offlineDrives(userId)]).then(([trip, drives]) => {
      if (trip === null || !live) return;
      fillCache(dispatch, trip, drives);
      setKeptAt(trip.keptAt);
    });
    return () => {
      live = false;
    };
  }, [dispatch, isUnreachable, userId, id]);
  const askAgain = useEffectEvent(() => refetch());
  useEffect(() => {
    if (!isCopy || !online) return undefined;
    const attempt = () =>
      void askAgain().then(({ error: failure }) => {
        if (!isNetworkError(failure)) setKeptAt(null);
      });
    attempt();
    const timer = setInterval(attempt, RETRY_MS);
    return () => clearInterval(timer);
  }, [isCopy, online]);
  return keptAt;
}

function isNetworkError(error: unknown): boolean {
  return isCallError(error) && error.type === UNREACHABLE;
}

type Dispatch = ReturnType<typeof useAppDispatch>;

function fillCache(dispatch: Dispatch, trip: OfflineTrip, stored: readonly OfflineDrive[]): void {
  const { collection, collectionId: id, ways } = trip;
  const wanted = new Set(collection.items.map(({ driveId }) => driveId));
  const drives = stored.filter(({ driveId }) => wanted.has(driveId)).map(({ drive }) => drive);
  const elevations = Object.fromEntries(
    drives.map((drive) => [drive.id, { elevation: drive.elevation, pointsOfInterest: drive.pointsOfInterest }]),
  );
  dispatch(
    collectionApi.util.upsertQueryEntries([
      { endpointName: 'collectionDrives', arg: [...wanted].sort(), value: drives },
      ...partsOf(collection).map((arg) => ({ endpointName: 'elevations' as const, arg, value: elevations })),
    ]),
  );
  dispatch(
    collectionsApi.util.upsertQueryEntries([
      { endpointName: 'ways', arg: { source: { id }, rev: collection._rev }, value: ways },
      { endpointName: 'collection', arg: { id }, value: collection },
    ]),
  );
}

/** Returns the drives of the whole trip and of each day, as the page asks for their elevations. */
function partsOf({ items }: Collection): string[][] {
  const days = [...new Set(items.map(({ day }) => day))];
  const parts = [items, ...days.map((day) => items.filter((item) => item.day === day))];
  return parts.map((part) => [...new Set(part.slice(0, PROFILE_DRIVES_MAX).map(({ driveId }) => driveId))].sort());
}
