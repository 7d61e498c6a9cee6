// Aim: a chart of few points shows every peak and dip of a long profile.
import { expect, it } from '@jest/globals';
import { extremesOf } from './extremes.js';

const values = Array.from({ length: 5_000 }, (_, index) => (index === 3_333 ? 900 : index % 50));
values[1_234] = -7;

it.each([4, 5, 400])('keeps at most %d values: the ends, the highest and the lowest, in order', (max) => {
  const retained = extremesOf(values, max);
  expect(retained.length).toBeLessThanOrEqual(max);
  expect([retained[0], retained.at(-1)]).toEqual([0, 4_999]);
  expect(retained).toEqual(expect.arrayContaining([1_234, 3_333]));
  expect(retained).toEqual(retained.toSorted((a, b) => a - b));
});

it('keeps all values of a short profile', () => {
  expect(extremesOf([3, 1, 2], 4)).toEqual([0, 1, 2]);
});

it('keeps a flat stretch once', () => {
  expect(
    extremesOf(
      Array.from({ length: 100 }, () => 5),
      6,
    ),
  ).toEqual([0, 1, 50, 99]);
});
