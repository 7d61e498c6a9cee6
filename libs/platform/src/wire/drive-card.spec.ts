// Aim: a card shows the same data as the drive's page, and its name changes exactly when the picture does.
import { describe, expect, it } from '@jest/globals';
import { DriveSummary } from '@switchback/proto/drives/v1/drive';
import { cardHash, driveCardOf } from './drive-card.js';

const region = (name: string) => ({ id: 1, name });
const summary = (overrides: Partial<DriveSummary> = {}): DriveSummary => ({
  ...DriveSummary.decode(new Uint8Array()),
  id: 'd1',
  rev: 1,
  title: 'Stelvio Pass',
  overviewPath: '_p~iF~ps|U_ulLnnqC',
  official: true,
  distance: 47_000,
  duration: 5_400,
  durationSource: 'given',
  starRating: 4.8,
  countries: [{ country: region('Italy'), states: [region('South Tyrol'), region('Lombardy')] }],
  ...overrides,
});
const card = (overrides: Partial<DriveSummary> = {}) => driveCardOf(summary(overrides), 'Switchback');

describe('a card', () => {
  it('shows the same data as the page', () => {
    // Aim: the same figures, stars and words, in miles and kilometers because the viewer's preference is unknown.
    expect(card()).toEqual({
      product: 'Switchback',
      title: 'Stelvio Pass',
      place: 'South Tyrol, Lombardy',
      distance: '29.2 mi (47 km)',
      duration: '1 h 30 min',
      stars: 5,
      ratedBy: 'Editors’ rating',
      path: '_p~iF~ps|U_ulLnnqC',
    });
  });

  it.each([
    [{ starRating: undefined }, { stars: null, ratedBy: 'Not rated yet' }],
    [
      { starRating: 3.3, reviewCount: 1_300, starReviewCount: 1_204 },
      { stars: 3.5, ratedBy: '(1,204)' },
    ],
    [{ official: false }, { ratedBy: 'Author’s rating' }],
    [
      { approximate: true, durationSource: 'estimated' },
      { distance: '~29.2 mi (47 km)', duration: '~1 h 30 min' },
    ],
    [
      { distance: 1_600_000, duration: 100_000 },
      { distance: '994 mi (1,600 km)', duration: '28 h' },
    ],
    [
      { distance: 0, duration: 0 },
      { distance: '0 mi (0 km)', duration: '1 min' },
    ],
    [{ duration: 7_200 }, { duration: '2 h' }],
    [{ countries: [{ country: region('Andorra'), states: [] }] }, { place: 'Andorra' }],
    [{ countries: [] }, { place: '' }],
  ])('of %j has %j', (input, expected) => {
    // Aim: every kind of missing or uncertain figure has a text.
    expect(card(input)).toMatchObject(expected);
  });

  it('changes its name exactly when its content changes', () => {
    // Aim: content under a permanently cached name never changes, and unchanged content is not downloaded again.
    const name = cardHash(card());
    expect(name).toMatch(/^[0-9a-f]{16}$/);
    expect(cardHash(card({ rev: 2, description: 'Other words', popularity: 9 } as Partial<DriveSummary>))).toBe(name);
    const others = [
      card({ title: 'Stelvio' }),
      card({ distance: 48_000 }),
      card({ duration: 5_500 }),
      card({ starRating: 4.2 }),
      card({ starReviewCount: 3 }),
      card({ overviewPath: '_p~iF~ps|U' }),
      card({ countries: [] }),
      driveCardOf(summary(), 'Pass & Bend'),
    ];
    expect(new Set([name, ...others.map(cardHash)]).size).toBe(others.length + 1);
  });
});
