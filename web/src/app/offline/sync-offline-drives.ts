import type { DriveDetails } from '@switchback/contracts/resources/drive';
import type { Bounds } from '@switchback/geo/location';
import {
  deleteOfflineDrive,
  storeOfflineDrive,
  type OfflineDetails,
  offlineDrives,
} from '../../lib/offline/offline-drives.js';
import { cacheMap } from './service-worker.js';

/** Maximum number of copies per person; the latest saved drives come first. */
export const KEPT_MAX = 100;
const FRESH_MS = 86_400_000;
/** The fields of the base map's `index.json` that are used here. */
interface BaseMapIndex {
  version: string;
  bundleZoom: number;
  bundles: string[];
}

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
  if (!signal.aborted) await cacheMap(await tilesOver(kept.map(({ drive }) => drive.bounds)));
}

/** Returns the addresses of the base map's tiles over these boxes. */
async function tilesOver(boxes: readonly Bounds[]): Promise<string[]> {
  if (boxes.length === 0) return [];
  const index = (await (await fetch('/basemap/index.json')).json()) as BaseMapIndex;
  const names = new Set(['world', ...boxes.flatMap((box) => bundlesOver(box, index.bundleZoom))]);
  return index.bundles.filter((name) => names.has(name)).map((name) => `/basemap/${name}.tiles?v=${index.version}`);
}

/** Returns the Web Mercator tiles over a box; in a box across the antimeridian, west is east of east. */
export function bundlesOver({ north, south, east, west }: Bounds, zoom: number): string[] {
  const size = 2 ** zoom;
  const column = (lng: number) => Math.min(size - 1, Math.floor(((lng + 180) / 360) * size));
  const row = (lat: number) => {
    const angle = (Math.max(-85, Math.min(85, lat)) * Math.PI) / 180;
    return Math.min(size - 1, Math.floor(((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * size));
  };
  const columns = (column(east) - column(west) + size) % size;
  const names: string[] = [];
  for (let x = 0; x <= columns; x += 1)
    for (let y = row(north); y <= row(south); y += 1) names.push(`${zoom}-${(column(west) + x) % size}-${y}`);
  return names;
}

/** Removes the fields that are not stored. */
export function offlineDetailsOf(drive: DriveDetails): OfflineDetails {
  const kept: OfflineDetails & Partial<DriveDetails> = { ...drive };
  delete kept.directions;
  return kept;
}
