// Aim: a bookmark is accepted only if it is intact and belongs to its query: damage never leads to a different page.
import { describe, expect, it } from '@jest/globals';
import { openBookmark, sealBookmark } from './bookmark.js';

const QUERY = 'reviews d1 newest';
const CURSOR = '0 -1764000000000 6b3f4c0e-9f0c';
const bookmark = sealBookmark(CURSOR, QUERY);
const refusal = (text: string, query = QUERY) => {
  try {
    return openBookmark(text, query);
  } catch (error) {
    return (error as { error: string }).error;
  }
};

describe('A bookmark', () => {
  it('returns its cursor for its own query only', () => {
    expect(openBookmark(bookmark, QUERY)).toBe(CURSOR);
    expect(refusal(bookmark, 'reviews d1 oldest')).toBe('invalidBookmark');
  });

  it('is rejected when any character is lost, changed or added', () => {
    const damaged = [...bookmark].flatMap((character, at) => [
      bookmark.slice(0, at),
      `${bookmark.slice(0, at)}${character === 'A' ? 'B' : 'A'}${bookmark.slice(at + 1)}`,
    ]);
    for (const text of [...damaged, `${bookmark}A`, `${bookmark}=`, ` ${bookmark}`])
      expect([text, refusal(text)]).toEqual([text, 'invalidBookmark']);
  });

  it('is rejected even if only unused bits of its last character differ', () => {
    const short = ['x', 'xx'].map((cursor) => sealBookmark(cursor, QUERY)).filter((text) => text.length % 4 > 0);
    expect(short).not.toEqual([]);
    for (const text of short) {
      const twin = text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
      expect(Buffer.from(twin, 'base64url')).toEqual(Buffer.from(text, 'base64url'));
      expect(refusal(twin)).toBe('invalidBookmark');
    }
  });
});
