// Aim: a reader of PMTiles finds every tile of an archive, however many there are, and equal tiles are stored once.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { BuiltArchive } from '../built-region.fixture.js';
import { writeArchive } from './archive.js';
import type { Tile } from './cut-tiles.js';

const folder = mkdtempSync(join(tmpdir(), 'archive-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Tiles of one zoom, row by row; `content` of each. */
function* tiles(side: number, content: (x: number, y: number) => string): Generator<Tile> {
  for (let x = 0; x < side; x += 1)
    for (let y = 0; y < side; y += 1) yield { z: 14, x: 8_500 + x, y: 5_700 + y, data: Buffer.from(content(x, y)) };
}

function written(name: string, all: Iterable<Tile>): BuiltArchive {
  const path = join(folder, name);
  const bounds = { north: 48, east: 10, south: 47, west: 9 };
  writeArchive(path, all, { bounds, zooms: { min: 14, max: 14 }, metadata: { name } });
  return new BuiltArchive(readFileSync(path));
}

it('finds each of thousands of tiles, which need directories of their own', async () => {
  const side = 130;
  const archive = written(
    'many.pmtiles',
    tiles(side, (x, y) => `${x}/${y} ${'-'.repeat((x * y) % 91)}`),
  );
  const { leafDirectoryLength, numTileEntries } = await archive.archive.getHeader();
  expect(leafDirectoryLength).toBeGreaterThan(0);
  expect(numTileEntries).toBe(side * side);
  for (let step = 0; step < side; step += 7) {
    const text = Buffer.from((await archive.tile(14, 8_500 + step, 5_700 + side - 1 - step))!).toString();
    expect(text.split(' ')[0]).toBe(`${step}/${side - 1 - step}`);
  }
  expect(await archive.tile(14, 1, 1)).toBeNull();
});

it('stores equal tiles once, and leaves no other file behind', async () => {
  const archive = written(
    'lake.pmtiles',
    tiles(40, (x) => (x < 20 ? 'water' : 'land')),
  );
  expect(await archive.archive.getHeader()).toMatchObject({ numAddressedTiles: 1_600, numTileContents: 2 });
  expect(archive.size).toBeLessThan(10_000);
  expect(readdirSync(folder).sort()).toEqual(expect.arrayContaining(['lake.pmtiles']));
  expect(readdirSync(folder).filter((name) => name.endsWith('.tiles'))).toEqual([]);
});
