import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readInChild } from '@switchback/platform/process/read-in-child';
import type { FileSource } from '@switchback/platform/storage/storage';
import type { Decoded } from './decoded.js';

/** Beside this file, in the sources as well as in what is compiled from them. */
const program = fileURLToPath(new URL(`./decode-photo${extname(import.meta.url)}`, import.meta.url));
/** As the program knows it. */
const WITH_EXIF = '--with-exif';
/** A JPEG of 49 million pixels takes two seconds of a processor. */
const cpuSeconds = 20;

/** @param withExif whether what the file says of itself is handed on; nothing keeps it otherwise. */
export type Decode = (photo: FileSource, withExif: boolean) => Promise<Decoded>;
export const DECODE = Symbol('Decode');

/** A photo is broken if the process ends without an answer or exceeds its budget. */
export const decodePhoto: Decode = (photo, withExif) =>
  readInChild<Decoded>(photo, {
    ...{ program, cpuSeconds, isBackground: true, broken: { refused: 'broken' } },
    args: withExif ? [WITH_EXIF] : [],
  });
