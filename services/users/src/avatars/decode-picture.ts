// A process that reads one picture, sends its sizes and exits, so that a hostile file can harm only this process. It
// imports no workspace code, so that it also runs from source.
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { AvatarFiles, Decoded } from './decoded.js';

/** More than today's cameras produce; 200 MB when decoded. */
const PIXELS_MAX = 50_000_000;
/** Side lengths in pixels. */
const SIDES = { small: 96, medium: 320, original: 1_024 };
const QUALITY = 85;
const LOADERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadTiffBuffer'];

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

const decoded = await decode(await buffer(process.stdin));
process.send?.(decoded, () => process.disconnect());

async function decode(picture: Uint8Array): Promise<Decoded> {
  try {
    await sharp(picture, { limitInputPixels: PIXELS_MAX }).metadata();
  } catch (error) {
    return { refused: isTooLarge(error) ? 'size' : 'format' };
  }
  try {
    return { files: await sizesOf(picture) };
  } catch (error) {
    return { refused: isTooLarge(error) ? 'size' : 'broken' };
  }
}

/** Encodes from the pixels alone, which drops the picture's location and anything else hidden in the file. */
async function sizesOf(picture: Uint8Array): Promise<AvatarFiles> {
  // Rotated to the camera's orientation.
  const decoded = sharp(picture, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).autoOrient();
  const { data, info } = await decoded
    .resize({ width: SIDES.original, height: SIDES.original, fit: 'cover', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const square = Math.min(width, height);
  const jpeg = async (side: number): Promise<Uint8Array> => {
    const size = Math.min(side, square);
    const resized = sharp(data, { raw: { width, height, channels } }).resize({
      width: size,
      height: size,
      fit: 'cover',
    });
    return resized.jpeg({ quality: QUALITY }).toBuffer();
  };
  return { small: await jpeg(SIDES.small), medium: await jpeg(SIDES.medium), original: await jpeg(SIDES.original) };
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && /pixel limit|too large/i.test(error.message);
}
