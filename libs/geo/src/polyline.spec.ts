import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodePolyline, encodePolyline, FINE_PRECISION, PolylineError } from './polyline.js';

const fiveDecimals = (limit: number): fc.Arbitrary<number> =>
  fc.integer({ min: -limit * 1e5, max: limit * 1e5 }).map((units) => units / 1e5 + 0);
const path = fc.array(fc.record({ lat: fiveDecimals(90), lng: fiveDecimals(180) }), { maxLength: 200 });

describe('encoded polylines', () => {
  it('match the example of the published algorithm', () => {
    // Aim: interoperability: other programs read our output, and we read theirs.
    const points = [
      { lat: 38.5, lng: -120.2 },
      { lat: 40.7, lng: -120.95 },
      { lat: 43.252, lng: -126.453 },
    ];
    expect(encodePolyline(points)).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@');
    expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual(points);
    expect(decodePolyline(encodePolyline([]))).toEqual([]);
  });

  it('decode to exactly what was encoded', () => {
    // Aim: coordinates of five decimals survive to the last bit, including the corners of the globe.
    fc.assert(fc.property(path, (points) => expect(decodePolyline(encodePolyline(points))).toEqual(points)));
    const corners = [
      { lat: 90, lng: 180 },
      { lat: -90, lng: -180 },
      { lat: 90, lng: -180 },
    ];
    expect(decodePolyline(encodePolyline(corners))).toEqual(corners);
  });

  it('decode the high precision of routers', () => {
    // Aim: a Valhalla line is in the right place, not ten times as far from zero.
    expect(decodePolyline('ecg|xAombdQFk@', FINE_PRECISION)).toEqual([
      { lat: 47.140931, lng: 9.520872 },
      { lat: 47.140927, lng: 9.520894 },
    ]);
    expect(() => decodePolyline('ecg|xAombdQ')).toThrow('exceeds the range of coordinates');
  });

  it('decode any text or report damage', () => {
    // Aim: hostile text never yields a point off the globe, another type of error, or a hang.
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: 'binary' }), path.map(encodePolyline)),
        fc.nat(),
        (text, cut) => {
          try {
            for (const { lat, lng } of decodePolyline(text.slice(cut % (text.length + 1)))) {
              expect(Math.abs(lat)).toBeLessThanOrEqual(90);
              expect(Math.abs(lng)).toBeLessThanOrEqual(180);
            }
          } catch (error) {
            expect(error).toBeInstanceOf(PolylineError);
          }
        },
      ),
    );
  });

  it.each([
    ['_p~iF', 'ends in the middle'],
    ['_p~iF~ps|', 'ends in the middle'],
    ['_p~iF ps|U', 'has an invalid character at 5'],
    ['~~~~~~~~~~~~', 'has an unterminated number'],
    [
      encodePolyline([{ lat: 90, lng: 0 }]) + encodePolyline([{ lat: 1, lng: 0 }]),
      'exceeds the range of coordinates at character 6',
    ],
  ])('report damage: %s', (text, reason) => {
    // Aim: the error for a damaged polyline names the damage.
    expect(() => decodePolyline(text)).toThrow(reason);
  });

  it.each([NaN, Infinity, 90.1, -91])('reject the latitude %p', (lat) => {
    // Aim: nothing unreadable can be written and stored.
    expect(() => encodePolyline([{ lat, lng: 0 }])).toThrow(PolylineError);
    expect(() => encodePolyline([{ lat: 0, lng: lat * 2 }])).toThrow(PolylineError);
  });

  it('encode the longest allowed drive', () => {
    // Aim: a line of 200,000 points needs no special case.
    const long = Array.from({ length: 200_000 }, (_, index) => ({ lat: (index % 9_000) / 1e4, lng: index / 1e5 }));
    expect(decodePolyline(encodePolyline(long))).toEqual(long);
  });
});
