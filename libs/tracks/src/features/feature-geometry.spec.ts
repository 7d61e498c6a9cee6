import { describe, expect, it } from '@jest/globals';
import { LINE, lineString, multiLine, raw, errorOf } from './raw-feature.fixture.js';

describe('an invalid drive', () => {
  it.each<[string, unknown, string | RegExp]>([
    ['no geometry', null, 'It has no geometry.'],
    ['a geometry that is text', 'LINESTRING(1 2)', 'It has no geometry.'],
    [
      'only a polygon',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      },
      'It has no line, only Polygon.',
    ],
    ['only points', { type: 'MultiPoint', coordinates: [[0, 0]] }, 'It has no line, only MultiPoint.'],
    ['an empty line', lineString([]), 'Its line has fewer than two different points.'],
    ['no list of coordinates', lineString({}), 'Its coordinates are not a list of positions.'],
    ['empty parts', multiLine([[], [[1, 2]]]), 'Its line has fewer than two different points.'],
    ['one point many times', lineString(Array(9).fill([1, 2])), 'Its line has fewer than two different points.'],
    [
      'points that five decimals make one',
      lineString([
        [1, 2],
        [1.000001, 2],
      ]),
      /two different points/,
    ],
    [
      'two names of one place',
      lineString([
        [180, 2],
        [-180, 2],
      ]),
      'Its line has no length.',
    ],
    [
      'latitude first',
      lineString([
        [44.3, -110.5],
        [44.4, -110.6],
      ]),
      /Position 1 has the latitude -110.5, outside -90 to 90. Latitude and longitude look swapped/,
    ],
    [
      'latitude first in the east',
      lineString([
        [44.3, -86.2],
        [44.4, -86.3],
      ]),
      /near a pole: latitude and longitude look swapped/,
    ],
    [
      'an impossible latitude',
      lineString([
        [1, 2],
        [300, 200],
      ]),
      'Position 2 has the latitude 200, outside -90 to 90.',
    ],
    [
      'an impossible longitude',
      lineString([
        [1, 2],
        [400, 2],
      ]),
      'Position 2 has the longitude 400, outside -180 to 180.',
    ],
    [
      'an infinite number',
      lineString([
        [1, 2],
        [Infinity, 2],
      ]),
      'Position 2 is not a pair of numbers.',
    ],
    [
      'numbers as text',
      lineString([
        ['1', '2'],
        ['3', '4'],
      ]),
      'Position 1 is not a pair of numbers.',
    ],
    ['a missing latitude', lineString([[1]]), 'Position 1 is not a pair of numbers.'],
    ['a hole', lineString([[1, 2], null]), 'Position 2 is not a pair of numbers.'],
    [
      '200,001 points',
      lineString(Array.from({ length: 200_001 }, (_, index) => [index / 1e5, 1])),
      'It has more than 200,000 points.',
    ],
    ['too many parts', multiLine(Array.from({ length: 10_001 }, () => LINE)), 'It has more than 10,000 parts.'],
    ['collections in collections', nested(30), 'Its geometry collection is too deep or too large.'],
  ])('is rejected: %s', (_, geometry, reason) => {
    // Aim: undrivable geometry is refused with a reason that explains the fix.
    expect(errorOf(raw({}, geometry))).toEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason));
  });

  it.each([{}, { title: '', name: ' \n ' }, { title: {} }, { title: '\u0000' }])(
    'is rejected without a title: %j',
    (properties) => {
      // Aim: a drive without a title could be neither shown nor found.
      expect(errorOf({ id: 1, properties, geometry: lineString(LINE) })).toContain('no title');
    },
  );
});

function nested(depth: number): unknown {
  return depth === 0 ? lineString(LINE) : { type: 'GeometryCollection', geometries: [nested(depth - 1)] };
}
