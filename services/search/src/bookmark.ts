import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { ProductError } from '@switchback/platform/errors';
import type { Position } from './index/search-index.js';

/** Characters of base64url; 96 bits. */
const SEAL_LENGTH = 16;
const BASE64URL = /^[A-Za-z0-9_-]+$/;
const ID = /^[\w.:-]{1,64}$/;
/** Separates these signatures from any others made with the same keys. */
const PURPOSE = 'search bookmark';

/**
 * Encodes the end of a batch as an opaque text, signed together with its query: a damaged or forged bookmark, or one of
 * another query, is refused. Every instance with the same keys accepts it, also after a restart.
 */
export class Bookmarks {
  readonly #keys: readonly KeyObject[];

  /** @param keys the first signs; all verify, so that keys can be rotated one process at a time. */
  constructor(keys: readonly string[]) {
    if (keys.length === 0) throw new Error('No key to sign bookmarks is set.');
    this.#keys = keys.map((key) => createSecretKey(createHmac('sha256', key).update(PURPOSE).digest()));
  }

  encode({ key, id }: Position, query: string): string {
    const position = `${key} ${id}`;
    return Buffer.from(seal(position, query, this.#keys[0]!) + position).toString('base64url');
  }

  /** @throws ProductError `invalidBookmark` */
  decode(bookmark: string, query: string): Position {
    const text = BASE64URL.test(bookmark) ? Buffer.from(bookmark, 'base64url').toString() : '';
    const [given, position] = [text.slice(0, SEAL_LENGTH), text.slice(SEAL_LENGTH)];
    const isWhole = Buffer.from(text).toString('base64url') === bookmark;
    const found = isWhole && this.#isSealed(given, position, query) ? positionOf(position) : undefined;
    if (!found) throw new ProductError('invalidBookmark');
    return found;
  }

  #isSealed(input: string, position: string, query: string): boolean {
    const bytes = Buffer.from(input);
    return this.#keys.some((key) => {
      const expected = Buffer.from(seal(position, query, key));
      return bytes.length === expected.length && timingSafeEqual(bytes, expected);
    });
  }
}

/** Returns undefined for an invalid position: a key that is not a number, or an invalid id. */
function positionOf(position: string): Position | undefined {
  const blank = position.indexOf(' ');
  const [written, id] = [position.slice(0, blank), position.slice(blank + 1)];
  const key = Number(written);
  const isKey = String(key) === written && (Number.isFinite(key) || key === Infinity);
  return isKey && ID.test(id) ? { key, id } : undefined;
}

function seal(position: string, query: string, key: KeyObject): string {
  return createHmac('sha256', key).update(`${query}\n${position}`).digest('base64url').slice(0, SEAL_LENGTH);
}
