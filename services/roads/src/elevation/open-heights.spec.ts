// Aim: the operator reads at the start that the folder of tiles is none, and which heights the product has.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { Heights } from './heights.js';
import { openHeights } from './open-heights.js';
import { openTileFolder, type TileFolder } from './tiles.fixture.js';

let folder: TileFolder;
beforeAll(async () => {
  folder = await openTileFolder();
});
afterAll(() => folder.remove());

const versionWith = (path: string | undefined) => openHeights({ ELEVATION_DIR: path }, () => undefined).version;

it.each(['gone', 'N47E009.hgt'])('%s is no folder of tiles', async (name) => {
  await folder.write('N47E009.hgt', () => 0, 2);
  expect(() => versionWith(join(folder.path, name))).toThrow(/ELEVATION_DIR must be a folder of SRTM tiles/);
});

it('a folder gives drives another version than none', () => {
  expect(versionWith(undefined)).toBe(new Heights(null).version);
  expect(versionWith(folder.path)).toBeGreaterThan(versionWith(undefined));
});
