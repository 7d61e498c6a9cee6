import { readInChild } from '../process/read-in-child.js';
import { requireUpload } from '../storage/keys.js';
import { limitBytes } from '../storage/sources.js';
import { type FileSource, isStorageError, type Storage } from '../storage/storage.js';

/** Reason for refusing a picture: unknown format, broken, or more pixels or bytes than may be decoded. */
export interface Refused {
  refused: 'format' | 'broken' | 'pixels' | 'bytes';
}

/**
 * Decodes a picture in a separate process. A picture is broken if the process ends without a result or exceeds its
 * budget.
 * @param program see {@link readInChild}, as for the other options.
 */
export function decodeInChild<Decoded>(
  picture: FileSource,
  options: { program: string; cpuSeconds: number; args?: readonly string[] },
): Promise<Decoded | Refused> {
  return readInChild<Decoded | Refused>(picture, { ...options, isBackground: true, broken: { refused: 'broken' } });
}

/** Decodes an upload of at most `maxBytes`. A missing upload is broken. @throws Error for any other key. */
export async function decodeUpload<Decoded>(
  storage: Pick<Storage, 'get'>,
  upload: string,
  maxBytes: number,
  decode: (picture: FileSource) => Promise<Decoded | Refused>,
): Promise<Decoded | Refused> {
  requireUpload(upload);
  try {
    const { body } = await storage.get(upload);
    return await decode(limitBytes(body, maxBytes));
  } catch (error) {
    if (isStorageError(error, 'not-found')) return { refused: 'broken' };
    if (error instanceof RangeError) return { refused: 'bytes' };
    throw error;
  }
}
