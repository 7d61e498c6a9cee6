// Aim: a cached count is returned only while nothing changed, and never to another person.
import { describe, expect, it } from '@jest/globals';
import { noFilters } from '../../catalogue.fixture.js';
import { KnownCounts } from './known-counts.js';

const everything = { filters: noFilters(), caller: null };

describe('known counts', () => {
  it('belong to the state they were counted in', () => {
    const counts = new KnownCounts();
    expect(counts.get('1.7', everything)).toBeUndefined();
    counts.set('1.7', everything, 12);
    expect(counts.get('1.7', everything)).toBe(12);
    expect(counts.get('1.8', everything)).toBeUndefined();
    // A count that started before the change and ended after it.
    counts.set('1.7', everything, 12);
    expect(counts.get('1.8', everything)).toBeUndefined();
  });

  it('belong to the caller and the filters', () => {
    const counts = new KnownCounts();
    const mine = { ...everything, caller: { userId: 'ann', accountType: 'hero' as const } };
    counts.get('1.1', mine);
    counts.set('1.1', mine, 13);
    expect(counts.get('1.1', everything)).toBeUndefined();
    expect(counts.get('1.1', { ...mine, caller: { userId: 'ben', accountType: 'hero' } })).toBeUndefined();
    expect(counts.get('1.1', { ...mine, filters: noFilters({ starRating: 3 }) })).toBeUndefined();
    expect(counts.get('1.1', mine)).toBe(13);
  });
});
