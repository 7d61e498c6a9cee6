// Aim: a bookmark works on every instance that has the keys, and cannot be forged without them; its content is
// validated nevertheless.
import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Bookmarks } from './bookmark.js';

const KEY = 'a key that all instances have in common';
const QUERY = 'fingerprint';
const bookmarks = new Bookmarks([KEY]);
const invalid = expect.objectContaining({ error: 'invalidBookmark' });

function refusal(bookmark: string, query = QUERY, taker = bookmarks): unknown {
  try {
    return taker.decode(bookmark, query);
  } catch (error) {
    return error;
  }
}

describe('a bookmark', () => {
  it.each([0, -4.5, 1e-7, 1e308, 12_345.678, Infinity])('stores the key %d', (key) => {
    const position = { key, id: 'b7f3-x_1' };
    expect(new Bookmarks([KEY]).decode(bookmarks.encode(position, QUERY), QUERY)).toEqual(position);
  });

  it('survives a rotation of keys', () => {
    const position = { key: 1, id: 'd1' };
    const before = bookmarks.encode(position, QUERY);
    const changed = new Bookmarks(['a newer key', KEY]);
    expect(changed.decode(before, QUERY)).toEqual(position);
    expect(refusal(changed.encode(position, QUERY))).toEqual(invalid);
  });

  it('is rejected if it was created without the key', () => {
    const position = '1 d1';
    const unkeyed = createHash('sha256').update(`${QUERY}\n${position}`).digest('base64url');
    for (const length of [8, 16]) {
      const forged = Buffer.from(unkeyed.slice(0, length) + position).toString('base64url');
      expect(refusal(forged)).toEqual(invalid);
    }
    const foreign = new Bookmarks(['another key']).encode({ key: 1, id: 'd1' }, QUERY);
    expect(refusal(foreign)).toEqual(invalid);
    expect(refusal(bookmarks.encode({ key: 1, id: 'd1' }, QUERY), 'another query')).toEqual(invalid);
  });

  it.each([
    { key: NaN, id: 'd1' },
    { key: -Infinity, id: 'd1' },
    { key: 1, id: '' },
    { key: 1, id: 'x'.repeat(65) },
    { key: 1, id: 'a\0b' },
    { key: 1, id: "a' or 1=1" },
    { key: 1, id: '\ud800' },
    { key: '0x10' as unknown as number, id: 'd1' },
    { key: '' as unknown as number, id: 'd1' },
  ])('is rejected for its content $key $id, however well sealed', (position) => {
    expect(refusal(bookmarks.encode(position, QUERY))).toEqual(invalid);
  });

  it.each(['', ' ', 'null', '*', 'AAAA', 'A'.repeat(600), '\0', '🏔'])('is rejected for %j', (bookmark) => {
    expect(refusal(bookmark)).toEqual(invalid);
  });
});
