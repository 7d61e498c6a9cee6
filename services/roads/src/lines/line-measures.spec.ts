// Aim: facts about a line are the same in this process and in a child process, lines of people go before those of
// upgrades, and an upgrade learns which lines to derive again.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { boundsOfPath } from '@switchback/geo/bounds';
import type { LatLng } from '@switchback/geo/location';
import { encodePolyline } from '@switchback/geo/polyline';
import { openEmbeddedPlaces } from '@switchback/platform/places/embedded-places';
import type { MeasureLineRequest } from '@switchback/proto/roads/v1/service';
import { Heights } from '../elevation/heights.js';
import { SrtmTiles } from '../elevation/srtm-tiles.js';
import { openTileFolder, type TileFolder } from '../elevation/tiles.fixture.js';
import { SCENERY_VERSION } from './derive-line.js';
import { LineMeasures } from './line-measures.js';

/** A ridge across the road at every tenth of a degree. */
const ridges = (_: number, lng: number) => 1_000 + 400 * Math.sin(lng * 20 * Math.PI);
/** A road to the east, with a point every so many degrees. */
const road = (everyDegrees: number, lat = 47.5): LatLng[] =>
  Array.from({ length: Math.round(0.5 / everyDegrees) + 1 }, (_, at) => ({ lat, lng: 9.2 + at * everyDegrees }));

let folder: TileFolder;
let measures: LineMeasures;
beforeAll(async () => {
  folder = await openTileFolder();
  await folder.write('N47E009.hgt', ridges);
  measures = new LineMeasures(new Heights(new SrtmTiles(folder.path, () => undefined)), await openEmbeddedPlaces());
});
afterAll(() => folder.remove());

const BOTH = { heights: true, scenery: true };
function requestOf(line: readonly LatLng[], more: Partial<MeasureLineRequest> = {}): MeasureLineRequest {
  const path = encodePolyline(line);
  return { path, elevation: '', directionsSource: undefined, approximate: false, turnOf: 'ann', ...BOTH, ...more };
}

describe('the facts about a line', () => {
  it('are its heights, its tags and what an estimate of the time needs', async () => {
    const { heights, scenery } = await measures.measure(requestOf(road(0.001)), {});
    expect(heights).toMatchObject({ profile: { source: 'srtm' }, version: expect.any(Number) });
    expect(heights!.profile!.highest).toBeGreaterThan(1_390);
    expect(scenery!.tags.map(({ name }) => name)).toContain('lake');
    expect(scenery).toMatchObject({ degreesPerKm: expect.closeTo(0, 0), version: SCENERY_VERSION });
    expect(scenery!.settledShare).toBeGreaterThanOrEqual(0);
    expect(scenery!.settledShare).toBeLessThanOrEqual(1);
  });

  it('are those that are requested', async () => {
    const only = (facts: Partial<MeasureLineRequest>) => measures.measure(requestOf(road(0.01), facts), {});
    expect(Object.values(await only({ scenery: false })).map((fact) => fact !== undefined)).toEqual([true, false]);
    expect(Object.values(await only({ heights: false })).map((fact) => fact !== undefined)).toEqual([false, true]);
  });

  it('are the same for a large line, which a child process reads', async () => {
    const zigzag = road(0.000_02).map(({ lat, lng }, at) => ({ lat: lat + (at % 2) * 1e-5, lng }));
    const [large, small] = [
      await measures.measure(requestOf(zigzag), {}),
      await measures.measure(requestOf(road(0.001)), {}),
    ];
    expect(Math.abs(large.heights!.profile!.gain - small.heights!.profile!.gain)).toBeLessThan(20);
    const names = (of: typeof large) => of.scenery!.tags.map(({ name }) => name);
    expect(names(large)).toEqual(names(small));
    expect(large.heights!.version).toBe(small.heights!.version);
  });

  it('of an upgrade wait for those of people', async () => {
    const zigzag = road(0.000_02).map(({ lat, lng }, at) => ({ lat: lat + (at % 2) * 1e-5, lng }));
    const done: string[] = [];
    const measure = (turnOf: string) =>
      measures.measure(requestOf(zigzag, { turnOf }), {}).then(() => done.push(turnOf));
    await Promise.all([measure('bob'), measure(''), measure('ann')]);
    expect(done).toEqual(['bob', 'ann', '']);
  }, 60_000);
});

it('heights are due that an older release derived, or that lie in a new tile', async () => {
  const [inside, outside] = [road(0.01), road(0.01, 12.5)].map(boundsOfPath);
  const { heights } = await measures.measure(requestOf(road(0.01, 12.5)), {});
  expect(heights!.version).toBeLessThan(0);
  const now = await measures.check({ lines: [] });
  const check = async () => {
    const lines = [
      { bounds: inside, heightsVersion: 0 },
      { bounds: inside, heightsVersion: now.heightsVersion },
      { bounds: outside, heightsVersion: heights!.version },
    ];
    return (await measures.check({ lines })).heightsDue;
  };
  expect(await check()).toEqual([true, false, false]);
  await folder.write('N12E009.hgt', () => 0);
  measures = new LineMeasures(new Heights(new SrtmTiles(folder.path, () => undefined)), await openEmbeddedPlaces());
  expect(await check()).toEqual([true, false, true]);
});
