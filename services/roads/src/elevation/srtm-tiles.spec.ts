// Aim: heights come from the right samples of the right tile, wherever a point lies; files that are not tiles cost a
// warning, never an error.
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openTileFolder, type TileFolder } from './tiles.fixture.js';
import { SrtmTiles } from './srtm-tiles.js';

const EMPTY_ZIP = `PK\u0005\u0006${'\0'.repeat(18)}`;
/** Linear, so that bilinear interpolation is exact; steep enough to tell neighboring samples apart. */
const slopeFrom = (south: number, west: number) => (lat: number, lng: number) =>
  1_200 * (lat - south) + 2_400 * (lng - west);
const slope = slopeFrom(46, 9);

let folder: TileFolder;
let warnings: string[];
let tiles: SrtmTiles;
beforeAll(async () => {
  folder = await openTileFolder();
  await folder.write('N47E009.hgt', slope);
  await folder.write('N46E009.hgt', slope);
  await folder.write('s01/s01w180.HGT', () => 7);
  await folder.write('N89E179.hgt', () => 8);
  await folder.write('N10E010.hgt', (lat, lng) => (lat > 10.5 ? slopeFrom(10, 10)(lat, lng) : undefined));
});
afterAll(() => folder.remove());
beforeEach(() => {
  warnings = [];
  tiles = new SrtmTiles(folder.path, (message) => warnings.push(message));
});

const heightAt = async (lat: number, lng: number) => (await tiles.heightsAt([{ lat, lng }]))[0];

describe('the height of a point', () => {
  it('lies between the samples around it', async () => {
    expect(await heightAt(47.25, 9.5)).toBeCloseTo(1_500 + 1_200, 6);
    expect(await heightAt(47.123_45, 9.678_9)).toBeCloseTo(slope(47.123_45, 9.678_9), 6);
  });

  it('is that of the tile on either side of a border', async () => {
    const [below, on, above] = await tiles.heightsAt([46.999_999, 47, 47.000_001].map((lat) => ({ lat, lng: 9.25 })));
    expect(below).toBeCloseTo(1_800, 2);
    expect(on).toBeCloseTo(1_800, 6);
    expect(above).toBeCloseTo(1_800, 2);
    expect(warnings).toEqual([]);
  });

  it('is found at the ends of the earth', async () => {
    expect(
      await tiles.heightsAt([
        { lat: -0.5, lng: -180 },
        { lat: 90, lng: 180 },
      ]),
    ).toEqual([7, 8]);
  });

  it('is unknown in a void, next to one, and without a tile', async () => {
    expect(await tiles.heightsAt([10.3, 10.500_1, 12].map((lat) => ({ lat, lng: 10.5 })))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await heightAt(10.502, 10.5)).toBeCloseTo(1_200 * 0.502 + 1_200, 6);
    expect(warnings).toEqual([]);
  });

  it('is as exact in a tile of one arc second', async () => {
    const slopeFine = (lat: number, lng: number) => 3_600 * (lat - 20) + 7_200 * (lng - 20);
    await folder.write('N20E020.hgt', slopeFine, 3_601);
    expect(await heightAt(20.765_43, 20.123_45)).toBeCloseTo(slopeFine(20.765_43, 20.123_45), 5);
  });

  it('is the same for thousands of points, read and cached in parts', async () => {
    const line = Array.from({ length: 20_000 }, (_, at) => ({ lat: 46.2 + at * 8e-5, lng: 9.1 + at * 4e-5 }));
    const all = await Promise.all([tiles.heightsAt(line), tiles.heightsAt(line.toReversed())]);
    expect(all[1]).toEqual(all[0].toReversed());
    for (const at of [0, 7_777, 19_999]) {
      const { lat, lng } = line[at]!;
      expect(all[0][at]).toBeCloseTo(slope(lat, lng), 5);
    }
  });
});

describe('a packed tile', () => {
  it.each([
    ['N35W083.hgt.zip', 1_201],
    ['N36W083.hgt.gz', 1_201],
    ['N37W083.SRTMGL1.hgt.zip', 3_601],
    ['n38w083.srtmgl3.hgt.gz', 1_201],
    ['N39W083.SRTMGL1.hgt', 3_601],
    ['n40/n40w083.srtmgl1.hgt.zip', 3_601],
  ])('%s is read like a plain one', async (name, edge) => {
    const south = Number(/\d\d(?=w)/i.exec(name)![0]);
    await folder.write(name, slopeFrom(south, -83), edge);
    const line = Array.from({ length: 2_000 }, (_, at) => ({ lat: south + 0.1 + at / 4_000, lng: -82.9 + at / 4_000 }));
    const heights = await tiles.heightsAt(line);
    for (const at of [0, 1_234, 1_999]) {
      const { lat, lng } = line[at]!;
      expect(heights[at]).toBeCloseTo(slopeFrom(south, -83)(lat, lng), 4);
    }
    expect(warnings).toEqual([]);
  });

  it('counts less than a plain one of the same place', async () => {
    await folder.write('N41W083.hgt', () => 41);
    await folder.write('N41W083.hgt.gz', () => 14);
    expect(await heightAt(41.5, -82.5)).toBe(41);
  });

  it.each([
    ['N42W083.hgt.gz', gzipSync(Buffer.alloc(30_000_000))],
    ['N43W083.hgt.gz', gzipSync(Buffer.alloc(2 * 1_201 * 1_201)).subarray(0, 1_000)],
    ['N44W083.hgt.zip', Buffer.from('PK')],
    ['N45W083.hgt.zip', Buffer.from(EMPTY_ZIP, 'latin1')],
  ])('%s is damaged: it gives one warning and no heights', async (name, bytes) => {
    await writeFile(join(folder.path, name), bytes);
    const lat = Number(name.slice(1, 3)) + 0.5;
    expect(await tiles.heightsAt([lat, lat + 0.1].map((each) => ({ lat: each, lng: -82.5 })))).toEqual([
      undefined,
      undefined,
    ]);
    expect(await heightAt(lat, -82.5)).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining(name)]);
  });
});

describe('a file that is no tile', () => {
  it.each([
    ['of another size', 31, (path: string) => writeFile(path, 'N')],
    ['that is a folder', 32, (path: string) => symlink(folder.path, path)],
    ['that leads nowhere', 33, (path: string) => symlink(join(folder.path, 'gone'), path)],
  ])('%s gives one warning and no heights', async (_, lng, make) => {
    const path = join(folder.path, `N30E0${lng}.hgt`);
    await make(path);
    expect(await heightAt(30.5, lng + 0.5)).toBeUndefined();
    expect(await heightAt(30.6, lng + 0.5)).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining(path)]);
  });
});
