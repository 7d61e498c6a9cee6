import { inStore } from '../store/browser-store.js';
import type { OfflineDrive } from './offline-drives.js';

/** The small size of a photo of a drive on this device. */
export interface StoredPhoto {
  userId: string;
  driveId: string;
  photoId: string;
  description: string;
  picture: Blob;
}

/** With the map along a drive, these stay within 30 MB: see `streets/store-corridor.ts`. */
const PHOTOS_MAX = 12;
const PHOTO_BYTES_MAX = 200_000;
const TIMEOUT_MS = 20_000;
const STORE = 'drivePhotos';

/** Returns the photos of a person's drives on this device; none if the browser stores nothing. */
export async function storedPhotos(userId: string): Promise<StoredPhoto[]> {
  const all = await inStore<StoredPhoto[]>(STORE, 'readonly', (store) => store.getAll()).catch(() => []);
  return all.filter((photo) => photo.userId === userId);
}

/** Stores the photos of these drives that are missing, and deletes those of other drives. */
export async function syncPhotos(userId: string, drives: readonly OfflineDrive[], signal: AbortSignal): Promise<void> {
  const missing = new Map(
    drives.flatMap(({ driveId, drive }) =>
      drive.photos.slice(0, PHOTOS_MAX).map((photo) => [keyOf(driveId, photo.id), { driveId, photo }] as const),
    ),
  );
  for (const { driveId, photoId } of await storedPhotos(userId))
    if (!missing.delete(keyOf(driveId, photoId))) await deletePhoto([userId, driveId, photoId]);
  for (const { driveId, photo } of missing.values()) {
    signal.throwIfAborted();
    const picture = await read(photo.small, signal);
    if (picture === null) continue;
    const stored: StoredPhoto = { userId, driveId, photoId: photo.id, description: photo.description ?? '', picture };
    await inStore(STORE, 'readwrite', (store) => store.put(stored));
  }
}

/** Deletes the photos of these drives. */
export async function deletePhotosOf(userId: string, driveIds: readonly string[]): Promise<void> {
  for (const { driveId, photoId } of await storedPhotos(userId))
    if (driveIds.includes(driveId)) await deletePhoto([userId, driveId, photoId]);
}

/** Deletes the photos of everyone but this person; null is a visitor. */
export async function deletePhotosOfOthers(userId: string | null): Promise<void> {
  const keys = await inStore<[string, string, string][]>(STORE, 'readonly', (store) => store.getAllKeys());
  for (const key of keys) if (key[0] !== userId) await deletePhoto(key);
}

const keyOf = (driveId: string, photoId: string) => `${driveId} ${photoId}`;

async function deletePhoto(key: [string, string, string]): Promise<void> {
  await inStore(STORE, 'readwrite', (store) => store.delete(key));
}

/** Returns null for a photo that cannot be read: one is missing, not the drive. */
async function read(address: string, signal: AbortSignal): Promise<Blob | null> {
  const url = new URL(address, globalThis.location.origin);
  // The page's policy allows no requests to other sites.
  if (url.origin !== globalThis.location.origin) return null;
  try {
    const answer = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
    const picture = answer.ok ? await answer.blob() : null;
    return picture !== null && picture.size <= PHOTO_BYTES_MAX ? picture : null;
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}
