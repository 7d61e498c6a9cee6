// Aim: the sea is drawn on the right of every coast line, within one cell of the map, whatever lines cross it.
import { describe, expect, it } from '@jest/globals';
import { doubleArea } from './area.js';
import { coastsOf, seaOf } from './sea.js';

const BOX = { west: 0, north: 0, east: 100, south: 100 };
/** Island: land is on the left of its coast, which turns against the clock on a map whose y grows to the south. */
const island = (x: number, y: number, side: number) => [x, y, x, y + side, x + side, y + side, x + side, y, x, y];
const areaOf = (coasts: number[][]) =>
  (seaOf(coasts, BOX) ?? []).reduce(
    (sum, [outer, ...holes]) =>
      sum + Math.abs(doubleArea(outer!)) / 2 - holes.reduce((all, hole) => all + Math.abs(doubleArea(hole)) / 2, 0),
    0,
  );

describe('the sea within a cell', () => {
  it.each([
    ['south of a coast that leads east', [[-10, 40, 110, 40]], 6_000],
    ['north of a coast that leads west', [[110, 40, -10, 40]], 4_000],
    [
      'between two coasts of a strait',
      [
        [-10, 20, 110, 20],
        [110, 70, -10, 70],
      ],
      5_000,
    ],
    [
      'outside of two capes',
      [
        [-10, 20, 30, 20, 30, -10],
        [110, 80, 70, 80, 70, 110],
      ],
      10_000 - 600 - 600,
    ],
    ['in a bay', [[-10, 20, 50, 20, 50, 80, -10, 80]], 3_000],
    ['around a cape', [[-10, 80, 50, 80, 50, 20, -10, 20]], 7_000],
    ['around an island', [island(20, 20, 30)], 10_000 - 900],
    ['around an island before a coast', [[-10, 40, 110, 40], island(20, 60, 20)], 6_000 - 400],
    ['within a lagoon, whose coast turns with the clock', [[20, 20, 50, 20, 50, 50, 20, 50, 20, 20]], 900],
    ['in a corner that a coast cuts off', [[-10, 80, 20, 110]], 50],
    ['nowhere, without a coast', [[200, 200, 300, 300]], 0],
  ])('lies %s', (_place, coasts, area) => {
    expect(areaOf(coasts)).toBe(area);
  });

  it('is unknown where a coast ends, as at the edge of an extract', () => {
    expect(seaOf([[-10, 40, 50, 40]], BOX)).toBeNull();
    expect(seaOf([[50, 40, 60, 40, 60, 50]], BOX)).toBeNull();
  });

  it('does not depend on where an island begins', () => {
    // It lies across the western edge.
    const ring = island(-20, 20, 40).slice(0, 8);
    for (let turn = 0; turn < 4; turn += 1) {
      const turned = [...ring.slice(2 * turn), ...ring.slice(0, 2 * turn)];
      expect(areaOf([[...turned, turned[0]!, turned[1]!]])).toBe(10_000 - 800);
    }
  });
});

describe('coast lines', () => {
  it('are joined in their direction, open and closed ones', () => {
    const coasts = coastsOf([
      { first: 2, last: 3, points: [1, 0, 2, 0] },
      { first: 1, last: 2, points: [0, 0, 1, 0] },
      { first: 8, last: 9, points: [5, 5, 6, 5] },
      { first: 9, last: 8, points: [6, 5, 6, 6, 5, 5] },
    ]);
    expect(coasts).toEqual([
      [0, 0, 1, 0, 2, 0],
      [5, 5, 6, 5, 6, 6, 5, 5],
    ]);
  });
});
