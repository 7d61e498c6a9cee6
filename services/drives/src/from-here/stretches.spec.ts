// Aim: a long drive yields stretches that an outing can use: within reach, and of the times that plans need.
import { describe, expect, it } from '@jest/globals';
import { distanceMeters } from '@switchback/geo/distance';
import { estimateWay } from '@switchback/geo/straight-way';
import type { Outing } from '@switchback/platform/wire/outing';
import type { Candidate } from './chain-search.js';
import { HOME, outing, placeAt } from './from-here.fixture.js';
import { type LongDrive, stretchesOf } from './stretches.js';

/** 400 km past home, at 60 km/h. */
function longDrive(northKm: number): LongDrive {
  const line = Array.from({ length: 41 }, (_, index) => placeAt(-200 + 10 * index, northKm));
  return { id: 'long', distance: 400_000, duration: 24_000, degreesPerKm: 120, line };
}

function secondsOf({ start, end, duration }: Candidate): number {
  const [out, back] = [estimateWay(HOME, start), estimateWay(HOME, end)];
  return out.durationSeconds + duration + back.durationSeconds;
}

const fillsOf = (drive: LongDrive, target: Outing) =>
  stretchesOf(drive, target).filter((stretch) => Math.abs(secondsOf(stretch) / target.seconds - 1) < 0.05);

describe('the stretches of a long drive', () => {
  it.each([30, 90, 120, 300])('fill %s minutes, and leave time for further drives', (minutes) => {
    const target = outing(minutes);
    const stretches = stretchesOf(longDrive(3), target);
    expect(fillsOf(longDrive(3), target).length).toBeGreaterThan(1);
    expect(stretches.some((stretch) => secondsOf(stretch) < 0.6 * target.seconds)).toBe(true);
    for (const { start, end, distance, duration, stretch } of stretches) {
      expect(distance).toBeCloseTo(stretch!.to - stretch!.from, 3);
      expect(duration / distance).toBeCloseTo(24_000 / 400_000, 6);
      expect(distanceMeters(start, end) / distance).toBeCloseTo(1, 1);
    }
  });

  it('are none if the drive is out of reach, and few', () => {
    expect(stretchesOf(longDrive(60), outing(90))).toEqual([]);
    expect(stretchesOf(longDrive(3), outing(600)).length).toBeLessThanOrEqual(12);
  });

  it('lead from the nearest place for half of the time, if a plan may turn around', () => {
    const target = outing(120, { loop: false });
    const onward = stretchesOf(longDrive(3), target).filter(({ start, duration }) => {
      const seconds = 2 * (estimateWay(HOME, start).durationSeconds + duration);
      return distanceMeters(HOME, start) < 6_000 && Math.abs(seconds / target.seconds - 1) < 0.06;
    });
    const east = onward.map(({ stretch }) => stretch!.to > stretch!.from);
    expect(new Set(east)).toEqual(new Set([true, false]));
  });
});
