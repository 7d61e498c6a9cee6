import { useEffect } from 'react';
import { api } from '../../api/api.js';
import { isCallError } from '../../api/error.js';
import { deleteDrivesOfOthers } from '../../lib/kept-drives.js';
import { useAppDispatch } from '../../lib/store.js';
import { useOnline } from '../../lib/use-online.js';
import { useSession, useUser } from '../../lib/use-user.js';
import { keepDrives, keptOf, type ReadDrive } from './keep-drives.js';
import { keepMap } from './service-worker.js';

/** Waits until the page has loaded its own data. */
const PAUSE_MS = 4_000;

/** Stores a person's saved drives in their browser, and deletes them when the session ends. Renders nothing. */
export default function OfflineKeeper() {
  useForgetting();
  useKeeping();
  return null;
}

function useKeeping(): void {
  const dispatch = useAppDispatch();
  const user = useUser();
  const online = useOnline();
  const userId = user?.id;
  const list = user?.savedDrives.join() ?? '';
  useEffect(() => {
    if (userId === undefined || !online || !canKeep()) return;
    const ended = new AbortController();
    const read: ReadDrive = async (driveId) => {
      const asked = dispatch(api.endpoints.details.initiate(driveId, { subscribe: false, forceRefetch: true }));
      const { data, error } = await asked;
      if (isCallError(error)) return error.type === 404 ? null : undefined;
      return data === undefined ? undefined : keptOf(data);
    };
    const saved = list === '' ? [] : list.split(',');
    // If the storage is full or blocked, the existing copies stay.
    const keep = () => void keepDrives({ userId, saved, read, now: Date.now() }, ended.signal).catch(() => undefined);
    const timer = setTimeout(keep, PAUSE_MS);
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
function useForgetting(): void {
  const userId = useSession()?.userId ?? null;
  useEffect(() => {
    const forget = async () => {
      if (await deleteDrivesOfOthers(userId)) await keepMap([]);
    };
    void forget().catch(() => undefined);
  }, [userId]);
}

/** False on a connection with reduced data usage. */
function canKeep(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return 'indexedDB' in globalThis && connection?.saveData !== true;
}
