// Aim: callers get the roads of an area, the curviest first, and one road whole; a damaged file costs the roads alone.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { distanceToLineMeters } from '@switchback/geo/line-distance';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { pathCrossesBounds } from '@switchback/geo/crossing';
import { fakePlaces } from '@switchback/testing/fake-places';
import { seededRandom } from '@switchback/testing/random';
import { openTempStorage, type TempStorage } from '@switchback/testing/temp-storage';
import { Heights } from '../../elevation/heights.js';
import { exampleCurvyRoad } from './curvy-road.fixture.js';
import type { CurvyRoad } from './curvy-road.js';
import { RegionRoads } from './region-roads.js';
import { ROADS_FILE } from './roads-file.js';

const SOURCE = '2:spec';
const ASKED = { bounds: undefined, near: undefined, proximity: 0, limit: 100, unpaved: false };

function road(id: string, lat: number, changes: Partial<CurvyRoad> = {}): CurvyRoad {
  const line = [
    { lat, lng: 9.5 },
    { lat: lat + 0.02, lng: 9.52 },
  ];
  return exampleCurvyRoad(id, encodePolyline(line), changes);
}

describe('the roads of a region', () => {
  let store: TempStorage;
  let folder: string;
  let warnings: string[];
  beforeEach(async () => {
    store = await openTempStorage();
    folder = await mkdtemp(join(tmpdir(), 'roads-'));
    warnings = [];
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  async function loaded(roads: readonly CurvyRoad[]): Promise<RegionRoads> {
    const file = join(folder, 'roads.gz');
    ROADS_FILE.write(file, roads);
    await ROADS_FILE.store(file, SOURCE, store.storage);
    const warn = (_facts: object, line: string) => void warnings.push(line);
    const opened = new RegionRoads(store.storage, fakePlaces(), new Heights(null), { warn } as never);
    await opened.load(SOURCE);
    return opened;
  }

  const ROADS = [road('1', 47), road('2', 47.1), road('3', 47.2, { isUnpaved: true }), road('4', 47.3)];

  it.each<[string, object, string[], number]>([
    ['in a box', { bounds: { north: 47.25, south: 46.9, west: 9, east: 10 } }, ['1', '2'], 2],
    [
      'in a box with unpaved ones',
      { bounds: { north: 47.25, south: 46.9, west: 9, east: 10 }, unpaved: true },
      ['1', '2', '3'],
      3,
    ],
    ['up to a limit', { bounds: { north: 48, south: 46, west: 9, east: 10 }, limit: 1 }, ['1'], 3],
    [
      'in a box that the bounds of a road touch, not its line',
      { bounds: { north: 47.02, south: 47.015, west: 9.5, east: 9.503 } },
      [],
      0,
    ],
    ['near a place', { near: { lat: 47.11, lng: 9.51 }, proximity: 500 }, ['2'], 1],
    ['far from any', { near: { lat: 10, lng: 10 }, proximity: 5_000 }, [], 0],
  ])('are listed %s', async (_what, area, ids, total) => {
    const answer = await (await loaded(ROADS)).list({ ...ASKED, ...area });
    expect(answer.roads.map(({ id }) => id)).toEqual(ids);
    expect(answer.total).toBe(total);
  });

  it('need an area', async () => {
    await expect((await loaded(ROADS)).list(ASKED)).rejects.toMatchObject({ name: 'ProductError' });
  });

  // Aim: against brute force, no road of an area is missing, and none too many.
  it('are those that brute force finds', async () => {
    const random = seededRandom(7);
    const all = Array.from({ length: 700 }, (_, index) => road(String(index), 46 + random.next() * 2));
    const roads = await loaded(all);
    const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id);
    for (let round = 0; round < 20; round += 1) {
      const [south, west] = [46 + random.next(), 9.49 + random.next() * 0.04];
      const bounds = { south, west, north: south + random.next() / 2, east: west + 0.01 };
      const crossing = all.filter(({ path }) => pathCrossesBounds(decodePolyline(path), bounds));
      const inBox = await roads.list({ ...ASKED, bounds, limit: 1_000 });
      expect(ids(inBox.roads)).toEqual(ids(crossing));
      const near = { lat: south, lng: west };
      const proximity = random.next() * 20_000;
      const around = all.filter(({ path }) => distanceToLineMeters(decodePolyline(path), near) <= proximity);
      expect(ids((await roads.list({ ...ASKED, near, proximity, limit: 1_000 })).roads)).toEqual(ids(around));
    }
  });

  it('are whole on request, with a duration and the towns of their ends', async () => {
    const roads = await loaded(ROADS);
    const { road: one, route } = await roads.get('2');
    expect(one).toMatchObject({ id: '2', name: 'Bergstrasse', ref: '', curviness: { value: 900, degreesPerKm: 120 } });
    const [leg] = route!.directions!.legs;
    expect(leg).toMatchObject({ distance: 2_700, path: ROADS[1]!.path, start: { location: { lat: 47.1, lng: 9.5 } } });
    expect(leg!.duration).toBeGreaterThan(150);
    await expect(roads.get('99')).rejects.toThrow('not on the map of this region');
  });

  it('are none if their file is damaged or missing, and the log says so', async () => {
    const roads = await loaded(ROADS);
    const options = { contentType: 'application/gzip', maxBytes: 1_000 };
    await store.storage.put('region/roads-2-spec.gz', [Buffer.from('no gzip')], options);
    for (const source of [SOURCE, '2:other']) {
      await roads.load(source);
      expect(await roads.list({ ...ASKED, near: { lat: 47, lng: 9.5 }, proximity: 1e6 })).toEqual({
        roads: [],
        total: 0,
      });
    }
    expect(warnings).toHaveLength(2);
    await roads.load(null);
    expect(warnings).toHaveLength(2);
  });
});
