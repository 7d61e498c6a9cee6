// Aim: a trip's link does not end before the trip does.
import { expect, it } from 'vitest';
import { linkDaysFor } from './link-days.js';

const NOW = new Date('2026-05-01T12:00:00Z');

it.each([
  ['a list without dates', null, null, 7],
  ['a trip without a start', null, 3, 7],
  ['a trip that is over', '2026-01-01', 3, 7],
  ['a trip that begins tomorrow', '2026-05-02', 1, 30],
  ['a trip that ends 30 days from now, but for a week', '2026-05-22', 2, 30],
  ['a trip a day later', '2026-05-23', 2, 90],
  ['a trip next year', '2027-05-01', 2, 90],
])('%s', (_case, start, days, expected) => {
  expect(linkDaysFor({ start, days }, NOW)).toBe(expected);
});
