import {
  deleteOfflineDrive,
  storeOfflineDrive,
  type OfflineDetails,
  offlineDrives,
} from '../../lib/offline/offline-drives.js';
import { cacheMap, tilesOver } from '../../lib/offline/offline-map.js';
import { readRecordBounds } from '../../lib/offline/records.js';

/** Maximum number of copies per person; the latest saved drives come first. */
export const KEPT_MAX = 100;
const FRESH_MS = 86_400_000;

/** Reads the current drive; null if it can no longer be read, undefined if unknown. */
export type ReadDrive = (driveId: string) => Promise<OfflineDetails | null | undefined>;

interface Sync {
  userId: string;
  /** Ids, latest saved first. */
  saved: readonly string[];
  read: ReadDrive;
  onStored: (driveId: string) => void;
  now: number;
}

/**
 * Synchronizes a person's copies with their list: creates missing copies, refreshes old ones, deletes drives that are
 * off the list.
 * @param signal stops between drives, for example when the person logs out
 */
export async function syncOfflineDrives(
  { userId, saved, read, onStored, now }: Sync,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const requested = saved.slice(0, KEPT_MAX);
  const held = new Map((await offlineDrives(userId)).map((kept) => [kept.driveId, kept]));
  for (const driveId of held.keys()) if (!requested.includes(driveId)) await deleteOfflineDrive({ userId, driveId });
  for (const driveId of requested) {
    if (signal.aborted) return;
    if (now - (held.get(driveId)?.keptAt ?? 0) < FRESH_MS) continue;
    const drive = await read(driveId);
    if (signal.aborted) return;
    if (drive === null) await deleteOfflineDrive({ userId, driveId });
    else if (drive !== undefined) {
      await storeOfflineDrive({ userId, driveId, keptAt: now, drive });
      onStored(driveId);
    }
  }
  const kept = await offlineDrives(userId);
  // The map of a drive in progress stays until its record ends.
  const inProgress = (await readRecordBounds(userId)) ?? [];
  const boxes = kept.map(({ drive }) => drive.bounds).concat(inProgress);
  if (!signal.aborted) await cacheMap(await tilesOver(boxes));
}
