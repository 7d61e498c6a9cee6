// Aim: what the map knows of fuel, chargers, food, views, passes and toilets becomes stops of a drive's line; what is
// closed to drivers does not, and a damaged file costs the stops alone.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { encodePolyline } from '@switchback/geo/polyline';
import { openTempStorage, type TempStorage } from '@switchback/testing/temp-storage';
import { buildFrom } from '../built-region.fixture.js';
import { extractBytes, type ExtractWay } from '../extract.fixture.js';
import type { MapStop } from './map-stop.js';
import { RegionStops } from './region-stops.js';
import { STOPS_FILE } from './stops-file.js';

const SOURCE = '3:spec';
const LINE = encodePolyline([
  { lat: 47, lng: 9.5 },
  { lat: 47, lng: 9.6 },
]);
type TagsOf = Record<string, string>;

/** Stops of an extract in which nodes have these tags. */
async function stopsOf(...tags: TagsOf[]): Promise<MapStop[]> {
  const road = [1, 2].map((id) => ({ id, lat: 47, lng: 9.4 + id / 10 }));
  const nodes = tags.map((of, index) => ({ id: 10 + index, lat: 47.001, lng: 9.51 + index / 100, tags: of }));
  const ways = [{ id: 1, refs: [1, 2], tags: { highway: 'primary' } }];
  return buildFrom(extractBytes({ nodes: [...road, ...nodes], ways })).stops();
}

describe('the stops of an extract', () => {
  it.each<[TagsOf, Partial<MapStop> | null]>([
    [
      { amenity: 'fuel', brand: 'Migrol' },
      { kind: 'fuel', name: 'Migrol' },
    ],
    [
      { amenity: 'fuel', name: 'Tankstelle', brand: 'Migrol', opening_hours: '24/7' },
      { name: 'Tankstelle', hours: '24/7' },
    ],
    [
      { amenity: 'charging_station', 'socket:type2': '2', 'socket:type2_cable': '1', 'socket:chademo': 'no' },
      { kind: 'charger', name: null, sockets: ['Type 2'] },
    ],
    [
      { amenity: 'cafe', name: 'Post' },
      { kind: 'food', sockets: null },
    ],
    [{ tourism: 'viewpoint' }, { kind: 'view', name: null }],
    [
      { natural: 'saddle', name: 'Sareiserjoch' },
      { kind: 'pass', name: 'Sareiserjoch' },
    ],
    [{ amenity: 'toilets', access: 'yes' }, { kind: 'toilets' }],
    [{ natural: 'saddle' }, null],
    [{ amenity: 'toilets', access: 'private' }, null],
    [{ amenity: 'fuel', name: 'x'.repeat(300) }, { name: null }],
    [{ amenity: 'bank', name: 'Bank' }, null],
  ])('of %j are %j', async (tags, expected) => {
    const found = await stopsOf(tags);
    expect(found).toEqual(expected === null ? [] : [expect.objectContaining({ id: 'n10', lat: 47.001, ...expected })]);
  });

  it('include buildings, at the middle of their outline', async () => {
    const corners = [
      [47.001, 9.51],
      [47.001, 9.512],
      [47.002, 9.512],
      [47.002, 9.51],
    ].map(([lat, lng], index) => ({ id: 20 + index, lat: lat!, lng: lng! }));
    const ways: ExtractWay[] = [
      { id: 1, refs: [20, 21], tags: { highway: 'primary' } },
      { id: 2, refs: [20, 21, 22, 23, 20], tags: { amenity: 'restaurant', building: 'yes', name: 'Krone' } },
    ];
    const found = await buildFrom(extractBytes({ nodes: corners, ways })).stops();
    expect(found).toEqual([expect.objectContaining({ id: 'w2', kind: 'food', lat: 47.0015, lng: 9.511 })]);
  });
});

describe('the stops along a line', () => {
  let store: TempStorage;
  let folder: string;
  let warnings: string[];
  beforeEach(async () => {
    store = await openTempStorage();
    folder = await mkdtemp(join(tmpdir(), 'stops-'));
    warnings = [];
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  const stop = (id: string, lat: number, lng: number, changes: Partial<MapStop> = {}): MapStop => {
    return { id, kind: 'fuel', name: null, lat, lng, hours: null, sockets: null, ...changes };
  };

  async function opened(stops: readonly MapStop[]): Promise<RegionStops> {
    const file = join(folder, 'stops.gz');
    STOPS_FILE.write(file, stops);
    await STOPS_FILE.store(file, SOURCE, store.storage);
    const warn = (_facts: object, line: string) => void warnings.push(line);
    const found = new RegionStops(store.storage, { warn } as never);
    await found.load(SOURCE);
    return found;
  }
  const idsOf = async (stops: RegionStops, withinSeconds = 120, kinds: string[] = []) =>
    (await stops.find({ path: LINE, kinds, withinSeconds })).stops.map(({ id }) => id);

  const STOPS = [
    stop('late', 47.001, 9.58),
    stop('early', 46.999, 9.51, { kind: 'food', name: 'Post' }),
    stop('far', 47.02, 9.55),
  ];

  it('are those that the detour reaches, in the order of the line, of the kinds that are wanted', async () => {
    const stops = await opened(STOPS);
    expect(await idsOf(stops)).toEqual(['early', 'late']);
    expect(await idsOf(stops, 600)).toEqual(['early', 'far', 'late']);
    expect(await idsOf(stops, 120, ['food', 'view'])).toEqual(['early']);
    const [early] = (await stops.find({ path: LINE, kinds: [], withinSeconds: 120 })).stops;
    expect(early).toMatchObject({ name: 'Post', hours: '', sockets: [] });
    expect(early!.off).toBeCloseTo(111, -1);
    expect(early!.along).toBeCloseTo(759, -1);
  });

  it('are at most 200, those that are nearest to the line', async () => {
    const many = Array.from({ length: 300 }, (_, at) =>
      stop(`s${at}`, 47 + (at % 2 ? 0.005 : 0.001), 9.5 + at / 3_000),
    );
    const found = (await (await opened(many)).find({ path: LINE, kinds: [], withinSeconds: 120 })).stops;
    expect(found).toHaveLength(200);
    expect(found.filter(({ off }) => off < 200)).toHaveLength(150);
  });

  it('are none of a damaged file, of a missing one, and without a region', async () => {
    const stops = await opened(STOPS);
    await stops.load('3:missing');
    expect([await idsOf(stops), warnings]).toEqual([[], [expect.stringContaining('cannot be read')]]);
    await stops.load(SOURCE);
    expect(await idsOf(stops)).toHaveLength(2);
    await stops.load(null);
    expect(await idsOf(stops)).toEqual([]);
  });
});
