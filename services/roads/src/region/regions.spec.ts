// Aim: an extract becomes a map once; a new extract replaces it when its map is whole, and no failure takes away the map
// that there is.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { fakePlaces } from '@switchback/testing/fake-places';
import { openTempStorage, type TempStorage } from '@switchback/testing/temp-storage';
import { waitUntil } from '@switchback/testing/wait';
import { Heights } from '../elevation/heights.js';
import { extractBytes } from './extract.fixture.js';
import { storeRegion } from './region-build.js';
import { Regions } from './regions.js';
import { RegionRoads } from './roads/region-roads.js';
import { RegionStops } from './stops/region-stops.js';
import { ARCHIVE_KEY } from './stored-archive.js';

const roadAt = (lat: number) =>
  extractBytes({
    nodes: [
      { id: 1, lat, lng: 9.5 },
      { id: 2, lat: lat + 0.01, lng: 9.51 },
    ],
    ways: [{ id: 1, refs: [1, 2], tags: { highway: 'primary' } }],
  });

describe('the region of an extract', () => {
  let store: TempStorage;
  let folder: string;
  let pbf: string;
  let lines: string[];
  const opened: Regions[] = [];

  beforeEach(async () => {
    store = await openTempStorage();
    folder = await mkdtemp(join(tmpdir(), 'regions-'));
    pbf = join(folder, 'roads.osm.pbf');
    lines = [];
    await writeFile(pbf, roadAt(47));
  });
  afterEach(async () => {
    for (const regions of opened.splice(0)) await regions.onModuleDestroy();
    await store.close();
    await rm(folder, { recursive: true });
  });

  function start(settings: { OSM_PBF?: string } = { OSM_PBF: pbf }): Regions {
    const log = (facts: object | string, line?: string) => lines.push(line ?? (facts as string));
    const logger = { info: log, warn: log, error: log } as never;
    const roads = new RegionRoads(store.storage, fakePlaces(), new Heights(null), logger);
    const regions = new Regions(
      { DATA_DIR: folder, ...settings } as never,
      store.storage,
      systemClock,
      logger,
      roads,
      new RegionStops(store.storage, logger),
    );
    opened.push(regions);
    regions.onApplicationBootstrap();
    return regions;
  }

  const settled = async (regions: Regions) => {
    await waitUntil('the build to end', () => regions.get()?.state !== 'building');
    return regions.get()!;
  };
  const southOf = (regions: Regions) => regions.get()?.archive?.bounds?.south;
  const inWork = () => readdir(join(folder, 'region'));

  it('is none without an extract', () => {
    expect(start({}).get()).toBeUndefined();
  });

  it('that was built beforehand serves a start without an extract', async () => {
    const deps = { storage: store.storage, clock: systemClock, dataDir: folder, onProgress: () => undefined };
    const { built } = await storeRegion(pbf, { ...deps, signal: new AbortController().signal });
    expect(built?.size).toBeGreaterThan(0);
    const regions = start({});
    await waitUntil('the region of the storage', () => regions.get() !== undefined);
    expect(regions.get()).toMatchObject({ state: 'ready', archive: { key: ARCHIVE_KEY } });
    expect(lines).toEqual([]);
    // A start that names the same extract builds nothing, either.
    expect((await settled(start())).state).toBe('ready');
    expect(lines).toEqual([]);
  });

  // Aim: instances that start together share one build; all have its map, and no lease is left.
  it('is built by one of several instances that start together', async () => {
    const [first, second, third] = [start(), start(), start()];
    const etags = await Promise.all([first, second, third].map(async (one) => (await settled(one)).archive?.etag));
    expect(new Set(etags).size).toBe(1);
    expect(lines.filter((line) => line.includes('is ready'))).toHaveLength(1);
    expect((await store.storage.list({ prefix: 'region/', max: 10 })).map(({ key }) => key)).toEqual([
      expect.stringMatching(/^region\/roads-3-\w+\.gz$/),
      expect.stringMatching(/^region\/stops-3-\w+\.gz$/),
      ARCHIVE_KEY,
    ]);
  });

  it('is built by the next instance if the first one fails to, or died', async () => {
    const lease = { owner: 'dead', renewedAtMs: Date.now() - 60_000, progress: 0.5 };
    const options = { contentType: 'application/json', maxBytes: 100 };
    await store.storage.put('region/build.json', [Buffer.from(JSON.stringify(lease))], options);
    expect((await settled(start())).state).toBe('ready');
    await store.storage.put('region/build.json', [Buffer.from('no JSON')], options);
    await writeFile(pbf, roadAt(48));
    expect((await settled(start())).state).toBe('ready');
    // The roads of the region before are gone.
    expect(await store.storage.list({ prefix: 'region/roads-', max: 10 })).toHaveLength(1);
  });

  it('is built once, and found by the next start', async () => {
    const regions = start();
    expect(regions.get()).toMatchObject({ state: 'building', archive: undefined });
    expect(await settled(regions)).toMatchObject({ state: 'ready', progress: 1, reason: '' });
    expect(regions.get()!.archive).toMatchObject({ key: ARCHIVE_KEY, date: '2026-11-01T00:00:00.000Z' });
    expect(southOf(regions)).toBeCloseTo(47, 3);
    expect(await inWork()).toEqual([]);
    const built = await store.storage.head(ARCHIVE_KEY);

    lines = [];
    expect((await settled(start())).archive?.etag).toBe(built!.etag);
    expect(lines).toEqual([]);
  });

  it('is replaced by that of another extract, and stays until then', async () => {
    await settled(start());
    await writeFile(pbf, roadAt(48));
    const regions = start();
    await waitUntil('the map of before', () => regions.get()?.archive !== undefined);
    expect(southOf(regions)).toBeCloseTo(47, 3);
    await waitUntil('the new map', () => Math.round(southOf(regions) ?? 0) === 48);
  });

  it('stays as it was if the new extract is damaged, and the log says where', async () => {
    await settled(start());
    await writeFile(pbf, roadAt(48).subarray(0, -3));
    const regions = start();
    expect(await settled(regions)).toMatchObject({ state: 'failed', reason: expect.stringContaining('is cut off') });
    expect(southOf(regions)).toBeCloseTo(47, 3);
    expect(lines.at(-1)).toMatch(/roads\.osm\.pbf was not built\. The file is cut off within a block, at byte \d+/);
    expect(await inWork()).toEqual([]);
  });

  it.each([
    ['is stopped', async (regions: Regions) => regions.onModuleDestroy()],
    [
      'is killed',
      async (regions: Regions) => {
        await promisify(execFile)('pkill', ['-9', '-f', `build-region-process.* ${pbf}`]);
        await settled(regions);
      },
    ],
  ])('leaves nothing half built if its build %s', async (_how, end) => {
    const regions = start();
    await waitUntil('the build to begin', async () => (await inWork().catch(() => [])).length > 0);
    await end(regions);
    expect(await inWork()).toEqual([]);
    expect(await settled(start())).toMatchObject({ state: 'ready' });
  });

  it('fails without a file, and says so', async () => {
    const regions = start({ OSM_PBF: join(folder, 'nowhere.osm.pbf') });
    expect(await settled(regions)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('cannot be read'),
    });
  });
});
