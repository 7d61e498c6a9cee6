// A process that reads one photo, sends its sizes and exits, so that a hostile file can harm only this process. The
// workspace code that it imports at run time imports no other, so that it also runs from source.
import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import type { Refused } from '@switchback/platform/pictures/decode-upload';
import { drawPixels, PIXELS_MAX, errorOf, restrictSharp, toJpeg } from '@switchback/platform/pictures/pixels';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { HeifImage, LibHeif } from 'libheif-js/wasm-bundle.js';
import type { DecodedPhoto, PHOTO_SIDES } from './decoded.js';

const STDIN = 0;
/**
 * A JPEG is read shrunk: 200 million pixels, which today's phones produce, at half the width and height. A progressive
 * one is still held in memory as a whole.
 */
const SHRUNK_PIXELS_MAX = 220_000_000;
/** A HEIC of more than 8 bits takes 20 bytes per pixel in WebAssembly, and one of 8 bits at most 9. */
const DEEP_PIXELS_MAX = 40_000_000;
/** Repeats the values of {@link PHOTO_SIDES}: other values do not compile. */
const SIDES: typeof PHOTO_SIDES = { small: 320, medium: 800, large: 1_600, original: 4_096 };
/** Capacity of a JPEG segment. */
const EXIF_BYTES_MAX = 65_536;
const JPEG_END = Buffer.from([0xff, 0xd9]);
const PROFILE_BYTES_MAX = 4_000_000;
const NCLX = 0x6e636c78;
/** libheif's `heif_colorspace_RGB`, `heif_chroma_interleaved_RGB` and `_RGBA`, `heif_channel_interleaved`. */
const RGB = 1;
const INTERLEAVED = { rgb: 10, rgba: 11, channel: 10 };
/** ITU-T H.273: primaries of Display P3. */
const P3_PRIMARIES = 12;
/** Signature and first chunk of a PNG, followed by the profile. */
const PNG_HEADER_BYTES = 33;

restrictSharp(['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer']);
const photo = readFileSync(STDIN);
const decoded = await decode(photo);
const exif = process.argv.includes('--with-exif') ? exifOf(photo) : undefined;
process.send?.({ ...decoded, ...(exif && { exif }) }, () => process.disconnect());

async function decode(photo: Buffer): Promise<DecodedPhoto | Refused> {
  if (isHeif(photo)) return decodeHeif(photo);
  let limitInputPixels = PIXELS_MAX;
  try {
    const { format, isProgressive } = await sharp(photo, { limitInputPixels: SHRUNK_PIXELS_MAX }).metadata();
    if (format === 'jpeg' && !isProgressive) limitInputPixels = SHRUNK_PIXELS_MAX;
  } catch (error) {
    return errorOf(error, 'format');
  }
  // Rotated to the camera's orientation.
  const read = (bytes: Buffer, failOn: 'error' | 'warning') =>
    sizesOf(sharp(bytes, { limitInputPixels, failOn }).autoOrient());
  try {
    return isJpeg(photo) ? await readJpeg(photo, read) : await read(photo, 'error');
  } catch (error) {
    return errorOf(error, 'broken');
  }
}

/**
 * Reads a JPEG in which every row is present, even if its end marker is missing, as after an interrupted transfer. The
 * decoder fills missing rows with gray and only warns.
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
  }
  // Trailing zeros are the end of the picture, or space that a transfer never filled; one of them may still be picture.
  const filled = filledLength(photo);
  let failure: unknown;
  for (const length of new Set([photo.length, filled, Math.min(filled + 1, photo.length)])) {
    try {
      return await read(Buffer.concat([photo.subarray(0, length), JPEG_END]), 'warning');
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function isJpeg(photo: Buffer): boolean {
  return photo[0] === 0xff && photo[1] === 0xd8;
}

function isCut(error: unknown): boolean {
  return error instanceof Error && /premature end|out of order|truncated/i.test(error.message);
}

/** Returns the length without trailing zeros. */
function filledLength(photo: Buffer): number {
  let end = photo.length;
  while (end > 0 && photo[end - 1] === 0) end -= 1;
  return end;
}

/** Returns the first TIFF block marked as EXIF: JPEG and HEIC use the same mark, PNG has a chunk for it. */
function exifOf(photo: Buffer): Uint8Array | undefined {
  for (const mark of ['Exif\0\0', 'eXIf']) {
    for (let at = photo.indexOf(mark, 0, 'latin1'); at !== -1; at = photo.indexOf(mark, at + 1, 'latin1')) {
      const block = photo.subarray(at + mark.length, at + mark.length + EXIF_BYTES_MAX);
      if (['II*\0', 'MM\0*'].includes(block.toString('latin1', 0, 4))) return new Uint8Array(block);
    }
  }
  return undefined;
}

/** Checks the first box of the file and its major brand; AVIF and videos have other brands. */
function isHeif(photo: Buffer): boolean {
  const brands = ['heic', 'heix', 'hevc', 'hevx', 'mif1', 'msf1'];
  return photo.toString('latin1', 4, 8) === 'ftyp' && brands.includes(photo.toString('latin1', 8, 12));
}

/** Decodes the primary picture, upright, with its colors in sRGB. */
async function decodeHeif(photo: Buffer): Promise<DecodedPhoto | Refused> {
  try {
    // Its WebAssembly takes memory and time to load, which other formats do not need.
    const { default: libheif } = await import('libheif-js/wasm-bundle.js');
    const images = new libheif.HeifDecoder().decode(photo);
    const image = images.find((one) => one.is_primary()) ?? images[0];
    if (!image) return { refused: 'broken' };
    const size = { width: image.get_width(), height: image.get_height() };
    const count = size.width * size.height;
    const isDeep = libheif._heif_image_handle_get_luma_bits_per_pixel(image.handle.$$.ptr) > 8;
    const isLarge = count > (isDeep ? DEEP_PIXELS_MAX : PIXELS_MAX);
    const tiling = tilingOf(libheif, image);
    const isTiled = tiling.width === size.width && tiling.height === size.height && tiling.columns * tiling.rows > 1;
    if (isLarge && (!isTiled || count > SHRUNK_PIXELS_MAX)) return { refused: 'pixels' };
    const profile = await profileOf(libheif, image);
    const { data, ...raw } = isLarge ? drawTiles(libheif, image, tiling) : drawWhole(libheif, image);
    const pixels = sharp(data, { raw });
    return await sizesOf(profile ? await inSrgb(pixels, profile) : pixels);
  } catch {
    return { refused: 'broken' };
  }
}

interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
  channels: 3 | 4;
}

type Tiling = Record<'columns' | 'rows' | 'tileWidth' | 'tileHeight' | 'width' | 'height' | 'top' | 'left', number>;

/** Returns the tiling of a picture that is rotated upright. */
function tilingOf(libheif: LibHeif, { handle }: HeifImage): Tiling {
  const [status, out] = [libheif._malloc(16), libheif._malloc(128)];
  libheif.HEAPU8.fill(0, out, out + 128);
  libheif._heif_image_handle_get_image_tiling(status, handle.$$.ptr, 1, out);
  const field = (at: number) => new DataView(libheif.HEAPU8.buffer).getUint32(out + 4 * at, true);
  return {
    columns: field(1),
    rows: field(2),
    tileWidth: field(3),
    tileHeight: field(4),
    width: field(5),
    height: field(6),
    top: field(7),
    left: field(8),
  };
}

function drawWhole(libheif: LibHeif, { handle }: HeifImage): Pixels {
  const hasAlpha = Boolean(libheif._heif_image_handle_has_alpha_channel(handle.$$.ptr));
  const chroma = hasAlpha ? INTERLEAVED.rgba : INTERLEAVED.rgb;
  const { data, stride, width, height } = drawn(libheif, (status, out) =>
    libheif._heif_decode_image(status, handle.$$.ptr, out, RGB, chroma, 0),
  );
  const channels = hasAlpha ? 4 : 3;
  if (stride === width * channels) return { data, width, height, channels };
  const packed = Buffer.alloc(width * height * channels);
  for (let row = 0; row < height; row += 1) {
    packed.set(data.subarray(row * stride, row * stride + width * channels), row * width * channels);
  }
  return { data: packed, width, height, channels };
}

/** Decodes a tiled picture at half its width and height, one tile after another; drops its alpha channel. */
function drawTiles(libheif: LibHeif, { handle }: HeifImage, tiling: Tiling): Pixels {
  const [width, height] = [Math.floor(tiling.width / 2), Math.floor(tiling.height / 2)];
  const data = Buffer.alloc(width * height * 3);
  // The tiles extend beyond the picture: on its left or top if it is rotated, which is all that these offsets reveal.
  const beyond = {
    left: tiling.left > 0 ? tiling.columns * tiling.tileWidth - tiling.width : 0,
    top: tiling.top > 0 ? tiling.rows * tiling.tileHeight - tiling.height : 0,
  };
  for (let row = 0; row < tiling.rows; row += 1) {
    for (let column = 0; column < tiling.columns; column += 1) {
      const tile = drawn(libheif, (status, out) =>
        libheif._heif_image_handle_decode_image_tile(status, handle.$$.ptr, out, RGB, INTERLEAVED.rgb, 0, column, row),
      );
      const at = { left: column * tiling.tileWidth - beyond.left, top: row * tiling.tileHeight - beyond.top };
      placeHalved(tile, at, { data, width, height, channels: 3 });
      libheif._heif_image_release(tile.image);
    }
  }
  return { data, width, height, channels: 3 };
}

type Drawn = Omit<Pixels, 'channels'> & { image: number; stride: number };

/** Writes each pixel as the mean of the four that it replaces. */
function placeHalved(tile: Drawn, at: { left: number; top: number }, { data, width, height }: Pixels): void {
  const { data: from, stride } = tile;
  const first = (start: number) => Math.max(0, Math.ceil(start / 2));
  const end = (start: number, length: number, limit: number) => Math.min(limit, Math.ceil((start + length) / 2));
  const [fromX, toX] = [first(at.left), end(at.left, tile.width, width)];
  const [fromY, toY] = [first(at.top), end(at.top, tile.height, height)];
  for (let y = fromY; y < toY; y += 1) {
    for (let x = fromX; x < toX; x += 1) {
      const source = (y * 2 - at.top) * stride + (x * 2 - at.left) * 3;
      // The last column or row of a tile, if odd, has no neighbor in it.
      const right = x * 2 - at.left + 1 < tile.width ? 3 : 0;
      const below = y * 2 - at.top + 1 < tile.height ? stride : 0;
      for (let one = source; one < source + 3; one += 1) {
        const sum = from[one]! + from[one + right]! + from[one + below]! + from[one + below + right]!;
        data[(y * width + x) * 3 + one - source] = sum / 4;
      }
    }
  }
}

/**
 * Decodes pixels into libheif's memory, where they are valid until it allocates more.
 * @throws Error if decoding fails.
 */
function drawn(libheif: LibHeif, decode: (status: number, out: number) => void): Drawn {
  const [status, out] = [libheif._malloc(16), libheif._malloc(8)];
  decode(status, out);
  const memory = () => new DataView(libheif.HEAPU8.buffer);
  if (memory().getInt32(status, true) !== 0) throw new Error('libheif cannot decode the picture.');
  const image = memory().getUint32(out, true);
  const width = libheif._heif_image_get_width(image, INTERLEAVED.channel);
  const height = libheif._heif_image_get_height(image, INTERLEAVED.channel);
  const plane = libheif._heif_image_get_plane_readonly(image, INTERLEAVED.channel, status);
  const stride = memory().getInt32(status, true);
  return { image, stride, width, height, data: libheif.HEAPU8.subarray(plane, plane + stride * height) };
}

/** Returns the ICC profile of a picture whose colors are not in sRGB. */
async function profileOf(libheif: LibHeif, { handle }: HeifImage): Promise<Buffer | null> {
  const { ptr } = handle.$$;
  const size = libheif._heif_image_handle_get_raw_color_profile_size(ptr);
  // The library returns results through pointers; the process exits before any would have to be freed.
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

/** A profile can only be attached to pixels in a file; an uncompressed PNG is the quickest to write. */
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

async function sizesOf(photo: Sharp): Promise<DecodedPhoto> {
  const { width, height, pixels } = await drawPixels(photo, SIDES.original, 'inside');
  const jpeg = (side: number) =>
    toJpeg(pixels().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }));
  const [small, medium, large] = [await jpeg(SIDES.small), await jpeg(SIDES.medium), await jpeg(SIDES.large)];
  const files = { small, medium, large, original: await toJpeg(pixels()) };
  const { dominant } = await sharp(files.small).stats();
  return { files, color: hexOf(dominant), width, height };
}

function hexOf({ r, g, b }: { r: number; g: number; b: number }): string {
  return `#${[r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
