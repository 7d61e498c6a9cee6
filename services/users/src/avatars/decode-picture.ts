// A process that reads one picture, sends its sizes and exits, so that a hostile file can harm only this process. The
// workspace code that it imports at run time imports no other, so that it also runs from source.
import { buffer } from 'node:stream/consumers';
import { drawPixels, PIXELS_MAX, errorOf, restrictSharp, toJpeg } from '@switchback/platform/pictures/pixels';
import type { Refused } from '@switchback/platform/pictures/decode-upload';
import sharp from 'sharp';
import type { Decoded } from './decoded.js';

/** Side lengths in pixels. */
const SIDES = { small: 96, medium: 320, original: 1_024 };

restrictSharp(['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadTiffBuffer']);
const decoded = await decode(await buffer(process.stdin));
process.send?.(decoded, () => process.disconnect());

async function decode(picture: Uint8Array): Promise<Decoded | Refused> {
  try {
    await sharp(picture, { limitInputPixels: PIXELS_MAX }).metadata();
  } catch (error) {
    return errorOf(error, 'format');
  }
  try {
    return await sizesOf(picture);
  } catch (error) {
    return errorOf(error, 'broken');
  }
}

async function sizesOf(picture: Uint8Array): Promise<Decoded> {
  // Rotated to the camera's orientation.
  const upright = sharp(picture, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).autoOrient();
  const { width, height, pixels } = await drawPixels(upright, SIDES.original, 'cover');
  const jpeg = (side: number) => {
    const size = Math.min(side, width, height);
    return toJpeg(pixels().resize({ width: size, height: size, fit: 'cover' }));
  };
  const [small, medium, original] = [await jpeg(SIDES.small), await jpeg(SIDES.medium), await jpeg(SIDES.original)];
  return { files: { small, medium, original } };
}
