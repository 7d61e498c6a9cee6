// A process that reads one photo, tells its sizes and ends: whatever a hostile file does to the decoder, it does to nobody
// else. It imports nothing of ours at run time, so that it runs from its source too.
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { Decoded, DecodedPhoto, PhotoSize } from './decoded.js';

/** More than today's cameras take; decoded it is 200 MB. */
const PIXELS_MAX = 50_000_000;
/** WebAssembly takes about 30 bytes a pixel for it. */
const HEIC_PIXELS_MAX = 30_000_000;
/** As {@link PHOTO_SIDES} has them. */
const SIDES: Record<PhotoSize, number> = { small: 320, medium: 800, large: 1_600, original: 4_096 };
const QUALITY = 85;
/** What a segment of a JPEG holds. */
const EXIF_BYTES_MAX = 65_536;
const LOADERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'];

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

const photo = await buffer(process.stdin);
const decoded = await decode(photo);
const exif = process.argv.includes('--with-exif') ? exifOf(photo) : undefined;
process.send?.({ ...decoded, ...(exif && { exif }) }, () => process.disconnect());

async function decode(photo: Buffer): Promise<Decoded> {
  if (isHeif(photo)) return decodeHeif(photo);
  try {
    await sharp(photo, { limitInputPixels: PIXELS_MAX }).metadata();
  } catch (error) {
    return { refused: isTooLarge(error) ? 'size' : 'format' };
  }
  try {
    // Turned the way the camera was held.
    return await sizesOf(sharp(photo, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).autoOrient());
  } catch (error) {
    return { refused: isTooLarge(error) ? 'size' : 'broken' };
  }
}

/** The first TIFF block that is marked as EXIF: JPEG and HEIC mark it alike, PNG has a chunk for it. */
function exifOf(photo: Buffer): Uint8Array | undefined {
  for (const mark of ['Exif\0\0', 'eXIf']) {
    for (let at = photo.indexOf(mark, 0, 'latin1'); at !== -1; at = photo.indexOf(mark, at + 1, 'latin1')) {
      const block = photo.subarray(at + mark.length, at + mark.length + EXIF_BYTES_MAX);
      if (['II*\0', 'MM\0*'].includes(block.toString('latin1', 0, 4))) return new Uint8Array(block);
    }
  }
  return undefined;
}

/** By the box that begins the file and its major brand; AVIF and videos have others. */
function isHeif(photo: Buffer): boolean {
  const brands = ['heic', 'heix', 'hevc', 'hevx', 'mif1', 'msf1'];
  return photo.toString('latin1', 4, 8) === 'ftyp' && brands.includes(photo.toString('latin1', 8, 12));
}

async function decodeHeif(photo: Buffer): Promise<Decoded> {
  try {
    // Its WebAssembly takes memory and time to load, which other formats need not pay for.
    const { default: heicDecode } = await import('heic-decode');
    const [image] = await heicDecode.all({ buffer: photo });
    if (!image) return { refused: 'broken' };
    if (image.width * image.height > HEIC_PIXELS_MAX) return { refused: 'size' };
    const { data, width, height } = await image.decode();
    return await sizesOf(sharp(Buffer.from(data.buffer), { raw: { width, height, channels: 4 } }));
  } catch {
    return { refused: 'broken' };
  }
}

/** Drawn anew from the pixels alone: where the photo was taken, and what else was hidden in the file, stays behind. */
async function sizesOf(photo: Sharp): Promise<DecodedPhoto> {
  const { data, info } = await photo
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
