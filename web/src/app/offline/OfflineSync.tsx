import { useEffect, useRef } from 'react';
import { api } from '../../api/api.js';
import { isCallError } from '../../api/error.js';
import { deleteDrivesOfOthers, offlineDetailsOf } from '../../lib/offline/offline-drives.js';
import { deleteRecordsOfOthers } from '../../lib/offline/records.js';
import { driveStored } from '../../lib/store/marks-slice.js';
import { useAppDispatch, useAppSelector } from '../../lib/store/store.js';
import { useOnline } from '../../lib/offline/use-online.js';
import { useSession, useUser } from '../../lib/people/use-user.js';
import { syncOfflineDrives, type ReadDrive } from './sync-offline-drives.js';
import { cacheMap } from '../../lib/offline/offline-map.js';

/** Before the first synchronization: the page loads its own data first. */
const PAUSE_MS = 4_000;

/** Stores a person's saved drives in their browser, and deletes them when the session ends. Renders nothing. */
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
  const startedFor = useRef<string>(undefined);
  const last = useRef(Promise.resolve());
  const list = user?.savedDrives.join() ?? '';
  useEffect(() => {
    if (userId === undefined || !online || !canKeep()) return;
    const ended = new AbortController();
    const read: ReadDrive = async (driveId) => {
      const request = dispatch(api.endpoints.details.initiate(driveId, { subscribe: false, forceRefetch: true }));
      const { data, error } = await request;
      if (isCallError(error)) return error.type === 404 ? null : undefined;
      return data === undefined ? undefined : offlineDetailsOf(data);
    };
    const saved = list === '' ? [] : list.split(',');
    const onStored = (driveId: string) => void dispatch(driveStored(driveId));
    const sync = () => {
      // One after the other: a drive that is removed and saved again must not be deleted by the first run.
      last.current = last.current
        .then(() => syncOfflineDrives({ userId, saved, read, onStored, now: Date.now() }, ended.signal))
        // If the storage is full or blocked, the existing copies stay.
        .catch(() => undefined);
    };
    // A drive that the person saves is stored at once.
    const timer = setTimeout(sync, startedFor.current === userId ? 0 : PAUSE_MS);
    startedFor.current = userId;
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [dispatch, userId, online, list]);
}

/**
 * Deletes the copies once the person's session ends, even if it ended before this page was opened or this code was
 * loaded.
 */
function useCleanup(): void {
  const userId = useSession()?.userId ?? null;
  const isLeft = useAppSelector((state) => state.session.ended === 'left');
  useEffect(() => {
    const cleanUp = async () => {
      if (await deleteDrivesOfOthers(userId)) await cacheMap([]);
      // A session that expires on the road must not end the record.
      if (userId !== null || isLeft) await deleteRecordsOfOthers(userId);
    };
    void cleanUp().catch(() => undefined);
  }, [userId, isLeft]);
}

/** False on a connection with reduced data usage. */
function canKeep(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return 'indexedDB' in globalThis && connection?.saveData !== true;
}
