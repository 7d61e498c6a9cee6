import type { MapStore, OfflineMap } from './map-store.js';

/** Limit of all maps on a device. */
const ALL_BYTES_MAX = 300_000_000;
/** The rest is left to other sites and to the person's own drives. */
const QUOTA_SHARE = 0.4;
const UNUSED_MS = 90 * 86_400_000;

interface Limits {
  now: number;
  maxBytes: number;
  /** A drive in progress needs its map. */
  isDriving: boolean;
}

export const isOnDevice = ({ archive }: OfflineMap) => archive !== '';

/** Returns the maps to release: those unused for 90 days, then the least recently used over the limit. */
export function mapsToRelease(maps: readonly OfflineMap[], { now, maxBytes, isDriving }: Limits): OfflineMap[] {
  if (isDriving) return [];
  const held = maps.filter(isOnDevice).toSorted((a, b) => b.usedAt - a.usedAt);
  let bytes = 0;
  return held.filter((map) => {
    bytes += map.bytes;
    return now - map.usedAt > UNUSED_MS || bytes > maxBytes;
  });
}

/** Returns the bytes that all maps may take on this device. */
export async function mapSpace(): Promise<number> {
  const { quota } = (await globalThis.navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return Math.min(ALL_BYTES_MAX, quota === undefined ? ALL_BYTES_MAX : quota * QUOTA_SHARE);
}

/**
 * Removes maps from the device, and the ranges that no other map uses.
 * @param mark prevents that the map returns by itself; null leaves no mark
 */
export async function removeMaps(
  store: MapStore,
  maps: readonly OfflineMap[],
  mark: 'released' | 'removed' | null,
): Promise<void> {
  for (const map of maps) {
    await store.deleteMap(map);
    if (mark !== null) await store.putMap({ ...map, archive: '', offsets: [], bytes: 0, state: mark });
  }
  await deleteUnused(store);
}

/** Deletes ranges that no map refers to. */
export async function deleteUnused(store: MapStore): Promise<void> {
  const used = new Map<string, Set<number>>();
  for (const { archive, offsets } of await store.maps()) {
    const all = used.get(archive) ?? new Set<number>();
    for (const offset of offsets) all.add(offset);
    used.set(archive, all);
  }
  await store.deleteRanges(
    (await store.rangeKeys()).filter(([archive, offset]) => used.get(archive)?.has(offset) !== true),
  );
}
