import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unwrapLongitudes, wrapLongitude } from './location.js';

const lng = fc.double({ min: -180, max: 180, noNaN: true });

describe('longitudes', () => {
  it('wrap any number of turns to the same meridian', () => {
    // Aim: a longitude and its copies a whole turn apart end within ±180 and on the same meridian.
    fc.assert(
      fc.property(lng, fc.integer({ min: -3, max: 3 }), (degrees, turns) => {
        const wrapped = wrapLongitude(degrees + turns * 360);
        expect(Math.abs(wrapped)).toBeLessThanOrEqual(180);
        expect(Math.abs(Math.sin(((wrapped - degrees) * Math.PI) / 360))).toBeLessThan(1e-9);
      }),
    );
    expect(wrapLongitude(180)).toBe(-180);
    expect(wrapLongitude(-180)).toBe(-180);
    expect(wrapLongitude(190)).toBe(-170);
  });

  it('continue past the antimeridian the shorter way', () => {
    // Aim: neighbors are never more than half a turn apart, and every longitude stays on its meridian.
    fc.assert(
      fc.property(fc.array(lng, { maxLength: 50 }), (lngs) => {
        const unwrapped = unwrapLongitudes(lngs.map((degrees) => ({ lat: 0, lng: degrees })));
        unwrapped.forEach((degrees, index) => {
          expect(Math.abs(Math.sin(((degrees - lngs[index]!) * Math.PI) / 360))).toBeLessThan(1e-9);
          expect(index === 0 ? 0 : Math.abs(degrees - unwrapped[index - 1]!)).toBeLessThanOrEqual(180 + 1e-9);
        });
      }),
    );
    const path = [170, -170, -150, 175].map((degrees) => ({ lat: 0, lng: degrees }));
    expect([...unwrapLongitudes(path)]).toEqual([170, 190, 210, 175]);
  });
});
