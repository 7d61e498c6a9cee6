// Aim: a trip counts, shows and measures the part of a drive that is driven, in its direction.
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { describe, expect, it } from 'vitest';
import { driveDetails } from '../../../../testing/drives.js';
import { drivenElevation, drivenOf } from './driven.js';

const LINE = [0, 1, 2, 3, 4].map((step) => ({ lat: 35 + step * 0.1, lng: -82 }));
const DRIVE = driveDetails({
  id: 'a',
  distance: 40_000,
  duration: 4_000,
  gain: 300,
  startAddress: 'Boone',
  endAddress: 'Cherokee',
  startLocation: LINE[0],
  endLocation: LINE[4],
  overviewPath: encodePolyline(LINE),
});
const drives = new Map([['a', DRIVE]]);
const item = { driveId: 'a', note: '', day: 1 };

describe('the drive of an item', () => {
  it('is the drive itself without a part, and unknown while it loads', () => {
    expect(drivenOf(drives, item)).toBe(DRIVE);
    expect(drivenOf(drives, { ...item, driveId: 'b' })).toBeUndefined();
  });

  it('is entered and left where its driver does', () => {
    const part = { reversed: true, stretch: { from: 20_000, to: 40_000 } };
    const driven = drivenOf(drives, { ...item, part })!;
    expect(decodePolyline(driven.overviewPath)).toEqual([LINE[4], LINE[3], LINE[2]]);
    expect([driven.startLocation, driven.endLocation]).toEqual([LINE[4], LINE[2]]);
    expect([driven.startAddress, driven.endAddress]).toEqual(['Cherokee', '']);
    expect([driven.distance, driven.duration, driven.gain]).toEqual([20_000, 2_000, null]);
  });
});

describe('its elevations', () => {
  const elevation = {
    source: 'srtm' as const,
    gain: 300,
    loss: 100,
    highest: 400,
    steepest: { from: 500, percent: 8 },
    profile: [
      [0, 100],
      [1_000, 400],
      [2_000, 300],
    ] as [number, number][],
  };

  it.each([
    [
      'the other way',
      { reversed: true, stretch: null },
      { gain: 100, loss: 300, highest: 400, steepest: { from: 500, percent: -8 } },
      [
        [0, 300],
        [1_000, 400],
        [2_000, 100],
      ],
    ],
    [
      'of a stretch',
      { reversed: false, stretch: { from: 10_000, to: 30_000 } },
      { gain: 150, loss: 50, highest: 400, steepest: { from: 0, percent: 8 } },
      [
        [0, 250],
        [500, 400],
        [1_000, 350],
      ],
    ],
  ])('%s', (_, part, facts, profile) => {
    expect(drivenElevation(elevation, part, 40_000)).toMatchObject({ ...facts, profile });
  });
});
