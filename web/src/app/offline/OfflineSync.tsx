import { useEffect, useRef } from 'react';
import { decodePolyline } from '@switchback/geo/polyline';
import { api, useSettingsQuery } from '../../api/api.js';
import { isCallError } from '../../api/error.js';
import { deleteCoursesOfOthers } from '../../lib/offline/courses.js';
import { deleteDrivesOfOthers, offlineDetailsOf, offlineDrives } from '../../lib/offline/offline-drives.js';
import { deletePhotosOfOthers, syncPhotos } from '../../lib/offline/drive-photos.js';
import { rememberStreets } from '../../lib/offline/last-streets.js';
import {
  deleteMapsOfOthers,
  deleteUnsavedMaps,
  offlineMaps,
  syncMaps,
} from '../../lib/offline/streets/offline-maps.js';
import { ownStreets } from '../../map/map-port.js';
import { titleOf } from '../../lib/drives/drive-title.js';
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
  const archiveUrl = useArchive();
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
      startedFor.current = userId;
      // One after the other: a drive that is removed and saved again must not be deleted by the first run.
      last.current = last.current
        .then(() => syncAll({ userId, saved, read, onStored }, archiveUrl, ended.signal))
        // If the storage is full or blocked, the existing copies stay.
        .catch(() => undefined);
    };
    // A drive that the person saves is stored at once, once the first synchronization has begun.
    const timer = setTimeout(sync, startedFor.current === userId ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [dispatch, userId, online, list, archiveUrl]);
}

/** Address of the street tiles; null if there are none, undefined until it is known. */
function useArchive(): string | null | undefined {
  const map = useSettingsQuery().data?.map;
  useEffect(() => {
    if (map !== undefined) rememberStreets(ownStreets(map));
  }, [map]);
  return map && (ownStreets(map)?.url ?? null);
}

/** Copies of the drives first: they are small, and need no map. */
async function syncAll(
  sync: Omit<Parameters<typeof syncOfflineDrives>[0], 'now'>,
  archiveUrl: string | null | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { userId, saved } = sync;
  await deleteUnsavedMaps(userId, saved);
  const marks = await offlineMaps(userId);
  const removed = new Set(marks.filter(({ state }) => state === 'removed').map(({ id }) => id));
  await syncOfflineDrives({ ...sync, saved: saved.filter((id) => !removed.has(id)), now: Date.now() }, signal);
  if (archiveUrl === undefined || signal.aborted || isMetered()) return;
  const stored = await offlineDrives(userId);
  await syncPhotos(userId, stored, signal);
  const copies = new Map(stored.map(({ driveId, drive }) => [driveId, drive]));
  const drives = saved.flatMap((id) => {
    const drive = copies.get(id);
    return drive ? [{ id, title: titleOf(drive), lines: [decodePolyline(drive.path)] }] : [];
  });
  await syncMaps(userId, drives, archiveUrl, signal);
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
      await deleteMapsOfOthers(userId);
      await deletePhotosOfOthers(userId);
      await deleteCoursesOfOthers(userId);
      // A session that expires on the road must not end the record.
      if (userId !== null || isLeft) await deleteRecordsOfOthers(userId);
    };
    void cleanUp().catch(() => undefined);
  }, [userId, isLeft]);
}

interface Connection {
  saveData?: boolean;
  type?: string;
}

/** False on a connection with reduced data usage. */
function canKeep(): boolean {
  return 'indexedDB' in globalThis && connection()?.saveData !== true;
}

/** Whether megabytes may cost money, as far as the browser knows. */
function isMetered(): boolean {
  return connection()?.type === 'cellular';
}

function connection(): Connection | undefined {
  return (navigator as Navigator & { connection?: Connection }).connection;
}
