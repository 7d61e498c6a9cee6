// A process that reads one photo, tells its sizes and ends: whatever a hostile file does to the decoder, it does to nobody
// else. It imports nothing of ours at run time, so that it runs from its source too.
import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { HeifImage, LibHeif } from 'libheif-js/wasm-bundle.js';
import type { Decoded, DecodedPhoto, PhotoSize } from './decoded.js';

const STDIN = 0;
/** Decoded it is 200 MB. */
const PIXELS_MAX = 50_000_000;
/**
 * A JPEG is read shrunk: of 200 million pixels, which today's phones take, half the width and height. A progressive one is
 * held as a whole all the same.
 */
const SHRUNK_PIXELS_MAX = 220_000_000;
/** WebAssembly takes about 30 bytes a pixel for it. */
const HEIC_PIXELS_MAX = 30_000_000;
/** As {@link PHOTO_SIDES} has them. */
const SIDES: Record<PhotoSize, number> = { small: 320, medium: 800, large: 1_600, original: 4_096 };
const QUALITY = 85;
/** What a segment of a JPEG holds. */
const EXIF_BYTES_MAX = 65_536;
const JPEG_END = Buffer.from([0xff, 0xd9]);
const PROFILE_BYTES_MAX = 4_000_000;
const NCLX = 0x6e636c78;
/** ITU-T H.273: primaries of Display P3. */
const P3_PRIMARIES = 12;
/** Signature and first chunk of a PNG, behind which the profile stands. */
const PNG_HEADER_BYTES = 33;
const LOADERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'];

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

const photo = readFileSync(STDIN);
const decoded = await decode(photo);
const exif = process.argv.includes('--with-exif') ? exifOf(photo) : undefined;
process.send?.({ ...decoded, ...(exif && { exif }) }, () => process.disconnect());

async function decode(photo: Buffer): Promise<Decoded> {
  if (isHeif(photo)) return decodeHeif(photo);
  let limitInputPixels = PIXELS_MAX;
  try {
    const { format, isProgressive } = await sharp(photo, { limitInputPixels: SHRUNK_PIXELS_MAX }).metadata();
    if (format === 'jpeg' && !isProgressive) limitInputPixels = SHRUNK_PIXELS_MAX;
  } catch (error) {
    return { refused: isTooLarge(error) ? 'pixels' : 'format' };
  }
  // Turned the way the camera was held.
  const read = (bytes: Buffer, failOn: 'error' | 'warning') =>
    sizesOf(sharp(bytes, { limitInputPixels, failOn }).autoOrient());
  try {
    return isJpeg(photo) ? await readJpeg(photo, read) : await read(photo, 'error');
  } catch (error) {
    return { refused: isTooLarge(error) ? 'pixels' : 'broken' };
  }
}

/**
 * Takes a JPEG in which every row is there, also where its end marker is missing, as after a transfer that was cut. The
 * decoder fills missing rows with grey and only warns.
 */
async function readJpeg(
  photo: Buffer,
  read: (bytes: Buffer, failOn: 'error' | 'warning') => Promise<DecodedPhoto>,
): Promise<DecodedPhoto> {
  try {
    return await read(photo, 'warning');
  } catch (error) {
    const hasEnd = photo.lastIndexOf(JPEG_END) >= photo.length - JPEG_END.length;
    if (!isCut(error)) return read(photo, 'error');
    if (hasEnd) throw error;
    return read(Buffer.concat([withoutZeros(photo), JPEG_END]), 'warning');
  }
}

function isJpeg(photo: Buffer): boolean {
  return photo[0] === 0xff && photo[1] === 0xd8;
}

function isCut(error: unknown): boolean {
  return error instanceof Error && /premature end|out of order|truncated/i.test(error.message);
}

/** Space that was allocated for a transfer which never filled it. */
function withoutZeros(photo: Buffer): Buffer {
  let end = photo.length;
  while (end > 0 && photo[end - 1] === 0) end -= 1;
  return photo.subarray(0, end);
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

/** The primary picture, upright, its colours in sRGB. */
async function decodeHeif(photo: Buffer): Promise<Decoded> {
  try {
    // Its WebAssembly takes memory and time to load, which other formats need not pay for.
    const { default: libheif } = await import('libheif-js/wasm-bundle.js');
    const images = new libheif.HeifDecoder().decode(photo);
    const image = images.find((one) => one.is_primary()) ?? images[0];
    if (!image) return { refused: 'broken' };
    const [width, height] = [image.get_width(), image.get_height()];
    if (width * height > HEIC_PIXELS_MAX) return { refused: 'pixels' };
    const data = new Uint8ClampedArray(width * height * 4);
    const isDrawn = await new Promise((resolve) => image.display({ data, width, height }, resolve));
    if (!isDrawn) return { refused: 'broken' };
    const profile = await profileOf(libheif, image);
    const pixels = sharp(Buffer.from(data.buffer), { raw: { width, height, channels: 4 } });
    return await sizesOf(profile ? await inSrgb(pixels, profile) : pixels);
  } catch {
    return { refused: 'broken' };
  }
}

/** The ICC profile of a picture whose colours are not in sRGB. */
async function profileOf(libheif: LibHeif, { handle }: HeifImage): Promise<Buffer | null> {
  const { ptr } = handle.$$;
  const size = libheif._heif_image_handle_get_raw_color_profile_size(ptr);
  // The library answers through pointers; the process ends before it would have to free any.
  const [status, out] = [libheif._malloc(16), libheif._malloc(Math.max(size, 8))];
  if (size > 0 && size <= PROFILE_BYTES_MAX) {
    libheif._heif_image_handle_get_raw_color_profile(status, ptr, out);
    return Buffer.from(libheif.HEAPU8.slice(out, out + size));
  }
  if (libheif._heif_image_handle_get_color_profile_type(ptr) !== NCLX) return null;
  libheif._heif_image_handle_get_nclx_color_profile(status, ptr, out);
  const memory = new DataView(libheif.HEAPU8.buffer);
  const primaries = memory.getInt32(memory.getUint32(out, true) + 4, true);
  return primaries === P3_PRIMARIES ? displayP3() : null;
}

async function displayP3(): Promise<Buffer | null> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000000' } });
  const { icc } = await sharp(await pixel.withIccProfile('p3').png().toBuffer()).metadata();
  return icc ?? null;
}

/** A profile can only be given to pixels in a file; a PNG without compression is one that is quick to write. */
async function inSrgb(pixels: Sharp, profile: Buffer): Promise<Sharp> {
  const png = await pixels
    .resize({ width: SIDES.original, height: SIDES.original, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const body = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return sharp(Buffer.concat([png.subarray(0, PNG_HEADER_BYTES), chunk, png.subarray(PNG_HEADER_BYTES)]));
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
