import { useEffect } from 'react';
import { api } from '../../api/api.js';
import { isCallError } from '../../api/error.js';
import { deleteDrivesOfOthers } from '../../lib/kept-drives.js';
import { useAppDispatch } from '../../lib/store.js';
import { useOnline } from '../../lib/use-online.js';
import { useSession, useUser } from '../../lib/use-user.js';
import { keepDrives, keptOf, type ReadDrive } from './keep-drives.js';
import { keepMap } from './service-worker.js';

/** After the page has shown what was asked for. */
const PAUSE_MS = 4_000;

/** Keeps a person's saved drives in their browser, and lets go of them when they leave. Shows nothing. */
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
    // A full or blocked storage keeps what it has.
    const keep = () => void keepDrives({ userId, saved, read, now: Date.now() }, ended.signal).catch(() => undefined);
    const timer = setTimeout(keep, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [dispatch, userId, online, list]);
}

/**
 * Copies belong to the session of the person: they are deleted once it ends, also where it had ended before this page
 * opened, or before this code was loaded.
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

/** Not on a connection that its owner wants to be spared. */
function canKeep(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return 'indexedDB' in globalThis && connection?.saveData !== true;
}
