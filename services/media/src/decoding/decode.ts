import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeInProcess } from '@switchback/platform/pictures/decode-in-process';
import type { FileSource } from '@switchback/platform/storage/storage';
import type { Decoded } from './decoded.js';

/** Beside this file, in the sources as well as in what is compiled from them. */
const program = fileURLToPath(new URL(`./decode-photo${extname(import.meta.url)}`, import.meta.url));
/** As the program knows it. */
const WITH_EXIF = '--with-exif';
/** A JPEG of 49 million pixels takes two seconds alone; decoders yield to all else, so a busy machine takes longer. */
const timeoutMs = 30_000;

/** @param withExif whether what the file says of itself is handed on; nothing keeps it otherwise. */
export type Decode = (photo: FileSource, withExif: boolean) => Promise<Decoded>;
export const DECODE = Symbol('Decode');

/** One that ends or takes too long over a photo found it broken. */
export const decodePhoto: Decode = (photo, withExif) =>
  decodeInProcess<Decoded>(photo, {
    ...{ program, timeoutMs, broken: { refused: 'broken' } },
    args: withExif ? [WITH_EXIF] : [],
  });
