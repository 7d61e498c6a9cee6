// Aim: reads the location of a photo as cameras write it; arbitrary bytes yield no location, or a valid one.
import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '@switchback/testing/random';
import sharp from 'sharp';
import { placeOfExif } from './exif-place.js';

/** Returns the TIFF block of a photo with a location, as libexif writes it. */
async function blockOf(lat: string, latRef: string, lng: string, lngRef: string): Promise<Buffer> {
  const gps = { GPSLatitude: lat, GPSLatitudeRef: latRef, GPSLongitude: lng, GPSLongitudeRef: lngRef };
  const photo = sharp({ create: { width: 8, height: 8, channels: 3, background: '#aa3311' } });
  const { exif } = await sharp(await photo.withExif({ IFD3: gps }).jpeg().toBuffer()).metadata();
  return exif!.subarray(6);
}

type Fraction = readonly [number, number];

/** Builds a TIFF block with these entries, whose fractions no library completes to three. */
function blockWith(lat: readonly Fraction[], lng: readonly Fraction[], refs = 'NW', isBig = true): Buffer {
  const block = Buffer.alloc(200);
  const u16 = (value: number, at: number) => (isBig ? block.writeUInt16BE(value, at) : block.writeUInt16LE(value, at));
  const u32 = (value: number, at: number) => (isBig ? block.writeUInt32BE(value, at) : block.writeUInt32LE(value, at));
  block.write(isBig ? 'MM' : 'II', 'latin1');
  u16(42, 2);
  u32(8, 4);
  const entry = (at: number, [tag, type, count, value]: readonly [number, number, number, number]) => {
    u16(tag, at);
    u16(type, at + 2);
    u32(count, at + 4);
    u32(value, at + 8);
  };
  u16(1, 8);
  entry(10, [0x88_25, 4, 1, 26]);
  u16(4, 26);
  for (const [index, values] of [lat, lng].entries()) {
    const [at, data] = [28 + index * 24, 100 + index * 40];
    entry(at, [1 + 2 * index, 2, 2, 0]);
    block.write(refs[index] === ' ' ? '\0' : refs[index]!, at + 8, 'latin1');
    entry(at + 12, [2 + 2 * index, 5, values.length, data]);
    for (const [part, [dividend, divisor]] of values.entries()) {
      u32(dividend, data + part * 8);
      u32(divisor, data + part * 8 + 4);
    }
    // The bytes behind an angle belong to something else.
    for (let part = values.length; part < 4; part += 1) {
      u32(59, data + part * 8);
      u32(1, data + part * 8 + 4);
    }
  }
  return block;
}

describe('the place of a photo', () => {
  it.each<[string, Fraction[], Fraction[], boolean]>([
    ['degrees', [[355_951, 10_000]], [[825_515, 10_000]], true],
    [
      'degrees and decimal minutes',
      [
        [35, 1],
        [35_706, 1_000],
      ],
      [
        [82, 1],
        [3_309, 100],
      ],
      true,
    ],
    [
      'degrees and decimal minutes, little-endian',
      [
        [35, 1],
        [35_706, 1_000],
      ],
      [
        [82, 1],
        [3_309, 100],
      ],
      false,
    ],
    [
      'degrees, minutes and seconds',
      [
        [35, 1],
        [35, 1],
        [4_236, 100],
      ],
      [
        [82, 1],
        [33, 1],
        [54, 10],
      ],
      true,
    ],
    [
      'decimal minutes and no seconds',
      [
        [35, 1],
        [35_706, 1_000],
        [0, 0],
      ],
      [
        [82, 1],
        [3_309, 100],
        [0, 1],
      ],
      true,
    ],
    [
      'different parts in each direction',
      [[355_951, 10_000]],
      [
        [82, 1],
        [33, 1],
        [54, 10],
      ],
      false,
    ],
  ])('is read from %s', (_parts, lat, lng, isBig) => {
    const place = placeOfExif(blockWith(lat, lng, 'NW', isBig));
    expect([place?.lat, place?.lng]).toEqual([expect.closeTo(35.5951, 4), expect.closeTo(-82.5515, 4)]);
  });

  it.each<[string, Fraction[], string]>([
    [
      'without a divisor of the degrees',
      [
        [35, 0],
        [35, 1],
        [42, 1],
      ],
      'NW',
    ],
    [
      'with unknown degrees',
      [
        [0, 0],
        [35, 1],
        [42, 1],
      ],
      'NW',
    ],
    [
      'without a divisor of the minutes',
      [
        [35, 1],
        [35, 0],
        [42, 1],
      ],
      'NW',
    ],
    ['without a number', [], 'NW'],
    [
      'without a hemisphere',
      [
        [35, 1],
        [35, 1],
        [42, 1],
      ],
      ' W',
    ],
    [
      'with a hemisphere of the other direction',
      [
        [35, 1],
        [35, 1],
        [42, 1],
      ],
      'WW',
    ],
  ])('is unknown %s', (_fault, lat, refs) => {
    expect(
      placeOfExif(
        blockWith(
          lat,
          [
            [82, 1],
            [33, 1],
            [54, 10],
          ],
          refs,
        ),
      ),
    ).toBeNull();
  });

  it('is read in each quadrant of the world', async () => {
    const north = placeOfExif(await blockOf('35/1 35/1 42/1', 'N', '82/1 33/1 540/100', 'W'));
    expect([north?.lat, north?.lng]).toEqual([expect.closeTo(35.595, 5), expect.closeTo(-82.5515, 5)]);
    const south = placeOfExif(await blockOf('33/1 51/1 0/1', 'S', '151/1 12/1 0/1', 'E'));
    expect([south?.lat, south?.lng]).toEqual([expect.closeTo(-33.85, 5), expect.closeTo(151.2, 5)]);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['no block', Buffer.from('no TIFF at all, but long enough for one')],
    ['directories that point beyond their end', Buffer.from('4d4d002affffffff', 'hex')],
  ])('is missing in %s', (_name, block) => {
    expect(placeOfExif(block)).toBe(null);
  });

  it('is missing if the camera did not know it', async () => {
    expect(placeOfExif(await blockOf('0/1 0/1 0/1', 'N', '0/1 0/1 0/1', 'E'))).toBe(null);
    expect(placeOfExif(await blockOf('0/0 0/0 0/0', 'N', '0/0 0/0 0/0', 'E'))).toBe(null);
    expect(placeOfExif(await blockOf('95/1 0/1 0/1', 'N', '10/1 0/1 0/1', 'E'))).toBe(null);
  });

  it('is missing or valid, whichever bytes are changed', async () => {
    const block = await blockOf('35/1 35/1 42/1', 'N', '82/1 33/1 540/100', 'W');
    const random = seededRandom(7);
    for (let round = 0; round < 2_000; round += 1) {
      const hurt = Buffer.from(block.subarray(0, 1 + random.below(block.length)));
      for (let change = 0; change < 4; change += 1) hurt[random.below(hurt.length)] = random.below(256);
      const place = placeOfExif(hurt);
      if (place !== null) expect([Math.abs(place.lat) <= 90, Math.abs(place.lng) <= 180]).toEqual([true, true]);
    }
  });
});
