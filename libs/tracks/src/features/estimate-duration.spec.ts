// Aim: an estimated time is one that a driver believes: slower in bends, in towns and on short drives, within the times
// that are published for well-known roads.
import { describe, expect, it } from '@jest/globals';
import { estimateDurationSeconds } from './estimate-duration.js';

const speedKmh = (degreesPerKm: number, settledShare = 0, distanceMeters = 100_000) =>
  (distanceMeters / estimateDurationSeconds({ distanceMeters, degreesPerKm }, settledShare)) * 3.6;

describe('the estimated duration', () => {
  it('falls with each bend, town and short trip', () => {
    const speeds = [0, 30, 60, 120, 200, 300, 600, 1_200].map((degrees) => speedKmh(degrees));
    expect(speeds).toEqual(speeds.toSorted((a, b) => b - a));
    expect(speeds.at(-1)).toBeGreaterThan(20);
    expect(speedKmh(20, 0.5)).toBeLessThan(speedKmh(20, 0.1));
    expect(speedKmh(20, 0, 3_000)).toBeLessThan(speedKmh(20, 0, 300_000));
  });

  it('is a whole number of seconds for any line', () => {
    for (const distanceMeters of [0.01, 5, 1_999, 2_000, 1e9]) {
      const seconds = estimateDurationSeconds({ distanceMeters, degreesPerKm: 80 }, 1);
      expect(Number.isInteger(seconds) && seconds >= 1).toBe(true);
    }
    expect(estimateDurationSeconds({ distanceMeters: 100, degreesPerKm: 0 }, 0)).toBeLessThan(30);
  });
});
