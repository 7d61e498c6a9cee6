import type { FileHandle } from 'node:fs/promises';
import { StorageError } from '../storage.js';

/** Metadata of a file, stored after its content in the same file, so that one rename replaces both. */
export interface Trailer {
  etag: string;
  contentType: string;
}

const MAGIC = Buffer.from('sb-file1');
/** The trailer's length, then the magic. */
const END_BYTES = 4 + MAGIC.length;
const TRAILER_BYTES_MAX = 1_024;

/** Returns the bytes to append to a content. */
export function encodeTrailer(trailer: Trailer): Buffer {
  const text = Buffer.from(JSON.stringify(trailer));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([text, length, MAGIC]);
}

/**
 * Reads the trailer of a file.
 * @param fileBytes size of the file, including the trailer.
 * @returns the trailer, and the size of the content.
 * @throws StorageError `failed` for a file not written by this storage.
 */
export async function readTrailer(handle: FileHandle, fileBytes: number): Promise<Trailer & { size: number }> {
  const tail = Buffer.alloc(Math.min(fileBytes, TRAILER_BYTES_MAX + END_BYTES));
  await handle.read(tail, 0, tail.length, fileBytes - tail.length);
  const end = tail.length - END_BYTES;
  const length = end < 0 || !tail.subarray(end + 4).equals(MAGIC) ? Infinity : tail.readUInt32BE(end);
  if (length > end) throw new StorageError('failed', 'A file in the storage folder was not written by the storage.');
  const { etag, contentType } = JSON.parse(tail.toString('utf8', end - length, end)) as Trailer;
  return { etag, contentType, size: fileBytes - END_BYTES - length };
}
