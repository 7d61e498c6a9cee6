// Aim: labels are round values in the person's units, and the outline stays within the chart.
import { expect, it } from 'vitest';
import { CHART_HEIGHT, CHART_WIDTH, outlinesOf, roundValues, scaleOf } from './chart-scale.js';
import { profileOf } from './profile.js';

const PROFILE = profileOf(
  Array.from({ length: 3_000 }, (_, index) => [index * 10, 1_000 + 800 * Math.sin(index / 300)] as const),
);

it('labels the axes in feet and miles, or in meters and kilometers', () => {
  expect(scaleOf(PROFILE, 'miles').heights.map(({ value }) => value)).toEqual([2_000, 4_000, 6_000]);
  expect(scaleOf(PROFILE, 'kilometers').heights.map(({ value }) => value)).toEqual([500, 1_000, 1_500]);
  expect(scaleOf(PROFILE, 'kilometers').distances.map(({ value }) => value)).toEqual([0, 5, 10, 15, 20, 25]);
});

it('places a label at its value', () => {
  const { heights, y } = scaleOf(PROFILE, 'kilometers');
  expect(heights[1]!.share).toBeCloseTo(y(1_000), 6);
});

it('draws a flat road flat', () => {
  const { y } = scaleOf(
    profileOf([
      [0, 10],
      [10_000, 12],
    ]),
    'kilometers',
  );
  expect(y(12) - y(10)).toBeLessThan(0.05);
});

it('draws at most 400 points within the chart', () => {
  const { line, area } = outlinesOf(PROFILE, scaleOf(PROFILE, 'miles'));
  const points = line
    .slice(1)
    .split('L')
    .map((point) => point.split(' ').map(Number));
  expect(points.length).toBeLessThanOrEqual(400);
  expect(points.every(([x = -1, y = -1]) => x >= 0 && x <= CHART_WIDTH && y >= 0 && y <= CHART_HEIGHT)).toBe(true);
  expect(area.startsWith(line)).toBe(true);
});

it.each([
  [0, 52, 5, [0, 10, 20, 30, 40, 50]],
  [0, 0.8, 5, [0, 0.2, 0.4, 0.6, 0.8]],
  [-40, 60, 3, [0, 50]],
])('finds round values from %d to %d', (from, to, count, values) => {
  const found = roundValues(from, to, count);
  expect(found.map((value) => Number(value.toFixed(9)))).toEqual(values);
});
