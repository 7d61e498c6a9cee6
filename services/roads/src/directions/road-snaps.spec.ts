// Aim: staff get the roads along a coarse line, with the distances between both; a line that leads away from the roads
// gets a reason, and so does one of a person who is not staff.
import { describe, expect, it } from '@jest/globals';
import { METERS_PER_DEGREE, pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { joinParts } from '@switchback/geo/parts';
import { encodePolyline } from '@switchback/geo/polyline';
import type { Caller } from '@switchback/platform/rpc/call';
import type { Directions } from './directions.service.js';
import type { Found, Missing } from '../router/router.js';
import type { Roads } from '../routing/roads.js';
import { RoadSnaps } from './road-snaps.js';

/** North along a meridian with a point every 150 m, so many meters east of it. */
const north = (meters: number, eastOf: (at: number) => number = () => 0): LatLng[] =>
  Array.from({ length: meters / 150 + 1 }, (_, index) => ({
    lat: (index * 150) / METERS_PER_DEGREE,
    lng: 9 + eastOf(index * 150) / METERS_PER_DEGREE,
  }));
const LINE = north(3_000);
const STAFF = { userId: 'ann', accountType: 'admin' } as Caller;

function snapsOn(road: LatLng[] | Missing) {
  const sought: Parameters<Roads['match']>[] = [];
  const match: Roads['match'] = async (...request) => {
    sought.push(request);
    if (typeof road === 'string') return { routed: null, why: road } satisfies Found;
    const half = Math.floor(road.length / 2);
    const paths = request[1].length === 2 ? [road] : [road.slice(0, half + 1), road.slice(half)];
    const legs = paths.map((path) => ({ path, distanceMeters: pathLengthMeters(path), durationSeconds: 60 }));
    return { routed: { source: 'valhalla', legs }, why: null };
  };
  const directions: Pick<Directions, 'describe' | 'turnOf'> = {
    turnOf: () => ({ lane: 'editor', person: 'ann', signal: undefined, waitMs: 1_000 }),
    describe: async ({ waypoints, routed, note }) => {
      const legs = routed.legs.map(({ path }, at) => ({
        start: waypoints[at],
        end: waypoints[at + 1],
        distance: 1,
        duration: 1,
        path: encodePolyline(path),
      }));
      return { directions: { source: routed.source, legs }, note, countries: [], tags: [] };
    },
  };
  const snaps = new RoadSnaps({ canMatch: true, match }, directions);
  const snap = (lines: LatLng[][], caller: Caller | null = STAFF) => {
    const place = (location: LatLng, label: string) => ({ label, location });
    const legs = lines.map((line, at) => ({
      start: place(line[0]!, `${at}`),
      end: place(line.at(-1)!, `${at + 1}`),
      distance: 1,
      duration: 1,
      path: encodePolyline(line),
    }));
    return snaps.snap({ directions: { source: 'approximate', legs } }, { caller });
  };
  return { snap, sought };
}

describe('a line on the nearest roads', () => {
  it('is a route between its waypoints, with how far it moved', async () => {
    const { snap, sought } = snapsOn(north(3_000, (at) => (at > 1_000 && at < 2_000 ? 90 : 10)));
    const { route, movedMax, movedMean } = await snap([LINE.slice(0, 11), LINE.slice(10)]);
    expect(route!.directions!.legs.map(({ start, end }) => [start!.label, end!.label])).toEqual([
      ['0', '1'],
      ['1', '2'],
    ]);
    expect(sought[0]!.slice(1)).toEqual([[0, 10, 20], expect.anything(), 'coarse']);
    expect(movedMax).toBeCloseTo(90, 0);
    expect(movedMean).toBeGreaterThan(30);
    expect(movedMean).toBeLessThan(45);
  });

  it.each<[string, LatLng[] | Missing, LatLng[]]>([
    ['there are no roads', 'noRoads', LINE],
    ['the roads lead elsewhere', north(3_000, () => 400), LINE],
    ['the roads leave it on the way', north(3_000, (at) => (at === 1_500 ? 300 : 0)), LINE],
    ['the roads are a detour', [...LINE, ...LINE.toReversed(), ...LINE], LINE],
    ['it has gaps', LINE, joinParts([LINE.slice(0, 5), LINE.slice(10)])],
  ])('is missing if %s', async (_, road, line) => {
    await expect(snapsOn(road).snap([line])).rejects.toMatchObject({ error: 'lineOffRoads' });
  });

  it.each<Missing>(['busy', 'starting', 'away', 'late'])(
    'is asked for again later if the router is %s',
    async (why) => {
      await expect(snapsOn(why).snap([LINE])).rejects.toMatchObject({ error: 'tooManyRequests' });
    },
  );

  it.each([null, 'free', 'hero'] as const)('is for staff, not for %s', async (accountType) => {
    const { snap, sought } = snapsOn(LINE);
    const caller = accountType && ({ userId: 'bob', accountType } as Caller);
    await expect(snap([LINE], caller)).rejects.toMatchObject({ error: 'notAllowed' });
    expect(sought).toEqual([]);
  });
});
