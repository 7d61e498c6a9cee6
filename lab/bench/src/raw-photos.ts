// The floor of P12: bare sharp, in one warm process, makes the same files as the media service.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PHOTO_SIDES, PHOTO_SIZES } from '@switchback/media/decoding/decoded';
import sharp from 'sharp';
import { questionsOf, serveFloor } from './floor-server.js';

const QUALITY = 85;
const files = questionsOf<{ file: string }>();

sharp.cache(false);
sharp.concurrency(1);

serveFloor(async (index) => {
  const fit = { fit: 'inside', withoutEnlargement: true } as const;
  const { data, info } = await sharp(await readFile(files[index]!.file))
    .autoOrient()
    .resize({ width: PHOTO_SIDES.original, height: PHOTO_SIDES.original, ...fit })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const hashes: Record<string, string> = {};
  for (const size of PHOTO_SIZES) {
    const side = PHOTO_SIDES[size];
    const pixels = sharp(data, { raw: info }).resize({ width: side, height: side, ...fit });
    const jpeg = await pixels.jpeg({ quality: QUALITY }).toBuffer();
    hashes[size] = createHash('sha256').update(jpeg).digest('hex');
  }
  return JSON.stringify(hashes);
});
