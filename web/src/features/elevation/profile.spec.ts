// Aim: heights, grades, climbs and passes follow from a profile as a driver would read them from its drawing.
import { describe, expect, it } from 'vitest';
import { climbOver, gradeAt, heightAt, passesOf, profileOf, type ProfilePoint } from './profile.js';

/** 500 m up over 5 km, level for 5 km, 300 m down over 6 km. */
const HILL = profileOf([
  [0, 1_000],
  [5_000, 1_500],
  [10_000, 1_500],
  [16_000, 1_200],
]);
const GAPPED = {
  totalMeters: 6_000,
  runs: [
    [
      [0, 100],
      [1_000, 200],
    ],
    [
      [4_000, 400],
      [6_000, 300],
    ],
  ] as ProfilePoint[][],
};

/** A profile with a point each kilometer. */
const kilometers = (...heights: number[]) =>
  profileOf(heights.map((height, index) => [index * 1_000, height] as const));

describe('a place on a profile', () => {
  it('has the height between its neighbors', () => {
    expect(heightAt(HILL, 2_500)).toBe(1_250);
    expect(heightAt(HILL, 16_000)).toBe(1_200);
  });

  it('has the grade around it, up and down, and at the ends that of the road there', () => {
    expect(gradeAt(HILL, 2_500)).toBeCloseTo(10);
    expect(gradeAt(HILL, 7_000)).toBeCloseTo(0);
    expect(gradeAt(HILL, 12_000)).toBeCloseTo(-5);
    expect(gradeAt(HILL, 0)).toBeCloseTo(10);
  });

  it('has none where heights are unknown', () => {
    expect(heightAt(GAPPED, 2_000)).toBeNull();
    expect(gradeAt(GAPPED, 2_000)).toBeNull();
    expect(heightAt(GAPPED, 5_000)).toBe(350);
  });
});

describe('a stretch', () => {
  it('climbs and descends as far as it goes', () => {
    expect(climbOver(HILL, 2_500, 13_000)).toEqual({ gainMeters: 250, lossMeters: 150 });
  });

  it('counts only known heights', () => {
    expect(climbOver(GAPPED, 0, 6_000)).toEqual({ gainMeters: 100, lossMeters: 100 });
    expect(climbOver(GAPPED, 1_500, 3_500)).toBeNull();
  });
});

describe('passes', () => {
  const heightsOf = (...heights: number[]) => passesOf(kilometers(...heights)).map(([, height]) => height);

  it('rise on both sides, in travel order', () => {
    expect(heightsOf(500, 1_500, 900, 2_000, 1_000)).toEqual([1_500, 2_000]);
  });

  it('are no bumps of a climb, and no ends of a road', () => {
    expect(heightsOf(500, 800, 760, 1_500, 1_000)).toEqual([1_500]);
    expect(heightsOf(2_000, 500, 1_800)).toEqual([]);
  });

  it('may be level at the top', () => {
    expect(heightsOf(500, 900, 900, 500)).toEqual([900]);
  });

  it('are the five that rise most', () => {
    expect(heightsOf(0, 100, 0, 200, 0, 300, 0, 400, 0, 500, 0, 600, 0)).toEqual([200, 300, 400, 500, 600]);
  });
});
