// A process that reads one photo, tells its sizes and ends: whatever a hostile file does to the decoder, it does to nobody
// else. It imports nothing of ours at run time, so that it runs from its source too.
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Decoded, DecodedPhoto, PhotoSize } from './decoded.js';

/** More than today's cameras take; decoded it is 200 MB. */
const PIXELS_MAX = 50_000_000;
/** As {@link PHOTO_SIDES} has them. */
const SIDES: Record<PhotoSize, number> = { small: 320, medium: 800, large: 1_600, original: 4_096 };
const QUALITY = 85;
const LOADERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'];

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

const decoded = await decode(await buffer(process.stdin));
process.send?.(decoded, () => process.disconnect());

async function decode(photo: Buffer): Promise<Decoded> {
  try {
    await sharp(photo, { limitInputPixels: PIXELS_MAX }).metadata();
  } catch (error) {
    return { refused: isTooLarge(error) ? 'size' : 'format' };
  }
  try {
    return await sizesOf(photo);
  } catch (error) {
    return { refused: isTooLarge(error) ? 'size' : 'broken' };
  }
}

/** Drawn anew from the pixels alone: where the photo was taken, and what else was hidden in the file, stays behind. */
async function sizesOf(photo: Buffer): Promise<DecodedPhoto> {
  // Turned the way the camera was held.
  const { data, info } = await sharp(photo, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
    .autoOrient()
    .resize({ width: SIDES.original, height: SIDES.original, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = () => sharp(data, { raw: { width, height, channels } });
  const jpeg = (side: number): Promise<Uint8Array> =>
    pixels()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: QUALITY })
      .toBuffer();
  const files = {
    ...{ small: await jpeg(SIDES.small), medium: await jpeg(SIDES.medium) },
    ...{ large: await jpeg(SIDES.large), original: await pixels().jpeg({ quality: QUALITY }).toBuffer() },
  };
  const { dominant } = await sharp(files.small).stats();
  return { files, color: hexOf(dominant), width, height };
}

function hexOf({ r, g, b }: { r: number; g: number; b: number }): string {
  return `#${[r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && /pixel limit|too large/i.test(error.message);
}
