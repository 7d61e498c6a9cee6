import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { ProductError } from '@switchback/platform/errors';
import type { Position } from './index/search-index.js';

/** Characters of base64url, 96 bits. */
const SEAL_LENGTH = 16;
const BASE64URL = /^[A-Za-z0-9_-]+$/;
const ID = /^[\w.:-]{1,64}$/;
/** Keeps these signatures apart from others made with the same keys. */
const PURPOSE = 'search bookmark';

/**
 * Where a batch ended, as an opaque text signed together with the query it belongs to: with another query, damaged or
 * forged, it is not taken. Every instance with the same keys takes it, also after a restart.
 */
export class Bookmarks {
  readonly #keys: readonly KeyObject[];

  /** @param keys the first signs; all are good for checking, so that keys can be changed one process at a time. */
  constructor(keys: readonly string[]) {
    if (keys.length === 0) throw new Error('There is no key to sign bookmarks with.');
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

  #isSealed(given: string, position: string, query: string): boolean {
    const bytes = Buffer.from(given);
    return this.#keys.some((key) => {
      const expected = Buffer.from(seal(position, query, key));
      return bytes.length === expected.length && timingSafeEqual(bytes, expected);
    });
  }
}

/** Undefined for what no batch ends with: a key that is no number, or an id that no drive has. */
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
