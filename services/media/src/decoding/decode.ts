import { decodeInChild, type Refused } from '@switchback/platform/pictures/decode-upload';
import { programNextTo } from '@switchback/platform/process/read-in-child';
import type { FileSource } from '@switchback/platform/storage/storage';
import type { DecodedPhoto } from './decoded.js';

const program = programNextTo(import.meta.url, './decode-photo');
/** Option name that the program expects. */
const WITH_EXIF = '--with-exif';
/** A JPEG of 49 million pixels takes two seconds of CPU time. */
const cpuSeconds = 20;

/** @param withExif whether to return the file's EXIF data; it is dropped otherwise. */
export type Decode = (photo: FileSource, withExif: boolean) => Promise<DecodedPhoto | Refused>;
export const DECODE = Symbol('Decode');

export const decodePhoto: Decode = (photo, withExif) =>
  decodeInChild<DecodedPhoto>(photo, { program, cpuSeconds, args: withExif ? [WITH_EXIF] : [] });
