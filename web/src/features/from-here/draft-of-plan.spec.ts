// Aim: a plan opens in the editor as a route that can be saved: legs that join, the full lines of its drives in the
// direction of travel, and no more waypoints than a drive may have.
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { describe, expect, it } from 'vitest';
import { plan } from '../../testing/plans.js';
import { cutPath, splitPath } from './cut-path.js';
import { draftOf } from './draft-of-plan.js';

/** A line to the east, with a point each thousandth of a degree. */
const eastward = (from: number, to: number): LatLng[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ lat: 35, lng: -82 + (from + index) / 1_000 }));
const ends = (line: readonly LatLng[]) => [line[0]!, line.at(-1)!];
const FULL = eastward(0, 100);

describe('the line of a leg', () => {
  it.each([
    ['all of the drive', ends(FULL), FULL],
    ['a part of it', ends(eastward(20, 60)), eastward(20, 60)],
    ['a part from its end', ends(eastward(20, 60)).toReversed(), eastward(20, 60).toReversed()],
  ])('is %s', (_what, leg, line) => {
    expect(cutPath(FULL, leg)).toEqual(line);
  });

  // Aim: a round trip has its ends at one place, so only its middle shows the direction.
  it('has the direction of a round trip', () => {
    const round = [...eastward(0, 40), { lat: 35.02, lng: -81.96 }, { lat: 35.02, lng: -82 }, { lat: 35, lng: -82 }];
    const overview = round.filter((_, index) => index % 10 === 0 || index > 40);
    expect(cutPath(round, overview)).toEqual(round);
    expect(cutPath(round, overview.toReversed())).toEqual(round.toReversed());
  });

  it('splits into parts that join', () => {
    const parts = splitPath(FULL, 4);
    expect(parts).toHaveLength(4);
    expect(parts.slice(1).map(([first]) => first)).toEqual(parts.slice(0, -1).map((part) => part.at(-1)));
    expect([parts[0]![0], parts[3]!.at(-1)]).toEqual(ends(FULL));
  });
});

const START = { label: 'Asheville, North Carolina', location: { lat: 35, lng: -82.1 } };
const leg = (driveId: string | null, path: readonly LatLng[]) => ({
  driveId,
  distance: 9_000,
  duration: 600,
  path: encodePolyline(path),
});
const known = (title: string, line: readonly LatLng[]) => ({
  title,
  path: encodePolyline(line),
  approximate: false,
  countries: [{ country: { id: 233, name: 'United States' }, states: [] }],
  tags: [],
});

/** A chain of drives to the east, with ways between them, and a way home. */
function chainOf(count: number) {
  const lines = Array.from({ length: count }, (_, index) => eastward(200 * index, 200 * index + 100));
  const drives = new Map(lines.map((line, index) => [String(index), known(`Drive ${index}`, line)]));
  let at = START.location;
  const legs = lines.flatMap((line, index) => {
    const way = leg(null, [at, line[0]!]);
    at = line.at(-1)!;
    return [way, leg(String(index), ends(line))];
  });
  return { chain: plan({ legs: [...legs, leg(null, [at, START.location])] }), drives };
}

describe('the draft of a plan', () => {
  it('has the full lines of its drives, and leaves its ways to the editor', () => {
    const { chain, drives } = chainOf(1);
    const { fields, route } = draftOf(chain, START, drives);
    expect(fields).toMatchObject({ title: 'Loop from Asheville', description: 'Over Drive 0.', isPublic: false });
    expect(route.waypoints.map(({ location }) => location)).toEqual([START.location, ...ends(FULL), START.location]);
    const [only, ...others] = route.directions!.legs;
    expect(others).toEqual([]);
    expect(decodePolyline(only!.path)).toEqual(FULL);
    expect(only).toMatchObject({ source: 'track', start: { location: FULL[0] }, end: { location: FULL[100] } });
    expect(only!.countries).toHaveLength(1);
  });

  it('marks where it turns around', () => {
    const out = leg('0', ends(eastward(0, 50)));
    const back = leg('0', ends(eastward(0, 50)).toReversed());
    const { route } = draftOf(plan({ legs: [out, back] }), START, new Map([['0', known('Dragon', FULL)]]));
    expect(route.waypoints.map(({ label }) => label)).toEqual([START.label, 'Turnaround', START.label]);
    expect(route.directions!.legs.map(({ path }) => decodePolyline(path))).toEqual([
      eastward(0, 50),
      eastward(0, 50).toReversed(),
    ]);
  });

  it('fits a long chain into the waypoints of a drive', () => {
    const { chain, drives } = chainOf(6);
    const { waypoints, directions } = draftOf(chain, START, drives).route;
    expect(waypoints).toHaveLength(LIMITS.waypointsMax);
    const drawn = directions!.legs.flatMap(({ path }) => decodePolyline(path)).map(({ lng }) => lng);
    for (const { lng } of [...eastward(0, 100), ...eastward(1_000, 1_100)]) expect(drawn).toContain(lng);
  });

  it('splits a loop, so that a change moves only a part of it', () => {
    const round = plan({ legs: [leg(null, [...FULL, ...FULL.toReversed()])], source: 'osrm' });
    const { waypoints, directions } = draftOf(round, { ...START, label: 'near Mills River' }, new Map()).route;
    expect(waypoints).toHaveLength(5);
    expect(directions).toMatchObject({ source: 'osrm' });
    expect(directions!.legs.reduce((sum, { distance }) => sum + distance, 0)).toBeCloseTo(9_000);
  });
});
