import {
  LIST_MAX,
  LINK_SECONDS_MAX,
  type ListQuery,
  type PutOptions,
  StorageError,
  type ByteRange,
} from './storage.js';

/** Folder in which the edge stores uploads from browsers, and which holds nothing else. */
export const UPLOADS = 'uploads/';
const KEY_CHARS_MAX = 512;
const SEGMENT_CHARS_MAX = 128;
const SEGMENTS_MAX = 12;

/**
 * Lower-case letters, digits, `_` and `-`, plus `.` in file names only: the same spelling on every file system, whether
 * it folds case, normalizes or uses code pages; no characters with a special meaning in a shell, a URL or a header; and
 * no file at a path where another key needs a folder, which disks and some object stores cannot store.
 */
const FOLDER = /^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/;
const NAME = /^[a-z0-9](?:[a-z0-9_-]|\.(?!\.))*\.[a-z0-9]+$/;
const PREFIX = /^(?:[a-z0-9][a-z0-9._/-]*)?$/;
/** Names that Windows reserves for devices in every folder, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/;
/** Per RFC 9110, without characters that could break headers. */
const MEDIA_TYPE =
  /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}(?:; ?[a-z0-9-]{1,32}=[\w.+-]{1,64})?$/i;

/** @throws Error for the key of any other file: a request must not read or delete it. */
export function requireUpload(key: string): void {
  if (!key.startsWith(UPLOADS)) throw new Error(`${key.slice(0, 100)} is not an upload.`);
}

/**
 * Rejects a key that could be ambiguous on any storage.
 * @throws StorageError `bad-key`
 */
export function checkKey(key: string): void {
  const folders = key.split('/');
  const name = folders.pop() ?? '';
  const sound =
    key.length <= KEY_CHARS_MAX &&
    folders.length < SEGMENTS_MAX &&
    folders.every((folder) => folder.length <= SEGMENT_CHARS_MAX && FOLDER.test(folder) && !DEVICE.test(folder)) &&
    name.length <= SEGMENT_CHARS_MAX &&
    NAME.test(name) &&
    !DEVICE.test(name);
  if (!sound) throw new StorageError('bad-key', `${quoted(key)} is not a file key.`);
}

/** @throws StorageError `bad-key` or `bad-request` */
export function checkList({ prefix, after, max }: ListQuery): void {
  if (prefix.length > KEY_CHARS_MAX || !PREFIX.test(prefix) || prefix.includes('..') || prefix.includes('//'))
    throw new StorageError('bad-key', `No key can begin with ${quoted(prefix)}.`);
  if (after !== undefined) checkKey(after);
  if (!Number.isInteger(max) || max < 1 || max > LIST_MAX)
    throw new StorageError('bad-request', `A page holds 1 to ${LIST_MAX} files, not ${max}.`);
}

/** @throws StorageError `bad-request` */
export function checkPut({ contentType, maxBytes }: PutOptions): void {
  if (!MEDIA_TYPE.test(contentType))
    throw new StorageError('bad-request', `${quoted(contentType)} is not a content type.`);
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 0)
    throw new StorageError('bad-request', `${maxBytes} is not a byte limit.`);
}

/** @throws StorageError `bad-request` */
export function checkRange({ start, end }: ByteRange): void {
  const sound = Number.isSafeInteger(start) && start >= 0;
  const ends = end === undefined || (Number.isSafeInteger(end) && end >= start);
  if (!sound || !ends) throw new StorageError('bad-request', `${start} to ${end} is not a range.`);
}

/** @throws StorageError `bad-request` */
export function checkLinkSeconds(seconds: number): void {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > LINK_SECONDS_MAX)
    throw new StorageError('bad-request', `A link lasts 1 to ${LINK_SECONDS_MAX} seconds, not ${seconds}.`);
}

export function tooLarge(key: string, maxBytes: number): StorageError {
  return new StorageError('too-large', `${key} would be larger than ${maxBytes} bytes.`);
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
