// Aim: gain, steepest kilometer and profile follow from the heights of a road, and not from the noise of a receiver.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { METERS_PER_DEGREE } from './distance.js';
import type { ElevatedPoint } from './elevation.js';
import { elevationProfile } from './elevation-profile.js';
import { joinParts } from './parts.js';

/** A road along the equator, with a point every so many meters. */
function road(kilometers: number, everyMeters: number, heightAt: (meters: number) => number | undefined) {
  return Array.from({ length: (kilometers * 1_000) / everyMeters + 1 }, (_, index): ElevatedPoint => {
    const meters = index * everyMeters;
    return { lat: 0, lng: meters / METERS_PER_DEGREE, elevation: heightAt(meters) };
  });
}

/** Climbs to the top and down again within a period. */
const sawtooth = (periodMeters: number, topMeters: number) => (meters: number) =>
  topMeters * (1 - Math.abs(((meters % periodMeters) / periodMeters) * 2 - 1));

/** Uniform within 3 m, the same in every run. */
function noise(): () => number {
  let seed = 1;
  return () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return (seed / 2_147_483_647) * 6 - 3;
  };
}

describe('the gain', () => {
  it.each([10, 25, 100])('of a sawtooth is that of its climbs, with points every %d m', (everyMeters) => {
    const { gainMeters, lossMeters, highestMeters } = elevationProfile(road(60, everyMeters, sawtooth(6_000, 200)))!;
    expect(Math.abs(gainMeters - 2_000)).toBeLessThan(40);
    expect(Math.abs(lossMeters - 2_000)).toBeLessThan(40);
    expect(Math.abs(highestMeters - 200)).toBeLessThan(3);
  });

  it.each([5, 30])('ignores noise on a flat road, with points every %d m', (everyMeters) => {
    const next = noise();
    const line = road(50, everyMeters, () => 300 + next());
    const raw = line.slice(1).map(({ elevation }, index) => elevation! - line[index]!.elevation!);
    expect(raw.reduce((sum, rise) => sum + Math.max(0, rise), 0)).toBeGreaterThan(1_500);
    expect(elevationProfile(line)!.gainMeters).toBeLessThan(25);
  });

  it('counts neither the way nor the climb between two parts', () => {
    const low = road(3, 50, (meters) => meters / 100);
    const high = low.map(({ lng, elevation }) => ({ lat: 0, lng: lng + 1, elevation: elevation! + 1_000 }));
    const { gainMeters, steepest, profile } = elevationProfile(joinParts([low, high]))!;
    expect(gainMeters).toBe(60);
    expect(steepest).toEqual({ fromMeters: 0, percent: 1 });
    expect([profile[0], profile.at(-1)]).toEqual([
      [0, 0],
      [6_000, 1_030],
    ]);
  });
});

describe('missing heights', () => {
  it('are interpolated over a kilometer', () => {
    const full = road(10, 100, (meters) => meters / 20);
    const gapped = full.map((point, index) => (index > 40 && index < 50 ? { ...point, elevation: undefined } : point));
    expect(elevationProfile(gapped)).toEqual(elevationProfile(full));
    const open = full.map((point, index) => (index < 5 ? { ...point, elevation: undefined } : point));
    expect(elevationProfile(open)).toMatchObject({ gainMeters: 475 });
  });

  it.each([
    ['in the middle', (meters: number) => (meters > 4_000 && meters < 5_200 ? undefined : 100)],
    ['at the start', (meters: number) => (meters < 1_200 ? undefined : 100)],
    ['at the end', (meters: number) => (meters > 8_800 ? undefined : 100)],
    ['everywhere', () => undefined],
  ])('over more than that give no profile: %s', (_, heightAt) => {
    expect(elevationProfile(road(10, 100, heightAt))).toBeNull();
  });

  it.each([
    ['in the middle', (meters: number) => meters > 4_000 && meters < 6_200, 10_000],
    ['at the start', (meters: number) => meters < 2_200, 7_800],
    ['at the end', (meters: number) => meters > 7_800, 7_800],
    ['twice', (meters: number) => meters < 2_200 || (meters > 4_000 && meters < 6_200), 7_800],
  ])('leave the profile of the rest, if the line may have gaps: %s', (_, isUnknown, knownMeters) => {
    const line = road(10, 100, (meters) => (isUnknown(meters) ? undefined : meters / 20));
    const { gainMeters, highestMeters, profile } = elevationProfile(line, { mayHaveGaps: true })!;
    expect(Math.abs(gainMeters - knownMeters / 20)).toBeLessThan(1);
    expect(highestMeters).toBe(isUnknown(10_000) ? 390 : 500);
    // Heights stay where they are along the line.
    for (const [meters, height] of profile) expect(Math.abs(height - meters / 20)).toBeLessThan(1);
  });

  it('over nearly all of the line give no profile either', () => {
    const line = road(30, 100, (meters) => (meters > 2_000 ? undefined : 100));
    expect(elevationProfile(line, { mayHaveGaps: true })).toBeNull();
  });

  it('of one part give no profile', () => {
    const known = road(2, 100, () => 5);
    expect(elevationProfile(joinParts([known, known.map(({ lng }) => ({ lat: 1, lng }))]))).toBeNull();
    expect(elevationProfile([])).toBeNull();
    expect(elevationProfile([{ lat: 1, lng: 1, elevation: 4 }])).toBeNull();
  });
});

describe('the steepest kilometer', () => {
  it('is the one with the highest grade, up or down', () => {
    const heightAt = (meters: number) => {
      if (meters < 4_000) return 800;
      return meters < 6_000 ? 800 - (meters - 4_000) * 0.08 : 640 + (meters - 6_000) * 0.02;
    };
    const { steepest } = elevationProfile(road(10, 20, heightAt))!;
    expect(steepest!.percent).toBe(-8);
    expect(steepest!.fromMeters).toBeGreaterThanOrEqual(4_000);
    expect(steepest!.fromMeters).toBeLessThanOrEqual(5_000);
  });

  it('needs a kilometer', () => {
    expect(elevationProfile(road(0.9, 30, (meters) => meters))!.steepest).toBeNull();
    expect(elevationProfile(road(1, 20, () => 7))!.steepest).toEqual({ fromMeters: 0, percent: 0 });
  });
});

describe('the profile', () => {
  it('has at most 400 points, with the ends and the extremes', () => {
    const line = road(500, 50, (meters) => 900 + 300 * Math.sin(meters / 7_000) + (meters === 250_000 ? 400 : 0));
    const { profile, highestMeters } = elevationProfile(line)!;
    expect(profile.length).toBeLessThanOrEqual(400);
    expect(profile.length).toBeGreaterThan(250);
    expect([profile[0]![0], profile.at(-1)![0]]).toEqual([0, 500_000]);
    expect(Math.max(...profile.map(([, height]) => height))).toBe(highestMeters);
  });

  it('is in order and within the heights of any line', () => {
    const point = fc.record({
      lat: fc.double({ min: 40, max: 40.05, noNaN: true }),
      lng: fc.double({ min: -1, max: -0.95, noNaN: true }),
      elevation: fc.double({ min: -400, max: 8_000, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(point, { minLength: 2, maxLength: 30 }), (line) => {
        const { profile, gainMeters, lossMeters } = elevationProfile(line)!;
        const heights = line.map(({ elevation }) => elevation);
        expect(profile.every(([meters], index) => meters >= (profile[index - 1]?.[0] ?? 0))).toBe(true);
        expect(Math.max(...profile.map(([, height]) => height))).toBeLessThanOrEqual(Math.max(...heights) + 0.1);
        expect(Math.min(...profile.map(([, height]) => height))).toBeGreaterThanOrEqual(Math.min(...heights) - 0.1);
        // Up minus down is the way from the first height to the last, but for a climb that is too short to count.
        const rise = heights.at(-1)! - heights[0]!;
        expect(Math.abs(gainMeters - lossMeters - rise)).toBeLessThan(10.3);
      }),
    );
  });
});
