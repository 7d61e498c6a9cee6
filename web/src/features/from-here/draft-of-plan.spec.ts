// Aim: a plan opens in the editor as a route that can be saved: legs that join, the full lines of its drives in the
// direction of travel, and no more waypoints than a drive may have.
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { describe, expect, it } from 'vitest';
import { plan } from '../../testing/plans.js';
import { draftOf } from './draft-of-plan.js';
import { splitPath } from './split-path.js';

/** A line to the east, with a point each thousandth of a degree. */
const eastward = (from: number, to: number): LatLng[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ lat: 35, lng: -82 + (from + index) / 1_000 }));
const ends = (line: readonly LatLng[]) => [line[0]!, line.at(-1)!];
const FULL = eastward(0, 100);

describe('a loop', () => {
  it('splits into parts that join', () => {
    const parts = splitPath(FULL, 4);
    expect(parts).toHaveLength(4);
    expect(parts.slice(1).map(([first]) => first)).toEqual(parts.slice(0, -1).map((part) => part.at(-1)));
    expect([parts[0]![0], parts[3]!.at(-1)]).toEqual(ends(FULL));
  });
});

const START = { label: 'Asheville, North Carolina', location: { lat: 35, lng: -82.1 } };
const leg = (driveId: string | null, path: readonly LatLng[], stretch = { from: 0, to: 10_000 }) => ({
  driveId,
  ...(driveId === null ? { from: null, to: null } : stretch),
  distance: 9_000,
  duration: 600,
  path: encodePolyline(path),
});
const known = (title: string, line: readonly LatLng[]) => ({
  id: title,
  title,
  /** Not the length of its line: a distance may be the author's. */
  distance: 10_000,
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
    const { fields, route } = draftOf(chain, START, drives, 'miles');
    expect(fields).toMatchObject({ title: 'Drive 0 from Asheville', description: 'Over Drive 0.', isPublic: false });
    expect(route.waypoints.map(({ location }) => location)).toEqual([START.location, ...ends(FULL), START.location]);
    const [only, ...others] = route.directions!.legs;
    expect(others).toEqual([]);
    expect(decodePolyline(only!.path)).toEqual(FULL);
    expect(only).toMatchObject({ source: 'track', start: { location: FULL[0] }, end: { location: FULL[100] } });
    expect(only!.countries).toHaveLength(1);
  });

  // Aim: only the driven part of a long drive is in the draft, at its full detail, and its ends are no ends of the drive.
  it('has a stretch of a drive in either direction', () => {
    const on = leg('0', ends(eastward(20, 60)), { from: 2_000, to: 6_000 });
    const back = leg('0', ends(eastward(20, 60)).toReversed(), { from: 6_000, to: 2_000 });
    for (const [stretch, line] of [
      [on, eastward(20, 60)],
      [back, eastward(20, 60).toReversed()],
    ] as const) {
      const home = START.location;
      const chain = plan({ legs: [leg(null, [home, line[0]!]), stretch, leg(null, [line.at(-1)!, home])] });
      const { fields, route } = draftOf(chain, START, new Map([['0', known('Dragon', FULL)]]), 'kilometers');
      expect(fields.title).toBe('Dragon, 4 of 10 km, from Asheville');
      expect(route.waypoints.map(({ label }) => label)).toEqual([
        START.label,
        'Onto Dragon',
        'Off Dragon',
        START.label,
      ]);
      expect(decodePolyline(route.directions!.legs[0]!.path)).toEqual(line);
    }
  });

  it('marks where it turns around', () => {
    const out = leg('0', ends(eastward(0, 50)), { from: 0, to: 5_000 });
    const back = leg('0', ends(eastward(0, 50)).toReversed(), { from: 5_000, to: 0 });
    const there = plan({ legs: [out, back], repeatedShare: 0.6 });
    const { fields, route } = draftOf(there, START, new Map([['0', known('Dragon', FULL)]]), 'kilometers');
    expect(fields.title).toBe('Out and back on Dragon, 5 of 10 km, from Asheville');
    expect(route.waypoints.map(({ label }) => label)).toEqual([START.label, 'Turnaround', START.label]);
    expect(route.directions!.legs.map(({ path }) => decodePolyline(path))).toEqual([
      eastward(0, 50),
      eastward(0, 50).toReversed(),
    ]);
  });

  it.each([
    ['Asheville, North Carolina', 'Loop to the east from Asheville'],
    ['near Mills River', 'Loop to the east from Mills River'],
    ['6.2 mi north of Mills River', 'Loop to the east from Mills River'],
    ['35.0000, -82.1000', 'Loop to the east'],
  ])('is named by the town of its start: %s', (label, title) => {
    const round = plan({ legs: [leg(null, [...FULL, ...FULL.toReversed()])], source: 'osrm' });
    expect(draftOf(round, { ...START, label }, new Map(), 'miles').fields.title).toBe(title);
  });

  it('fits a long chain into the waypoints of a drive', () => {
    const { chain, drives } = chainOf(6);
    const { waypoints, directions } = draftOf(chain, START, drives, 'miles').route;
    expect(waypoints).toHaveLength(LIMITS.waypointsMax);
    const drawn = directions!.legs.flatMap(({ path }) => decodePolyline(path)).map(({ lng }) => lng);
    for (const { lng } of [...eastward(0, 100), ...eastward(1_000, 1_100)]) expect(drawn).toContain(lng);
  });

  it('splits a loop, so that a change moves only a part of it', () => {
    const round = plan({ legs: [leg(null, [...FULL, ...FULL.toReversed()])], source: 'osrm' });
    const { waypoints, directions } = draftOf(round, { ...START, label: 'near Mills River' }, new Map(), 'miles').route;
    expect(waypoints).toHaveLength(5);
    expect(directions).toMatchObject({ source: 'osrm' });
    expect(directions!.legs.reduce((sum, { distance }) => sum + distance, 0)).toBeCloseTo(9_000);
  });
});
