import { bandOf, CURVINESS_BANDS, CURVY } from '@switchback/contracts/rules/curviness';
import { describe, expect, it } from 'vitest';
import { rangeFilter } from './range-filters.js';
import { handlesOf, lastStep, rangeOf, stepText } from './steps.js';

describe('the stepped sliders', () => {
  // Aim: the stops match the spec, with readable labels.
  it('have the stops of the spec', () => {
    const words = (
      name: 'duration' | 'distance' | 'intensity' | 'curviness' | 'gain',
      units: 'miles' | 'kilometers',
    ) => {
      const steps = rangeFilter(name).steps(units);
      return Array.from({ length: lastStep(steps) + 1 }, (_, index) => stepText(index, steps));
    };
    expect(words('duration', 'miles')).toEqual(
      ['0', '0.25', '0.5', '1', '1.5', '2', '2.5', '3', '4', '5'].map((hours) => `${hours} h`).concat('any'),
    );
    expect(words('distance', 'kilometers')).toEqual(
      ['0', '5', '10', '20', '50', '100', '200', '300', '500', '1,000'].map((km) => `${km} km`).concat('any'),
    );
    expect(words('gain', 'miles')).toEqual(
      ['0', '500', '1,000', '2,000', '3,000', '5,000', '8,000'].map((feet) => `${feet} ft`).concat('any'),
    );
    expect(words('gain', 'kilometers')).toEqual(
      ['0', '150', '300', '600', '1,000', '1,500', '2,500'].map((meters) => `${meters} m`).concat('any'),
    );
    expect(words('curviness', 'miles')).toEqual(['Gentle', 'Winding', 'Twisty', 'Relentless']);
    expect(words('intensity', 'miles')).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  });

  // Aim: the full range is no filter, and "any" is no bound.
  it('filter only when a handle has left its end', () => {
    const steps = rangeFilter('duration').steps('miles');
    expect(rangeOf([0, 10], steps)).toBeNull();
    expect(rangeOf([3, 10], steps)).toEqual({ min: 3_600, max: null });
    expect(rangeOf([0, 5], steps)).toEqual({ min: 0, max: 7_200 });
    expect(rangeOf([0, 10], rangeFilter('intensity').steps('miles'))).toBeNull();
    expect(rangeOf([0, 4], rangeFilter('intensity').steps('miles'))).toEqual({ min: 0, max: 4 });
  });

  // Aim: a band is a stop: "Winding to Winding" shows winding drives only, and the pill "Curvy" begins there.
  it('filter by whole bands of curviness', () => {
    const steps = rangeFilter('curviness').steps('miles');
    const [, winding, twisty] = CURVINESS_BANDS;
    const only = rangeOf([1, 1], steps)!;
    expect(bandOf(only.min!)).toBe('winding');
    expect(bandOf(only.max!)).toBe('winding');
    expect(only.max).toBeCloseTo(twisty.fromDegreesPerKm, 0);
    expect(rangeOf([0, 3], steps)).toBeNull();
    expect(rangeOf([2, 3], steps)).toEqual({ min: twisty.fromDegreesPerKm, max: null });
    expect(handlesOf(CURVY, steps)).toEqual([1, 3]);
    expect(handlesOf({ min: winding.fromDegreesPerKm, max: 1_000 }, steps)).toEqual([1, 3]);
  });

  // Aim: a slider shows the range it set, in miles and kilometers; any other value shows at the nearest stop.
  it('show the selected range', () => {
    for (const units of ['miles', 'kilometers'] as const) {
      for (const name of ['duration', 'distance', 'curviness', 'traffic', 'gain'] as const) {
        const steps = rangeFilter(name).steps(units);
        for (let low = 0; low < lastStep(steps); low++) {
          for (let high = low + steps.apart; high <= lastStep(steps); high++) {
            expect(handlesOf(rangeOf([low, high], steps), steps)).toEqual([low, high]);
          }
        }
      }
    }
    expect(handlesOf({ min: 3_700, max: null }, rangeFilter('duration').steps('miles'))).toEqual([3, 10]);
    expect(handlesOf({ min: 1e8, max: 1e9 }, rangeFilter('duration').steps('miles'))).toEqual([9, 10]);
  });
});
