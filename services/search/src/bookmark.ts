import { createHash } from 'node:crypto';
import { ProductError } from '@switchback/platform/errors';
import type { Position } from './index/search-index.js';

const SEAL_LENGTH = 8;
const BASE64URL = /^[A-Za-z0-9_-]+$/;

/**
 * Where a batch ended, as an opaque text sealed with the query it belongs to: with another query, or damaged, it is not
 * taken. Nothing in it is secret, so the seal is no signature.
 */
export function encodeBookmark({ key, id }: Position, query: string): string {
  const position = `${key} ${id}`;
  return Buffer.from(seal(position, query) + position).toString('base64url');
}

/** @throws ProductError `invalidBookmark` */
export function decodeBookmark(bookmark: string, query: string): Position {
  const text = BASE64URL.test(bookmark) ? Buffer.from(bookmark, 'base64url').toString() : '';
  const position = text.slice(SEAL_LENGTH);
  const blank = position.indexOf(' ');
  const whole =
    Buffer.from(text).toString('base64url') === bookmark && seal(position, query) === text.slice(0, SEAL_LENGTH);
  if (!whole || blank < 1 || position.includes('\0')) throw new ProductError('invalidBookmark');
  return { key: Number(position.slice(0, blank)), id: position.slice(blank + 1) };
}

function seal(position: string, query: string): string {
  return createHash('sha256').update(`${query}\n${position}`).digest('base64url').slice(0, SEAL_LENGTH);
}
