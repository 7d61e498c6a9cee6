import { describe, expect, it } from 'vitest';
import { drive } from '../testing/drives.js';
import { CACHE_MAX, HAVE_MAX, SummaryCache } from './summary-cache.js';

const answer = (ids: string[]) => ({
  drives: ids.map((id) => drive({ id })),
  hashes: ids.map((id) => id.padStart(8, '0')),
  bookmark: null,
});
const NONE = new Map();

describe('the cached summaries', () => {
  // Aim: a drive that arrives as an id alone is shown whole.
  it('complete a response that omits them', () => {
    const cache = new SummaryCache();
    cache.complete(answer(['a', 'b']), NONE);
    const held = cache.worthSending(null, true);
    const drives = cache.complete({ drives: [{ id: 'b' }], hashes: ['0000000b'], bookmark: null }, held);
    expect(drives).toEqual([drive({ id: 'b' })]);
  });

  // Aim: only hashes that can save data are sent, and never many.
  it('are announced only if they can help', () => {
    const cache = new SummaryCache();
    cache.complete(answer(Array.from({ length: 80 }, (_, index) => `d${index}`)), NONE);
    expect(cache.worthSending(null, true).size).toBe(HAVE_MAX);
    expect([...cache.worthSending(null, true).keys()][0]).toBe('00000d79');
    expect(cache.worthSending({ north: 1, east: 1, south: 0, west: 0 }, true).size).toBe(0);
    expect(cache.worthSending(null, false).size).toBe(0);
  });

  // Aim: requesting lines again after a search without lines starts with an empty cache, as specified.
  it('are dropped when lines are requested again', () => {
    const cache = new SummaryCache();
    cache.complete(answer(['a']), NONE);
    cache.worthSending(null, false);
    cache.worthSending(null, true);
    expect(cache.size).toBe(0);
  });

  // Aim: a long day of panning does not fill the browser's memory.
  it('are bounded, evicting the oldest first', () => {
    const cache = new SummaryCache();
    const ids = Array.from({ length: CACHE_MAX + 10 }, (_, index) => `x${index}`);
    cache.complete(answer(ids), NONE);
    expect(cache.size).toBe(CACHE_MAX);
  });
});
