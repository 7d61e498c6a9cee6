// Aim: maps leave the device by time and by space, the least recently used first, and never during a drive.
import { expect, it } from 'vitest';
import type { OfflineMap } from './map-store.js';
import { mapsToRelease } from './release-maps.js';

const DAY = 86_400_000;
const NOW = 200 * DAY;
const map = (id: string, daysAgo: number, bytes = 10, archive = 'a'): OfflineMap => ({
  userId: 'u1',
  id,
  archive,
  title: id,
  line: '',
  state: 'whole',
  reason: 'saved',
  maxZoom: 14,
  archiveZoom: 14,
  bytes,
  offsets: [],
  usedAt: NOW - daysAgo * DAY,
});
const MAPS = [map('old', 91), map('older', 80), map('new', 1), map('mark', 150, 0, '')];

it.each([
  ['keeps what was used within 90 days and fits', { maxBytes: 100, isDriving: false }, ['old']],
  ['releases the least recently used over the limit', { maxBytes: 10, isDriving: false }, ['older', 'old']],
  ['releases all without space', { maxBytes: 0, isDriving: false }, ['new', 'older', 'old']],
  ['releases nothing during a drive', { maxBytes: 0, isDriving: true }, []],
])('%s', (_case, limits, expected) => {
  expect(mapsToRelease(MAPS, { now: NOW, ...limits }).map(({ id }) => id)).toEqual(expected);
});
