import { titleOf } from '../drives/drive-title.js';
import { deleteCourse, type StoredCourse, storedCourses } from './courses.js';
import { deleteOfflineDrive, type OfflineDrive, offlineDrives } from './offline-drives.js';
import type { OfflineMap } from './streets/map-store.js';
import { offlineMaps, removeMapsOf } from './streets/offline-maps.js';
import { isOnDevice } from './streets/release-maps.js';

/** A drive, a day or a plan with all that this device stores of it. */
export interface DeviceItem {
  id: string;
  title: string;
  kind: 'drive' | 'trip' | 'plan';
  /** Texts, line and directions. */
  textBytes: number;
  /** Null if there is no street map. */
  map: OfflineMap | null;
}

/** Returns what this device stores for a person without a network, the largest first. */
export async function deviceItems(userId: string): Promise<DeviceItem[]> {
  const [drives, courses, maps] = await Promise.all([
    offlineDrives(userId),
    storedCourses(userId),
    offlineMaps(userId),
  ]);
  return itemsOf(drives, courses, maps.filter(isOnDevice));
}

export function itemsOf(
  drives: readonly OfflineDrive[],
  courses: readonly StoredCourse[],
  maps: readonly OfflineMap[],
): DeviceItem[] {
  const items = new Map<string, DeviceItem>();
  for (const { driveId, drive } of drives) {
    const textBytes = bytesOf(drive);
    items.set(driveId, { id: driveId, title: titleOf(drive), kind: 'drive', textBytes, map: null });
  }
  for (const { page, kind, course } of courses)
    items.set(page, { id: page, title: titleOf(course), kind, textBytes: bytesOf(course), map: null });
  for (const map of maps) {
    const kind = kindOf(map.id);
    const item = items.get(map.id) ?? { id: map.id, title: titleOf(map), kind, textBytes: 0, map: null };
    // The map of an earlier archive stays until the later one is whole.
    const isBetter = item.map === null || map.state === 'whole';
    items.set(map.id, { ...item, map: isBetter ? map : item.map });
  }
  return [...items.values()].sort((a, b) => sizeOf(b) - sizeOf(a));
}

export const sizeOf = ({ textBytes, map }: DeviceItem): number => textBytes + (map?.bytes ?? 0);

/** Removes these from the device; saved drives do not return by themselves. */
export async function removeItems(userId: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await deleteOfflineDrive({ userId, driveId: id });
    await deleteCourse({ userId, page: id });
  }
  await removeMapsOf(userId, ids);
}

function kindOf(id: string): DeviceItem['kind'] {
  if (id.startsWith('trip/')) return 'trip';
  return id.startsWith('plan?') ? 'plan' : 'drive';
}

function bytesOf(value: object): number {
  return new Blob([JSON.stringify(value)]).size;
}
