import { createHash } from 'node:crypto';
import { ProductError } from '../errors.js';

/** Length in base64url characters, equal to 96 bits. */
const SUM_LENGTH = 16;

/**
 * Encodes a keyset cursor as an opaque bookmark with a checksum over the cursor and its query. The checksum detects
 * damage and a different query; it is not a signature, so the reader must still validate the cursor.
 */
export function sealBookmark(cursor: string, query: string): string {
  return Buffer.from(checksum(cursor, query) + cursor).toString('base64url');
}

/** @throws ProductError `invalidBookmark` unless `sealBookmark` returned exactly this text for the query. */
export function openBookmark(bookmark: string, query: string): string {
  const cursor = Buffer.from(bookmark, 'base64url').toString().slice(SUM_LENGTH);
  if (sealBookmark(cursor, query) !== bookmark) throw new ProductError('invalidBookmark');
  return cursor;
}

function checksum(cursor: string, query: string): string {
  return createHash('sha256').update(`${query}\n${cursor}`).digest('base64url').slice(0, SUM_LENGTH);
}
