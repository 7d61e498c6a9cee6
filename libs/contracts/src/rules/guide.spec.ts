// Aim: a driver reads and hears distances that are round, and as exact as the distance deserves.
import { expect, it } from '@jest/globals';
import { guideDistance, spokenDistance } from './guide.js';

const MILE = 1_609.344;

it.each([
  [0.02 * MILE, 'miles', 100, 'feet'],
  [0.09 * MILE, 'miles', 500, 'feet'],
  [0.14 * MILE, 'miles', 0.1, 'miles'],
  [9.94 * MILE, 'miles', 9.9, 'miles'],
  [12.4 * MILE, 'miles', 12, 'miles'],
  [84, 'kilometers', 80, 'meters'],
  [268, 'kilometers', 250, 'meters'],
  [990, 'kilometers', 1, 'kilometers'],
  [4_260, 'kilometers', 4.3, 'kilometers'],
  [12_400, 'kilometers', 12, 'kilometers'],
] as const)('reads %d m in %s as %d %s', (meters, units, value, unit) => {
  expect(guideDistance(meters, units)).toMatchObject({ value, unit });
});

it.each([
  [0.15 * MILE, { value: 800, unit: 'feet' }],
  [0.24 * MILE, { quarters: 1 }],
  [0.5 * MILE, { quarters: 2 }],
  [0.8 * MILE, { quarters: 3 }],
  [1.05 * MILE, { value: 1, unit: 'miles' }],
  [1.6 * MILE, { value: 1.5, unit: 'miles' }],
  [3.2 * MILE, { value: 3.2, unit: 'miles' }],
] as const)('speaks of %d m', (meters, expected) => {
  expect(spokenDistance(meters, 'miles')).toMatchObject(expected);
});
