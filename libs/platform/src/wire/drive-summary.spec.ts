// Aim: every drive has a curviness, also one from a release that did not measure it.
import { expect, it } from '@jest/globals';
import { encodePolyline } from '@switchback/geo/polyline';
import { drive } from '@switchback/testing/fake-drives';
import { curvinessFineOf, toSummary } from './drive-summary.js';

const FINE = { value: 420, perKilometer: 34, enoughDetail: true };
/** Right angles every 800 m or so. */
const STAIRS = Array.from({ length: 40 }, (_, index) => ({
  lat: 40 + Math.floor(index / 2) / 125,
  lng: -100 + Math.ceil(index / 2) / 100,
}));

it('returns the measure with its band', () => {
  const summary = drive({ curviness: { ...FINE, degreesPerKm: 212.5 } });
  expect(toSummary(summary).curviness).toEqual({ band: 'relentless', degreesPerKm: 212.5 });
  expect(curvinessFineOf(summary)).toEqual({ value: 420, perKilometer: 34 });
});

it('measures the overview if the message lacks it', () => {
  const older = { ...FINE, value: undefined, perKilometer: undefined, enoughDetail: false, degreesPerKm: undefined };
  for (const curviness of [older, undefined]) {
    const summary = drive({ curviness, overviewPath: encodePolyline(STAIRS) });
    expect(toSummary(summary).curviness.band).toBe('twisty');
    expect(curvinessFineOf(summary)).toBeNull();
    expect(toSummary(drive({ curviness, overviewPath: '' })).curviness).toEqual({ band: 'gentle', degreesPerKm: 0 });
  }
});
