// Aim: the device lists each drive, trip and plan once, with everything that is stored of it.
import { expect, it } from 'vitest';
import { driveDetails } from '../../testing/drives.js';
import type { StoredCourse } from './courses.js';
import { itemsOf, sizeOf } from './device-items.js';
import { offlineDetailsOf } from './offline-drives.js';
import type { OfflineMap } from './streets/map-store.js';

const BOUNDS = { north: 1, south: 0, east: 1, west: 0 };
const map = (id: string, over: Partial<OfflineMap> = {}): OfflineMap => ({
  userId: 'u1',
  id,
  archive: 'a',
  title: `Map of ${id}`,
  line: '',
  state: 'whole',
  reason: 'guide',
  maxZoom: 14,
  archiveZoom: 14,
  bytes: 5_000_000,
  offsets: [],
  usedAt: 1,
  ...over,
});
const course = (page: string, title: string): StoredCourse => ({
  userId: 'u1',
  page,
  kind: page.startsWith('trip') ? 'trip' : 'plan',
  course: { title, origin: '/', bounds: BOUNDS, path: '', source: {} as StoredCourse['course']['source'], drives: [] },
  rev: null,
  storedAt: 1,
});
const DRIVE = {
  userId: 'u1',
  driveId: 'd1',
  keptAt: 1,
  drive: offlineDetailsOf(driveDetails({ id: 'd1', title: 'Pass' })),
};
const NOTHING = { drives: [], courses: [], maps: [], photos: [] };

it('joins the days of a trip and its map', () => {
  const days = [course('trip/t1/1', 'Alps, Day 1'), course('trip/t1/2', 'Alps, Day 2')];
  const [trip, ...rest] = itemsOf({
    ...NOTHING,
    courses: days,
    maps: [map('trip/t1', { title: 'Alps' }), map('trip/t1/2', { bytes: 9 })],
  });
  expect(rest).toEqual([]);
  expect(trip).toMatchObject({ id: 'trip/t1', title: 'Alps', kind: 'trip', map: { bytes: 5_000_000 } });
  expect(trip!.textBytes).toBeGreaterThan(2 * JSON.stringify(BOUNDS).length);
});

it('lists the largest first, and a map whose drive is not saved', () => {
  const items = itemsOf({ ...NOTHING, drives: [DRIVE], courses: [course('plan?to=x', 'Plan')], maps: [map('d2')] });
  expect(items.map(({ id, kind }) => [id, kind])).toEqual([
    ['d2', 'drive'],
    ['d1', 'drive'],
    ['plan?to=x', 'plan'],
  ]);
  expect(sizeOf(items[0]!)).toBe(5_000_000);
});

it('shows the map of the earlier archive until the later one is larger', () => {
  const maps = [map('d1', { archive: 'b', state: 'partial', bytes: 1 }), map('d1')];
  expect(itemsOf({ ...NOTHING, drives: [DRIVE], maps })[0]!.map).toMatchObject({ archive: 'a' });
});

it('counts the photos of a drive', () => {
  const photo = { userId: 'u1', driveId: 'd1', photoId: 'p1', description: '', picture: new Blob(['12345']) };
  const [item] = itemsOf({ ...NOTHING, drives: [DRIVE], photos: [photo, { ...photo, driveId: 'd9' }] });
  expect(item!.photoBytes).toBe(5);
  expect(sizeOf(item!)).toBe(item!.textBytes + 5);
});
