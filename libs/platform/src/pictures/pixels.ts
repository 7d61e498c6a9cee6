// Runs in the process that decodes one picture. Imports no workspace code at run time: it also runs from source.
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { Refused } from './decode-upload.js';

/** 200 MB when decoded. */
export const PIXELS_MAX = 50_000_000;
const QUALITY = 85;

/** Limits sharp to these formats, one thread and no cache. */
export function restrictSharp(loaders: string[]): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
}

/** @param otherwise reason if the error is not about the number of pixels. */
export function errorOf(error: unknown, otherwise: 'format' | 'broken'): Refused {
  const isTooLarge = error instanceof Error && /pixel limit|too large/i.test(error.message);
  return { refused: isTooLarge ? 'pixels' : otherwise };
}

/** Draws a picture on white in sRGB, which drops its location and anything else hidden in the file; enlarges none. */
export async function drawPixels(picture: Sharp, side: number, fit: 'cover' | 'inside') {
  const { data, info } = await picture
    .resize({ width: side, height: side, fit, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { width, height, pixels: () => sharp(data, { raw: { width, height, channels } }) };
}

export function toJpeg(pixels: Sharp): Promise<Uint8Array> {
  return pixels.jpeg({ quality: QUALITY }).toBuffer();
}
