// Aim: each measure has one band, and links of older releases still find curvy drives.
import { describe, expect, it } from '@jest/globals';
import { filterQuery } from '../endpoints/search.js';
import { bandOf, CURVINESS_BANDS, CURVY } from './curviness.js';

describe('the bands of curviness', () => {
  it('begin at their lower bounds', () => {
    for (const [index, { band, fromDegreesPerKm }] of CURVINESS_BANDS.entries()) {
      expect(bandOf(fromDegreesPerKm)).toBe(band);
      const before = CURVINESS_BANDS[index - 1];
      if (before) expect(bandOf(fromDegreesPerKm - 0.1)).toBe(before.band);
    }
    expect(bandOf(1_200)).toBe('relentless');
  });
});

describe('the filter by curviness', () => {
  it.each([
    ['50,undefined', { min: 50, max: null }],
    ['0,1000', { min: 0, max: 1_000 }],
    ['2000,undefined', CURVY],
    ['300,5000', CURVY],
    ['undefined,1001', CURVY],
  ])('reads %s', (curviness, range) => {
    expect(filterQuery.parse({ curviness }).curviness).toEqual(range);
  });

  it.each(['1000001,', '-1,', '9,1'])('refuses %s', (curviness) => {
    expect(filterQuery.safeParse({ curviness }).success).toBe(false);
  });
});
