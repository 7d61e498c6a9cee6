// Aim: the stored picture is the one the camera took, in its colors, and an incomplete picture is refused however its
// file ends.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { runSeed, seededRandom } from '@switchback/testing/random';
import sharp from 'sharp';
import { decodePhoto } from './decode.js';
import { PHOTO_SIDES, PHOTO_SIZES } from './decoded.js';
import { type Grid, gridHeic, TILE_SIDE } from './heic-grid.fixture.js';

const seed = runSeed();
const random = seededRandom(seed);
const END = Buffer.from([0xff, 0xd9]);
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));

/** Returns the width, height and center color of the stored picture, or the reason for its refusal. */
async function seen(photo: Buffer) {
  const decoded = await decodePhoto([photo], false);
  if ('refused' in decoded) return decoded.refused;
  const { data, info } = await sharp(decoded.files.original).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return { width: info.width, height: info.height, color: [...data.subarray(at, at + 3)] };
}

const near = (color: readonly number[]) => color.map((value) => expect.closeTo(value, -0.9) as unknown);

describe('a HEIC file', () => {
  it('is decoded to its primary picture, not the first stored one', async () => {
    expect(await seen(fixture('three-pictures.heic'))).toEqual({ width: 640, height: 320, color: near([230, 20, 21]) });
  });

  it('in Display P3 keeps the colors of its profile', async () => {
    expect(await seen(fixture('display-p3.heic'))).toEqual({ width: 640, height: 400, color: near([255, 134, 30]) });
  });
});

describe('a HEIC of tiles, as phones write them', () => {
  const [GREEN, RED, BLUE] = [
    [30, 160, 30],
    [200, 30, 30],
    [30, 30, 200],
  ] as const;
  /** Centers of the colors in a tile. */
  const SPOTS = [
    { x: 128, y: 128, color: GREEN },
    { x: 128, y: 384, color: RED },
    { x: 384, y: 256, color: BLUE },
  ];
  /** Returns the position of a spot after the picture is rotated counterclockwise. */
  const upright = ({ width, height, quarterTurns }: Grid, x: number, y: number) =>
    quarterTurns === 0 ? { x, y, width, height } : { x: y, y: width - 1 - x, width: height, height: width };

  it.each<[string, Grid]>([
    ['48 million pixels', { columns: 16, rows: 12, width: 8_064, height: 6_048, quarterTurns: 0 }],
    ['48 million pixels, turned', { columns: 16, rows: 12, width: 8_064, height: 6_048, quarterTurns: 1 }],
    ['108 million pixels', { columns: 24, rows: 18, width: 12_000, height: 9_000, quarterTurns: 0 }],
    ['108 million pixels, turned', { columns: 24, rows: 18, width: 12_000, height: 9_000, quarterTurns: 1 }],
  ])('is decoded completely: %s', async (_what, grid) => {
    const decoded = await decodePhoto([gridHeic(grid)], false);
    if ('refused' in decoded) throw new Error(decoded.refused);
    const { data, info } = await sharp(decoded.files.original).raw().toBuffer({ resolveWithObject: true });
    const [lastColumn, lastRow] = [grid.columns - 1, grid.rows - 1];
    const tiles = [
      { column: 0, row: 0 },
      { column: lastColumn, row: 0 },
      { column: 0, row: lastRow },
      { column: lastColumn, row: lastRow },
      { column: 5, row: 7 },
    ];
    for (const { column, row } of tiles) {
      for (const { x, y, color } of SPOTS) {
        const [codedX, codedY] = [column * TILE_SIDE + x, row * TILE_SIDE + y];
        if (codedX >= grid.width || codedY >= grid.height) continue;
        const at = upright(grid, codedX, codedY);
        const [outX, outY] = [(at.x / at.width) * info.width, (at.y / at.height) * info.height].map(Math.floor);
        const from = (outY! * info.width + outX!) * info.channels;
        const spot = { column, row, x, y };
        expect({ ...spot, color: [...data.subarray(from, from + 3)] }).toEqual({
          ...spot,
          color: color.map((value) => expect.closeTo(value, -1.3) as unknown),
        });
      }
    }
  });

  it('has no seams between its tiles if its sides are odd and it is rotated', async () => {
    const grid = { columns: 18, rows: 13, width: 8_901, height: 6_301, quarterTurns: 1 };
    const decoded = await decodePhoto([gridHeic(grid)], false);
    if ('refused' in decoded) throw new Error(decoded.refused);
    const { data, info } = await sharp(decoded.files.original).raw().toBuffer({ resolveWithObject: true });
    // Each color of the tile is bright in one channel; pixels that no tile fills are black.
    let dark = 0;
    for (let at = 0; at < data.length; at += info.channels) {
      if (Math.max(data[at]!, data[at + 1]!, data[at + 2]!) < 60) dark += 1;
    }
    expect(dark).toBe(0);
  });

  it('is rejected beyond 220 million pixels', async () => {
    const grid = { columns: 33, rows: 28, width: 16_500, height: 14_000, quarterTurns: 0 };
    expect(await seen(gridHeic(grid))).toBe('pixels');
  });
});

describe.each([false, true])(`a JPEG, progressive: %s (SEED=${seed})`, (progressive) => {
  const noise = (width: number, height: number) =>
    sharp(Buffer.from(Array.from({ length: width * height * 3 }, () => random.below(256))), {
      raw: { width, height, channels: 3 },
    })
      .jpeg({ progressive })
      .toBuffer();
  const jpeg = () => noise(400, 300);
  const half = (photo: Buffer) => photo.subarray(0, photo.length / 2);

  it.each<[string, (photo: Buffer) => Buffer]>([
    ['unchanged', (photo) => photo],
    ['without its end marker', (photo) => photo.subarray(0, -2)],
    ['with zeros in place of its end marker', (photo) => Buffer.concat([photo.subarray(0, -2), Buffer.alloc(100)])],
    ['with a video behind it', (photo) => Buffer.concat([photo, Buffer.from('\0\0\0\x18ftypmp42')])],
  ])('is accepted %s', async (_what, change) => {
    expect(await seen(change(await jpeg()))).toMatchObject({ width: 400, height: 300 });
  });

  /** Returns a whole picture without its end marker whose last byte is zero. */
  async function endingInZero(): Promise<Buffer> {
    const small = () => noise(32, 32);
    let cut = (await small()).subarray(0, -2);
    for (let tries = 0; tries < 10_000 && cut.at(-1) !== 0; tries += 1) cut = (await small()).subarray(0, -2);
    expect(cut.at(-1)).toBe(0);
    return cut;
  }

  it.each([0, 1, 100])(
    'is accepted without its end marker if its last byte is zero, before %d zeros',
    async (zeros) => {
      const photo = Buffer.concat([await endingInZero(), Buffer.alloc(zeros)]);
      expect(await seen(photo)).toMatchObject({ width: 32, height: 32 });
    },
  );

  it.each<[string, (photo: Buffer) => Buffer]>([
    ['half of it', half],
    ['half of it and an end marker', (photo) => Buffer.concat([half(photo), END])],
    ['half of it and zeros', (photo) => Buffer.concat([half(photo), Buffer.alloc(500)])],
  ])('is rejected as %s', async (_what, change) => {
    expect(await seen(change(await jpeg()))).toBe('broken');
  });
});

it('a JPEG of 108 million pixels is decoded at a reduced size, a PNG of that size is rejected', async () => {
  const plain = () => sharp({ create: { width: 12_000, height: 9_000, channels: 3, background: '#884422' } });
  expect(await seen(await plain().jpeg({ quality: 50 }).toBuffer())).toMatchObject({ width: 4_096, height: 3_072 });
  expect(await seen(await plain().png().toBuffer())).toBe('pixels');
}, 60_000);

it('a photo is stored in the sizes of PHOTO_SIDES, which the program repeats', async () => {
  const width = Math.max(...Object.values(PHOTO_SIDES)) + 100;
  const wide = sharp({ create: { width, height: 100, channels: 3, background: '#884422' } });
  const decoded = await decodePhoto([await wide.png().toBuffer()], false);
  if ('refused' in decoded) throw new Error(decoded.refused);
  const sideOf = async (file: Uint8Array) => (await sharp(file).metadata()).width;
  const sides = await Promise.all(PHOTO_SIZES.map(async (size) => [size, await sideOf(decoded.files[size])]));
  expect(Object.fromEntries(sides)).toEqual(PHOTO_SIDES);
});
