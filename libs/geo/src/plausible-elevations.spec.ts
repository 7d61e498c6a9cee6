// Aim: heights that a road cannot have cost no ascent, and a road that is steep or recorded with noise keeps its own.
import { describe, expect, it } from '@jest/globals';
import { METERS_PER_DEGREE } from './distance.js';
import type { ElevatedPoint } from './elevation.js';
import { elevationProfile } from './elevation-profile.js';
import { plausibleElevations } from './plausible-elevations.js';

type HeightAt = (index: number) => number | undefined;

/** A road of 20 km, with a point every 100 m. */
const road = (heightAt: HeightAt, count = 201, everyMeters = 100) =>
  Array.from({ length: count }, (_, index): ElevatedPoint => {
    const elevation = heightAt(index);
    return { lat: 0, lng: (index * everyMeters) / METERS_PER_DEGREE, ...(elevation !== undefined && { elevation }) };
  });
const climb = (index: number) => 1_860 + 0.4 * index;
/** The climb with other heights at some points. */
const but =
  (isBad: (index: number) => boolean, bad: HeightAt): HeightAt =>
  (index) =>
    isBad(index) ? bad(index) : climb(index);
const isIn =
  (...ranges: [from: number, to: number][]) =>
  (index: number) =>
    ranges.some(([from, to]) => index >= from && index <= to);

describe('heights that cannot be', () => {
  it.each<[string, (index: number) => boolean, HeightAt]>([
    ['one of 46.8 m', isIn([100, 100]), () => 46.8],
    ['zeros at the start', isIn([0, 2]), () => 0],
    ['zeros at the end', isIn([197, 200]), () => 0],
    ['zeros in runs', isIn([10, 25], [60, 61], [140, 170]), () => 0],
    ['more zeros than heights', (index) => index > 8 && index % 3 > 0, () => 0],
    ['two of 9,000 m', isIn([50, 51]), (index) => 9_000 - 10 * (index - 50)],
    ['spikes up and down next to each other', isIn([50, 53]), (index) => (index % 2 ? 5_000 : -400)],
    ['a spike of 120 m', isIn([77, 77]), (index) => climb(index) + 120],
    ['a hole of 120 m', isIn([77, 77]), (index) => climb(index) - 120],
    ['a section that is 300 m higher', isIn([60, 110]), (index) => climb(index) + 300],
    ['a wrong first height', isIn([0, 0]), () => 9_999],
    ['a wrong last height', isIn([200, 200]), () => -999],
    ['every tenth', (index) => index % 10 === 5, () => 12],
  ])('are left out: %s', (_, isBad, bad) => {
    const line = road(but(isBad, bad));
    const { points, leftOut } = plausibleElevations(line);
    expect(points.map(({ elevation }) => elevation)).toEqual(road(but(isBad, () => undefined)).map((p) => p.elevation));
    expect(leftOut).toBe(line.filter((__, index) => isBad(index)).length);
    const { gainMeters, highestMeters } = elevationProfile(points, { mayHaveGaps: true })!;
    expect(Math.abs(gainMeters - 80)).toBeLessThan(15);
    expect(highestMeters).toBeLessThan(2_000);
  });

  it('are left out next to heights that are missing', () => {
    const line = road((index) => (isIn([90, 95])(index) ? undefined : isIn([96, 97])(index) ? 0 : climb(index)));
    expect(plausibleElevations(line).leftOut).toBe(2);
  });
});

describe('the heights of a road', () => {
  let seed = 1;
  const noise = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647 - 0.5;
  it.each<[string, HeightAt, number]>([
    ['that climbs 20 % and more', (index) => 200 + 25 * Math.min(index, 200 - index), 100],
    ['of hairpins, with a point every 5 m', (index) => 500 + 90 * Math.sin(index / 70), 5],
    ['along the sea', (index) => Math.max(0, 6 * Math.sin(index / 9)), 30],
    ['from a receiver with noise of 12 m', (index) => climb(index) + 24 * noise(), 10],
    ['with a point every kilometer in the mountains', (index) => 1_000 + 150 * (8 - Math.abs((index % 16) - 8)), 1_000],
    ['whose receiver corrects itself once', (index) => climb(index) + (index > 100 ? 90 : 0), 20],
    ['without heights', () => undefined, 100],
  ])('%s stay', (_, heightAt, everyMeters) => {
    const line = road(heightAt, 201, everyMeters);
    expect(plausibleElevations(line)).toEqual({ points: line, leftOut: 0 });
  });
});

it('a hostile line of 200,000 heights takes bounded time', () => {
  const line = road((index) => (index % 2 ? 9_000 : (index * 7_919) % 8_000), 200_000, 1);
  const began = process.threadCpuUsage();
  plausibleElevations(line);
  expect(process.threadCpuUsage(began).user).toBeLessThan(8_000_000);
});
