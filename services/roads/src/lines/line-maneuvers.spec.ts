// Aim: a recorded line gets the turns of the roads that it follows, where they are on that line; one that leaves the roads
// gets none, and a save does not wait for long.
import { describe, expect, it } from '@jest/globals';
import { METERS_PER_DEGREE, pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { joinParts } from '@switchback/geo/parts';
import { encodePolyline } from '@switchback/geo/polyline';
import { TestClock } from '@switchback/testing/test-clock';
import type { Found, Missing } from '../router/router.js';
import type { Roads } from '../routing/roads.js';
import { LineManeuvers } from './line-maneuvers.js';

/** North along a meridian, with a point every 100 m, so many meters east of it. */
const north = (meters: number, eastMeters = 0): LatLng[] =>
  Array.from({ length: meters / 100 + 1 }, (_, index) => ({
    lat: (index * 100) / METERS_PER_DEGREE,
    lng: 9 + eastMeters / METERS_PER_DEGREE,
  }));
const turn = (along: number) => ({ type: 'turn left', along, road: '', exit: undefined, text: `At ${along}.` });

function maneuversOn(road: LatLng[] | null, tookMs = 0) {
  const clock = new TestClock();
  let asked = 0;
  const match: Roads['match'] = async () => {
    asked += 1;
    clock.advance(tookMs);
    if (!road) return { routed: null, why: 'noRoads' } satisfies Found;
    const leg = { path: road, distanceMeters: pathLengthMeters(road), durationSeconds: 60 };
    return { routed: { source: 'valhalla', legs: [{ ...leg, maneuvers: [500, 1_500, 1_900].map(turn) }] }, why: null };
  };
  const found = new LineManeuvers({ canMatch: true, match }, clock);
  const find = async (...lines: LatLng[][]) => {
    const answer = await found.find({ paths: lines.map((line) => encodePolyline(line)), turnsOf: 'ann' }, {});
    return answer.lines.map(({ maneuvers }) => maneuvers?.items.map(({ along }) => Math.round(along)) ?? null);
  };
  return { find, asked: () => asked };
}

describe('the maneuvers of a line', () => {
  it('are those of the roads under it, at their place on the line', async () => {
    const { find } = maneuversOn(north(2_000, 8));
    expect(await find(north(2_000))).toEqual([[500, 1_500, 1_900]]);
  });

  it.each([
    ['there are no roads', null],
    ['the roads lead elsewhere', north(2_000, 3_000)],
    ['the roads are a detour', [...north(2_000), ...north(2_000).toReversed(), ...north(2_000)]],
  ])('are missing if %s', async (_, road) => {
    expect(await maneuversOn(road).find(north(2_000))).toEqual([null]);
  });

  it('are not asked for where a line is drawn or has gaps', async () => {
    const { find, asked } = maneuversOn(north(2_000));
    const gap = joinParts([north(500), north(2_000).slice(10)]);
    expect(await find(gap, [north(2_000)[0]!, north(2_000).at(-1)!])).toEqual([null, null]);
    expect(asked()).toBe(0);
  });

  it.each<[Missing, boolean]>([
    ['noRoads', false],
    ['busy', true],
    ['starting', true],
    ['away', true],
    ['late', true],
  ])('may be asked for again if the router says %s: %s', async (why, isLate) => {
    const match: Roads['match'] = async () => ({ routed: null, why });
    const found = new LineManeuvers({ canMatch: true, match }, new TestClock());
    const { lines } = await found.find({ paths: [encodePolyline(north(2_000))], turnsOf: 'ann' }, {});
    expect(lines).toEqual([{ maneuvers: undefined, isLate }]);
  });

  it('of later lines are left out once the time is up', async () => {
    const { find, asked } = maneuversOn(north(2_000), 2_500);
    const lines = Array.from({ length: 8 }, () => north(2_000));
    expect((await find(...lines)).filter((found) => found !== null)).toHaveLength(2);
    expect(asked()).toBe(2);
  });
});
