// Aim: the gain of a drive is what GDAL reads from the same tile, within 3 %, for dense and for coarse lines.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { encodePolyline } from '@switchback/geo/polyline';
import { GDAL_GAINS } from './gdal-gains.fixture.js';
import { Heights } from './heights.js';
import { SrtmTiles } from './srtm-tiles.js';
import { terrainLines, writeTerrain } from './terrain.fixture.js';
import { openTileFolder, type TileFolder } from './tiles.fixture.js';

let folder: TileFolder;
beforeAll(async () => {
  folder = await openTileFolder();
  await writeTerrain(folder);
});
afterAll(() => folder.remove());

it('the gain of 20 lines is that of GDAL', async () => {
  const heights = new Heights(new SrtmTiles(folder.path, (message) => expect(message).toBe('')));
  const lines = terrainLines();
  expect(lines).toHaveLength(20);
  for (const [index, line] of lines.entries()) {
    const input = { path: encodePolyline(line), elevation: '', directionsSource: 'valhalla', approximate: false };
    const { gain } = (await heights.of(input)).profile!;
    expect(Math.abs(gain / GDAL_GAINS[index]! - 1)).toBeLessThan(0.03);
  }
});
