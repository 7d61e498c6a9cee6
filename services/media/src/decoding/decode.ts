import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readInChild } from '@switchback/platform/process/read-in-child';
import type { FileSource } from '@switchback/platform/storage/storage';
import type { Decoded } from './decoded.js';

/** Next to this file, both in the sources and in the compiled output. */
const program = fileURLToPath(new URL(`./decode-photo${extname(import.meta.url)}`, import.meta.url));
/** Option name that the program expects. */
const WITH_EXIF = '--with-exif';
/** A JPEG of 49 million pixels takes two seconds of CPU time. */
const cpuSeconds = 20;

/** @param withExif whether to return the file's EXIF data; it is dropped otherwise. */
export type Decode = (photo: FileSource, withExif: boolean) => Promise<Decoded>;
export const DECODE = Symbol('Decode');

/** Treats a photo as broken if the process ends without a result or exceeds its budget. */
export const decodePhoto: Decode = (photo, withExif) =>
  readInChild<Decoded>(photo, {
    ...{ program, cpuSeconds, isBackground: true, broken: { refused: 'broken' } },
    args: withExif ? [WITH_EXIF] : [],
  });
