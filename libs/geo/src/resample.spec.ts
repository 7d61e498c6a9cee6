import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { distanceMeters, pathLengthMeters } from './distance.js';
import { resamplePath } from './resample.js';

describe('resampling', () => {
  it('places points at equal steps along a straight line', () => {
    // Aim: 1 km at 25 m makes 40 steps, the last one shorter.
    const path = [
      { lat: 0, lng: 179.995 },
      { lat: 0, lng: -179.996 },
    ];
    const lengthMeters = pathLengthMeters(path);
    const sampled = resamplePath(path, 25);
    expect(sampled).toHaveLength(Math.ceil(lengthMeters / 25) + 1);
    const steps = sampled.slice(1).map((point, index) => distanceMeters(sampled[index]!, point));
    expect(steps.slice(0, -1).every((step) => Math.abs(step - 25) < 1e-3)).toBe(true);
    expect([sampled[0], sampled.at(-1)]).toEqual(path);
    expect(sampled.every(({ lng }) => Math.abs(lng) <= 180)).toBe(true);
  });

  it('stays on the path and never jumps further than the spacing', () => {
    // Aim: corners may be cut, but no step is longer than requested and no length is gained.
    const point = fc.record({
      lat: fc.double({ min: 40, max: 40.02, noNaN: true }),
      lng: fc.double({ min: -1, max: -0.98, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 2, maxLength: 20 }),
        fc.integer({ min: 5, max: 500 }),
        (path, spacing) => {
          const sampled = resamplePath(path, spacing);
          const steps = sampled.slice(1).map((at, index) => distanceMeters(sampled[index]!, at));
          expect(Math.max(...steps)).toBeLessThanOrEqual(spacing * 1.001);
          expect(pathLengthMeters(sampled)).toBeLessThanOrEqual(pathLengthMeters(path) * 1.001 + 0.01);
          expect([sampled[0], sampled.at(-1)]).toEqual([path[0], path.at(-1)]);
        },
      ),
    );
  });

  it('rejects a spacing that would never end', () => {
    // Aim: a zero spacing or a line of millions of steps is an error, not a hang.
    const path = [
      { lat: 0, lng: 0 },
      { lat: 0, lng: 170 },
    ];
    expect(() => resamplePath(path, 0)).toThrow(RangeError);
    expect(() => resamplePath(path, NaN)).toThrow(RangeError);
    expect(() => resamplePath(path, 1)).toThrow(RangeError);
    expect(resamplePath([], 10)).toEqual([]);
    expect(resamplePath(path.slice(0, 1), 10)).toEqual(path.slice(0, 1));
  });
});
