// Aim: a person's saved drives are copied once a day, drives that left their list are deleted, and nothing is written
// after they log out.
import { beforeEach, expect, it, vi } from 'vitest';
import { type OfflineDrive, offlineDetailsOf } from '../../lib/offline/offline-drives.js';
import { driveDetails } from '../../testing/drives.js';
import { bundlesOver } from '../../lib/offline/offline-map.js';
import { syncOfflineDrives, type ReadDrive } from './sync-offline-drives.js';

const store = vi.hoisted(() => new Map<string, OfflineDrive>());
vi.mock('../../lib/offline/offline-drives.js', async (original) => ({
  ...(await original<object>()),
  offlineDrives: async (userId: string) => [...store.values()].filter((kept) => kept.userId === userId),
  storeOfflineDrive: async (kept: OfflineDrive) => void store.set(`${kept.userId} ${kept.driveId}`, kept),
  deleteOfflineDrive: async ({ userId, driveId }: OfflineDrive) => void store.delete(`${userId} ${driveId}`),
}));
vi.mock('../../lib/offline/offline-map.js', async (original) => ({
  ...(await original<object>()),
  cacheMap: async () => undefined,
}));

const DAY = 86_400_000;
const details = (id: string) => offlineDetailsOf(driveDetails({ id }));

let requests: string[];
let stored: string[];
const read: ReadDrive = async (driveId) => {
  requests.push(driveId);
  return details(driveId);
};
const signal = () => new AbortController().signal;
const sync = (saved: string[], now: number, by: ReadDrive = read, until = signal()) =>
  syncOfflineDrives({ userId: 'u1', saved, read: by, onStored: (id) => stored.push(id), now }, until);
const held = () => [...store.values()].map(({ driveId }) => driveId);

beforeEach(() => {
  store.clear();
  requests = [];
  stored = [];
  vi.stubGlobal('fetch', async () => Response.json({ version: '1', bundleZoom: 4, bundles: ['world'] }));
});

it('copies each once a day', async () => {
  await sync(['a', 'b'], 10 * DAY);
  await sync(['a', 'b'], 10 * DAY + 1);
  expect(requests).toEqual(['a', 'b']);
  expect(stored).toEqual(['a', 'b']);
  await sync(['a', 'b'], 11 * DAY);
  expect(requests).toEqual(['a', 'b', 'a', 'b']);
});

it('deletes copies of drives that are off the list or no longer visible', async () => {
  await sync(['a', 'b', 'c'], 10 * DAY);
  await sync(['b', 'c'], 11 * DAY, async (id) => (id === 'b' ? null : details(id)));
  expect(held()).toEqual(['c']);
});

it('keeps an old copy while the server is unavailable', async () => {
  await sync(['a'], 10 * DAY);
  await sync(['a'], 12 * DAY, async () => undefined);
  expect(held()).toEqual(['a']);
});

it('writes nothing once the person has logged out', async () => {
  const leaving = new AbortController();
  const whileLeaving: ReadDrive = async (id) => {
    leaving.abort();
    return details(id);
  };
  await sync(['a', 'b'], 10 * DAY, whileLeaving, leaving.signal);
  expect(held()).toEqual([]);
});

it('finds the map tiles of a box, also over the antimeridian', () => {
  expect(bundlesOver({ north: 36, south: 35, west: -83, east: -82 }, 4)).toEqual(['4-4-6']);
  expect(bundlesOver({ north: -17, south: -18, west: 179, east: -179 }, 4)).toEqual(['4-15-8', '4-0-8']);
  expect(bundlesOver({ north: 90, south: 89, west: -180, east: 180 }, 2)).toHaveLength(4);
});
