import type { LatLng } from '@switchback/geo/location';
import { isOnTheRoad } from '../records.js';
import { archiveReader } from './archive-reader.js';
import { deviceStore, type OfflineMap } from './map-store.js';
import { isOnDevice, mapSpace, mapsToRelease, removeMaps } from './release-maps.js';

/** Limit of the maps that the app stores without a request for each. */
const SYNC_BYTES_MAX = 100_000_000;

const changes = new EventTarget();

/** Calls back after every change of the maps on this device. @returns how to stop */
export function followMaps(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}

function notify(): void {
  changes.dispatchEvent(new Event('change'));
}

/** Runs one change of the maps at a time, in all tabs. */
async function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const { locks } = globalThis.navigator as { locks?: LockManager };
  try {
    return await (locks === undefined ? act() : locks.request('switchback-maps', act));
  } finally {
    notify();
  }
}

/** Returns the maps of a person and the marks of removed ones; none if the browser stores nothing. */
export async function offlineMaps(userId: string): Promise<OfflineMap[]> {
  const maps = await deviceStore.maps().catch(() => []);
  return maps.filter((map) => map.userId === userId);
}

interface Course {
  userId: string;
  id: string;
  title: string;
  lines: readonly (readonly LatLng[])[];
}

/** The preparation in progress. */
let preparing: { id: string; work: AbortController } | undefined;

/**
 * Stores the map along a course that a person is about to drive, and releases maps that they need less. Continues on
 * the road; ends if another course is prepared.
 */
export async function prepareMap(course: Course, archiveUrl: string): Promise<void> {
  // A day of a trip whose map is on the device.
  const maps = await offlineMaps(course.userId);
  if (maps.some(({ id, state }) => state === 'whole' && course.id.startsWith(`${id}/`))) return;
  if (preparing?.id === course.id) return;
  preparing?.work.abort();
  const current = { id: course.id, work: new AbortController() };
  preparing = current;
  try {
    await inTurn(async () => {
      await store({ ...course, reason: 'guide' }, archiveUrl, current.work.signal);
      await release(course.userId);
    });
  } finally {
    if (preparing === current) preparing = undefined;
  }
}

/**
 * Stores the maps of saved drives, the latest saved first, and deletes those of drives that are off the list.
 * @param archiveUrl null if this installation has no street tiles of its own
 */
export async function syncMaps(
  userId: string,
  drives: readonly Omit<Course, 'userId'>[],
  archiveUrl: string | null,
  signal: AbortSignal,
): Promise<void> {
  await inTurn(() => release(userId));
  if (archiveUrl === null) return;
  const maxBytes = Math.min(SYNC_BYTES_MAX, await mapSpace());
  for (const drive of drives) {
    if (signal.aborted) return;
    const maps = await offlineMaps(userId);
    const isMarked = maps.some(({ id, archive }) => id === drive.id && archive === '');
    if (isMarked || maps.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes) continue;
    // A turn each: a person who is about to drive does not wait for all of them.
    await inTurn(() => store({ userId, ...drive, reason: 'saved' }, archiveUrl, signal));
  }
}

/** Deletes the maps of drives that are no longer saved, and the marks of removed ones. */
export function deleteUnsavedMaps(userId: string, saved: readonly string[]): Promise<void> {
  return inTurn(async () => {
    if (await isOnTheRoad(Date.now())) return;
    const maps = (await offlineMaps(userId)).filter(({ id, reason }) => reason === 'saved' && !saved.includes(id));
    if (maps.length > 0) await removeMaps(deviceStore, maps, null);
  });
}

/** Notes that a person opened the drive, and lets a removed one return. */
export function openMap(userId: string, id: string): Promise<void> {
  return inTurn(async () => {
    for (const map of await offlineMaps(userId)) {
      if (map.id !== id) continue;
      if (isOnDevice(map)) await deviceStore.putMap({ ...map, usedAt: Date.now() });
      else await deviceStore.deleteMap(map);
    }
  });
}

/** Removes maps at the request of the person. */
export function removeMapsOf(userId: string, ids: readonly string[]): Promise<void> {
  preparing?.work.abort();
  return inTurn(async () => {
    const maps = (await offlineMaps(userId)).filter(({ id }) => ids.includes(id));
    await removeMaps(deviceStore, maps, null);
    for (const id of ids) await deviceStore.putMap({ ...MARK, userId, id });
  });
}

const MARK = {
  archive: '',
  title: '',
  line: '',
  state: 'removed' as const,
  reason: 'saved' as const,
  maxZoom: 0,
  archiveZoom: 0,
  bytes: 0,
  offsets: [],
  usedAt: 0,
};

/** Deletes the maps of everyone but this person; null is a visitor. */
export function deleteMapsOfOthers(userId: string | null): Promise<void> {
  return inTurn(async () => {
    const maps = (await deviceStore.maps()).filter((map) => map.userId !== userId);
    if (maps.length > 0) await removeMaps(deviceStore, maps, null);
  });
}

async function store(
  course: Course & Pick<OfflineMap, 'reason'>,
  archiveUrl: string,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const archive = new URL(archiveUrl, globalThis.location.origin).href;
  const line = identityOf(course.lines);
  const earlier = (await offlineMaps(course.userId)).filter(({ id }) => id === course.id);
  const reason = earlier.some((map) => map.reason === 'saved') ? 'saved' : course.reason;
  const isOpened = course.reason === 'guide' || earlier.length === 0;
  const usedAt = isOpened ? Date.now() : Math.max(...earlier.map((map) => map.usedAt));
  const held = earlier.find((map) => map.archive === archive);
  if (held?.state === 'whole' && held.line === line) {
    if (held.reason !== reason || held.usedAt !== usedAt) await deviceStore.putMap({ ...held, reason, usedAt });
    return;
  }
  // Loaded on demand: few installations have streets.
  const { storeCorridor } = await import('./store-corridor.js');
  const ports = { store: deviceStore, reader: archiveReader(archive), signal, onProgress: notify };
  await storeCorridor({ ...course, line, reason, usedAt }, ports);
}

async function release(userId: string): Promise<void> {
  const now = Date.now();
  const maps = (await offlineMaps(userId)).filter(isOnDevice);
  const limits = { now, maxBytes: await mapSpace(), isDriving: await isOnTheRoad(now) };
  await removeMaps(deviceStore, mapsToRelease(maps, limits), 'released');
}

/** Returns a text that differs for other lines (FNV-1a). */
function identityOf(lines: readonly (readonly LatLng[])[]): string {
  let hash = 0x811c9dc5;
  for (const { lat, lng } of lines.flat())
    for (const degrees of [lat, lng]) hash = Math.imul(hash ^ Math.round(degrees * 1e5), 0x01000193);
  return `${lines.flat().length}-${(hash >>> 0).toString(36)}`;
}
