import { describe, expect, it } from '@jest/globals';
import { METERS_PER_DEGREE } from './distance.js';
import type { LatLng } from './location.js';
import { repeatedShare, sharedShare } from './repeated-share.js';

/** Returns a line by its corners in meters east and north of a place. */
function lineOf(corners: readonly [east: number, north: number][], origin: LatLng = { lat: 46.5, lng: 10.45 }) {
  const parallel = Math.cos((origin.lat * Math.PI) / 180);
  return corners.map(([east, north]) => ({
    lat: origin.lat + north / METERS_PER_DEGREE,
    lng: ((origin.lng + east / METERS_PER_DEGREE / parallel + 540) % 360) - 180,
  }));
}

const square: [number, number][] = [
  [0, 0],
  [5_000, 0],
  [5_000, 5_000],
  [0, 5_000],
  [0, 0],
];

describe('the repeated share of a line', () => {
  it.each([
    [
      'out and back',
      [
        [0, 0],
        [4_000, 3_000],
        [9_000, 3_000],
        [4_000, 3_000],
        [0, 0],
      ],
      1,
    ],
    [
      'out and back on a divided road',
      [
        [0, 0],
        [10_000, 0],
        [10_000, 20],
        [0, 20],
      ],
      1,
    ],
    ['a loop', square, 0],
    ['two laps of a loop', [...square, ...square.slice(1)], 1],
    [
      'a figure eight',
      [
        [0, 0],
        [400, 400],
        [800, 200],
        [400, 0],
        [0, 400],
        [-200, 200],
        [0, 0],
      ],
      0,
    ],
    ['the stem of a lollipop', [[-5_000, 0], ...square, [-5_000, 0]], 1 / 3],
    [
      'a line that does not repeat anything',
      [
        [0, 0],
        [20_000, 500],
      ],
      0,
    ],
  ] as [string, [number, number][], number][])('%s', (_, corners, share) => {
    // Aim: only length on a road passed twice counts, in either direction.
    expect(repeatedShare(lineOf(corners))).toBeCloseTo(share, 1);
  });

  it('ignores hairpins', () => {
    // Aim: a stack of switchbacks 45 m apart is one road, passed once.
    const bends = Array.from({ length: 30 }, (_, bend): [number, number] => [bend % 2 ? 250 : 0, bend * 45]);
    expect(repeatedShare(lineOf(bends))).toBeLessThan(0.15);
  });

  it('measures the same at the antimeridian and near a pole', () => {
    // Aim: neither the jump in longitude nor narrow parallels hide that a road is repeated.
    const corners: [number, number][] = [
      [-10, 0],
      [-10, 5_000],
      [10, 5_000],
      [10, 0],
    ];
    expect(repeatedShare(lineOf(corners, { lat: 65, lng: 180 }))).toBeCloseTo(1, 1);
    expect(repeatedShare(lineOf(corners, { lat: 89, lng: 20 }))).toBeCloseTo(1, 1);
  });

  it('is 0 without a length, and bounded on a hostile line', () => {
    // Aim: a line that circles one place, or the Earth, is measured quickly rather than pair by pair.
    expect([
      repeatedShare([]),
      repeatedShare(lineOf([[0, 0]])),
      repeatedShare(
        lineOf([
          [0, 0],
          [0, 0],
        ]),
      ),
    ]).toEqual([0, 0, 0]);
    const knot = Array.from({ length: 50_000 }, (_, step): [number, number] => [
      20 * Math.cos(step * 2.4),
      20 * Math.sin(step * 2.4),
    ]);
    const started = performance.now();
    expect(repeatedShare(lineOf(knot))).toBeGreaterThan(0.9);
    repeatedShare(Array.from({ length: 1_000 }, (_, step) => ({ lat: step % 80, lng: ((step * 97) % 360) - 180 })));
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

it('the shared share counts length on roads of other lines', () => {
  // Aim: half of the line follows one of the others, in the opposite direction; a crossing does not count.
  const line = lineOf([
    [0, 0],
    [10_000, 0],
  ]);
  const others = [
    lineOf([
      [15_000, 0],
      [5_000, 10],
    ]),
    lineOf([
      [2_000, -3_000],
      [2_000, 3_000],
    ]),
  ];
  expect(sharedShare(line, others)).toBeCloseTo(0.5, 1);
  expect(sharedShare(line, [])).toBe(0);
  expect(sharedShare(line, [line])).toBe(1);
});
