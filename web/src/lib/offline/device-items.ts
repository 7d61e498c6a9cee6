import { deleteCourse, type StoredCourse, storedCourses } from './courses.js';
import { deletePhotosOf, type StoredPhoto, storedPhotos } from './drive-photos.js';
import { deleteOfflineDrive, type OfflineDrive, offlineDrives } from './offline-drives.js';
import type { OfflineMap } from './streets/map-store.js';
import { offlineMaps, removeMapsOf } from './streets/offline-maps.js';
import { isOnDevice } from './streets/release-maps.js';

/** A drive, a trip or a plan with all that this device stores of it. */
export interface DeviceItem {
  /** A drive's id, `trip/{id}`, or the page of a plan. */
  id: string;
  title: string;
  kind: 'drive' | 'trip' | 'plan';
  /** Texts, line and directions. */
  textBytes: number;
  photoBytes: number;
  /** Null if there is no street map. */
  map: OfflineMap | null;
}

/** Returns what this device stores for a person without a network, the largest first. */
export async function deviceItems(userId: string): Promise<DeviceItem[]> {
  const [drives, courses, maps, photos] = await Promise.all([
    offlineDrives(userId),
    storedCourses(userId),
    offlineMaps(userId),
    storedPhotos(userId),
  ]);
  return itemsOf({ drives, courses, maps: maps.filter(isOnDevice), photos });
}

interface Stored {
  drives: readonly OfflineDrive[];
  courses: readonly StoredCourse[];
  maps: readonly OfflineMap[];
  photos: readonly StoredPhoto[];
}

export function itemsOf({ drives, courses, maps, photos }: Stored): DeviceItem[] {
  const items = new Map<string, DeviceItem>();
  for (const { driveId, drive } of drives) {
    const textBytes = bytesOf(drive);
    items.set(driveId, { id: driveId, title: drive.title, kind: 'drive', textBytes, photoBytes: 0, map: null });
  }
  for (const { page, kind, course } of courses) {
    const id = itemIdOf(page);
    const item = items.get(id) ?? { id, title: course.title, kind, textBytes: 0, photoBytes: 0, map: null };
    items.set(id, { ...item, textBytes: item.textBytes + bytesOf(course) });
  }
  for (const { driveId, picture } of photos) {
    const item = items.get(driveId);
    if (item !== undefined) items.set(driveId, { ...item, photoBytes: item.photoBytes + picture.size });
  }
  for (const map of maps) {
    const id = itemIdOf(map.id);
    const { title } = map;
    const item = items.get(id) ?? { id, title, kind: kindOf(id), textBytes: 0, photoBytes: 0, map: null };
    // The map of a whole trip has its name, and holds the maps of its days.
    items.set(id, { ...item, title: map.id === id ? title : item.title, map: larger(item.map, map) });
  }
  return [...items.values()].sort((a, b) => sizeOf(b) - sizeOf(a));
}

export const sizeOf = ({ textBytes, photoBytes, map }: DeviceItem): number =>
  textBytes + photoBytes + (map?.bytes ?? 0);

/** Removes these from the device; saved drives do not return by themselves. */
export async function removeItems(userId: string, ids: readonly string[]): Promise<void> {
  const isRemoved = (page: string) => ids.includes(itemIdOf(page));
  for (const id of ids) await deleteOfflineDrive({ userId, driveId: id });
  await deletePhotosOf(userId, ids);
  for (const course of await storedCourses(userId)) if (isRemoved(course.page)) await deleteCourse(course);
  const maps = (await offlineMaps(userId)).map(({ id }) => id).filter(isRemoved);
  await removeMapsOf(userId, [...new Set([...ids, ...maps])]);
}

/** Returns the trip of a day; a drive or a plan itself. */
function itemIdOf(page: string): string {
  return /^trip\/[^/]+/.exec(page)?.[0] ?? page;
}

/** The map of an earlier archive stays until the later one is whole, and is the larger one as long. */
function larger(a: OfflineMap | null, b: OfflineMap): OfflineMap {
  return a !== null && a.bytes > b.bytes ? a : b;
}

function kindOf(id: string): DeviceItem['kind'] {
  if (id.startsWith('trip/')) return 'trip';
  return id.startsWith('plan?') ? 'plan' : 'drive';
}

function bytesOf(value: object): number {
  return new Blob([JSON.stringify(value)]).size;
}
