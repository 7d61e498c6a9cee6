import { describe, expect, it } from '@jest/globals';
import { distanceMeters } from './distance.js';
import type { LatLng } from './location.js';
import { turnBackMeters } from './turn-back.js';

/** A line of points in hundreds of meters to the north and the east of a place on the equator. */
const line = (...points: [north: number, east: number][]): LatLng[] =>
  points.map(([north, east]) => ({ lat: north / 1_112, lng: 10 + east / 1_112 }));

const MAX_METERS = 400;

describe('the way back along a line', () => {
  // Aim: of a detour to a place off the road, exactly the part that is driven twice is found, to where the roads part.
  it('is the road to a place and back, up to the junction', () => {
    const there = line([0, -9], [0, 0], [1, 0], [2, 1]);
    const back = line([2, 1], [1, 0], [0, 0], [0, 9]);
    const spur = distanceMeters(there[3]!, there[2]!) + distanceMeters(there[2]!, there[1]!);
    expect(turnBackMeters(there, back, MAX_METERS)).toBeCloseTo(spur, 3);
  });

  it.each([
    ['a road that goes straight on', line([0, -9], [0, 0]), line([0, 0], [0, 9])],
    ['a right angle', line([0, -9], [0, 0]), line([0, 0], [9, 0])],
    ['a hairpin, 10 m apart', line([0, -9], [0, 0]), line([0, 0], [0.1, 0], [0.1, -9])],
    ['a line without length', line([0, 0], [0, 0]), line([0, 0], [0, 9])],
    ['no line', [], line([0, 0], [0, 9])],
  ])('is none on %s', (_name, before, after) => {
    expect(turnBackMeters(before, after, MAX_METERS)).toBe(0);
  });

  it('is followed no farther than asked, and is no longer than the shorter line', () => {
    const road = line([0, -90], [0, 0]);
    expect(turnBackMeters(road, road.toReversed(), MAX_METERS)).toBe(MAX_METERS);
    expect(turnBackMeters(road, line([0, 0], [0, -1]), MAX_METERS)).toBeCloseTo(100, 0);
  });

  it('takes places of one road in different points for the same', () => {
    const there = line([0, -9], [0, -3], [0, -1], [0, 0]);
    const back = line([0, 0], [0, -2], [9, -2]);
    expect(turnBackMeters(there, back, MAX_METERS)).toBeCloseTo(200, 0);
  });
});
