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

describe('the place of a photo', () => {
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
