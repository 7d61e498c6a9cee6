// Aim: a plan is guided as it is planned: its drives on their full lines in its direction, the roads of a router, and no
// line along a way that is only straight.
import type { Plan } from '@switchback/contracts/resources/plan';
import { METERS_PER_DEGREE } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { expect, it } from 'vitest';
import { driveDetails } from '../../testing/drives.js';
import { guideOfPlan } from './plan-guide.js';

const at = (meters: number): LatLng => ({ lat: 0, lng: Math.round((meters / METERS_PER_DEGREE) * 1e5) / 1e5 });
const FULL = Array.from({ length: 51 }, (_, index) => at(1_000 + index * 100));
const DRIVE = driveDetails({
  id: 'a',
  title: 'Drive a',
  path: encodePolyline(FULL),
  distance: 5_000,
  waypoints: [],
  pointsOfInterest: [],
});
const leg = (path: LatLng[], over: Partial<Plan['legs'][number]> = {}): Plan['legs'][number] => {
  return { driveId: null, distance: 1_000, duration: 60, path: encodePolyline(path), from: null, to: null, ...over };
};
const planOf = (source: Plan['source'], ...legs: Plan['legs']): Plan => {
  return { legs, distance: 1, duration: 1, curviness: { band: 'gentle', degreesPerKm: 1 }, repeatedShare: 0, source };
};
const WHOLE = { title: 'Plan', origin: '/from-here' };

it('follows a stretch of a drive backwards on its full line, and no straight way', () => {
  const back = leg([at(5_000), at(2_000)], { driveId: 'a', from: 4_000, to: 1_000 });
  const plan = planOf('approximate', leg([at(0), at(5_000)]), back, leg([at(2_000), at(0)]));
  const course = guideOfPlan(WHOLE, plan, new Map([['a', DRIVE]]))!;
  const path = decodePolyline(course.path);
  expect(path.length).toBeGreaterThan(30);
  const ends = [path[0]!, path.at(-1)!].map(({ lng }) => Math.round((lng * METERS_PER_DEGREE) / 100));
  expect(ends).toEqual([50, 20]);
  expect(course.drives).toMatchObject([{ id: 'a', fromMeters: 0 }]);
});

it('follows the roads of a router', () => {
  const course = guideOfPlan(WHOLE, planOf('valhalla', leg([at(0), at(500), at(0)])), new Map())!;
  expect(decodePolyline(course.path)).toEqual([at(0), at(500), at(0)]);
  expect(course.source.maneuvers).toBeNull();
});

it('names the turns that the router knows of its ways', () => {
  const turn = { type: 'turn left', along: 100, road: 'Mill Road', exit: null, text: 'Turn left onto Mill Road.' };
  const way = leg([at(0), at(500)]);
  const course = guideOfPlan(
    WHOLE,
    planOf('valhalla', way, { ...leg([at(500), at(900)]), maneuvers: [turn] }),
    new Map(),
  )!;
  expect(course.source.maneuvers).toHaveLength(1);
  expect(course.source.maneuvers![0]!.along).toBeCloseTo(600, 0);
});

it('is nothing along straight ways alone', () => {
  expect(guideOfPlan(WHOLE, planOf('approximate', leg([at(0), at(500)])), new Map())).toBeNull();
});
