// Aim: plus codes name the places that Google Maps shows for them, without a request.
import { describe, expect, it } from '@jest/globals';
import { nearestTo, readPlusCode, readShortCode } from './plus-code.js';

const ASHEVILLE = { lat: 35.6, lng: -82.55 };

describe('a full plus code', () => {
  // The areas are those of the test data of the Open Location Code project.
  it.each([
    ['7FG49Q00+', null],
    ['8FVC2222+22', [47.0000625, 8.0000625]],
    ['4VCPPQGP+Q9', [-41.2730625, 174.7859375]],
    ['62G20000+', null],
    ['22222222+22', [-89.9999375, -179.9999375]],
    ['7FG49QCJ+2VX', [20.3701125, 2.782234375]],
    ['7FG49QCJ+2VXGJ', [20.3701135, 2.78223535156]],
    ['8fvc2222 22', [47.0000625, 8.0000625]],
    ['Q2222222+22', null],
    ['2X222222+22', null],
  ] as const)('%s', (code, center) => {
    const location = readPlusCode(code)?.location;
    if (center === null) expect(location).toBeUndefined();
    else {
      expect(location?.lat).toBeCloseTo(center[0], 8);
      expect(location?.lng).toBeCloseTo(center[1], 8);
    }
  });

  it('keeps the text behind it as a label', () => {
    expect(readPlusCode('867VHCWX+2C Tea House')?.label).toBe('Tea House');
    expect(readPlusCode('867vhcwx 2c')?.label).toBe('867VHCWX+2C');
  });

  it.each(['22222222 22', 'Asheville', '2222 Main Street'])('is not %s', (text) => {
    expect(readPlusCode(text)).toBeNull();
  });
});

describe('a short plus code', () => {
  it('names the place nearest to the town', () => {
    const full = readPlusCode('867VHCWX+2C')!.location;
    for (const text of ['HCWX+2C Asheville', 'hcwx+2c, Asheville, NC', '4HCWX+2C Asheville'.slice(1)]) {
      const code = readShortCode(text)!;
      expect(code.town).toMatch(/^Asheville/);
      expect(nearestTo(ASHEVILLE, code).lat).toBeCloseTo(full.lat, 8);
      expect(nearestTo(ASHEVILLE, code).lng).toBeCloseTo(full.lng, 8);
    }
  });

  it('may lie beyond the border of a cell', () => {
    const code = readShortCode('XXXX+XX Town')!;
    const near = nearestTo({ lat: 36.01, lng: -82.01 }, code);
    expect(near.lat).toBeCloseTo(35.9999375, 6);
    expect(near.lng).toBeCloseTo(-82.0000625, 6);
  });

  it.each(['22 33 Main Street', 'HCWX+2C', 'Asheville, NC'])('is not %s', (text) => {
    expect(readShortCode(text)).toBeNull();
  });
});
