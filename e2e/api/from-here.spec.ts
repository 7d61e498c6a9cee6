// Aim: anyone gets outings from a place that fill their time with the demo's drives, end where they began and differ.
import { expect, test } from '@playwright/test';
import type { DriveSummary } from '@switchback/contracts/resources/drive';
import type { Plan } from '@switchback/contracts/resources/plan';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { PLAN_TOLERANCE } from '@switchback/contracts/rules/plans';
import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import { type Answer, Api } from '../support/api.js';

const api = new Api(process.env.BASE_URL ?? 'http://localhost:8080');
/** The place where the drives over the Furka and the Oberalp Pass start. */
const ANDERMATT: LatLng = { lat: 46.6357, lng: 8.5939 };
/** Between the Verdon Gorge and the straighter Route Napoléon. */
const CASTELLANE: LatLng = { lat: 43.8467, lng: 6.5133 };
/** On the Blue Ridge Parkway, far from its ends. */
const ASHEVILLE: LatLng = { lat: 35.5951, lng: -82.5515 };
const OCEAN: LatLng = { lat: -40, lng: -120 };

function ask(body: object): Promise<Answer> {
  return api.call('POST', '/api/drives/from-here', body);
}

async function plansFrom(location: LatLng, minutes: number, more: object = {}): Promise<Plan[]> {
  const { status, body } = await ask({ location, minutes, ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.plans as Plan[];
}

/** Expects legs without jumps from a place back to it, whose figures add up. */
function expectClosed({ legs, distance, duration }: Plan, home: LatLng): void {
  const paths = legs.map(({ path }) => decodePolyline(path));
  paths.slice(1).forEach((path, index) => expect(path[0]).toEqual(paths[index]!.at(-1)));
  for (const end of [paths[0]![0]!, paths.at(-1)!.at(-1)!]) expect(distanceMeters(end, home)).toBeLessThan(2);
  expect(distance).toBeCloseTo(
    legs.reduce((sum, leg) => sum + leg.distance, 0),
    0,
  );
  expect(duration).toBeCloseTo(
    legs.reduce((sum, leg) => sum + leg.duration, 0),
    0,
  );
}

function drivesOf({ legs }: Plan): string {
  return [...new Set(legs.flatMap(({ driveId }) => driveId ?? []))].sort().join();
}

test('a visitor gets outings that fill the time and differ', async () => {
  const minutes = 80;
  const plans = await plansFrom(ANDERMATT, minutes);
  expect(plans.length).toBeGreaterThan(1);
  expect(plans.length).toBeLessThanOrEqual(LIMITS.chainsMax);
  for (const plan of plans) {
    expectClosed(plan, ANDERMATT);
    expect(Math.abs(plan.duration / 60 / minutes - 1)).toBeLessThanOrEqual(PLAN_TOLERANCE);
    expect(plan.source).toBe('approximate');
    expect(plan.curviness.degreesPerKm).toBeGreaterThan(0);
  }
  expect(new Set(plans.map(drivesOf)).size).toBe(plans.length);
  // Its drives are the catalogue's, by the ids that open their pages.
  const [id] = drivesOf(plans[0]!).split(',');
  const { body } = await api.call('POST', '/api/drives/summaries', { ids: [id] });
  expect(body.drives).toMatchObject([{ id }]);
});

test('out and back on the same road is offered only if it is allowed', async () => {
  const [loops, any] = [await plansFrom(ANDERMATT, 80), await plansFrom(ANDERMATT, 80, { loop: false })];
  const repeats = any.filter(({ repeatedShare }) => repeatedShare > 0.9);
  expect(repeats.length).toBeGreaterThan(0);
  for (const plan of repeats) expectClosed(plan, ANDERMATT);
  expect(loops.filter(({ repeatedShare }) => repeatedShare > 0.9)).toEqual([]);
});

test('a drive far longer than the time is driven in part', async () => {
  const minutes = 120;
  const plans = await plansFrom(ASHEVILLE, minutes);
  for (const plan of plans) {
    expectClosed(plan, ASHEVILLE);
    expect(Math.abs(plan.duration / 60 / minutes - 1)).toBeLessThanOrEqual(PLAN_TOLERANCE);
  }
  expect(Math.abs(plans[0]!.duration / 60 / minutes - 1)).toBeLessThan(0.08);
  const stretches = plans.flatMap(({ legs }) => legs).filter(({ driveId }) => driveId !== null);
  for (const { from, to, distance } of stretches) expect(distance).toBeCloseTo(Math.abs(to! - from!), 0);
  const ids = [...new Set(stretches.map(({ driveId }) => driveId))];
  const { body } = await api.call('POST', '/api/drives/summaries', { ids });
  const long = (body.drives as DriveSummary[]).filter(({ distance }) => distance > 140_000);
  expect(long.map(({ title }) => title).join()).toContain('Blue Ridge');
});

test('the taste decides between straighter and curvier drives', async () => {
  const mean = async (taste: string) => {
    const plans = await plansFrom(CASTELLANE, 240, { taste, loop: false });
    return plans.reduce((sum, { curviness }) => sum + curviness.degreesPerKm / plans.length, 0);
  };
  expect(await mean('relentless')).toBeGreaterThan(await mean('twisty'));
});

test('a place without drives gets none, and no error', async () => {
  expect(await ask({ location: OCEAN, minutes: 90 })).toMatchObject({ status: 200, body: { plans: [] } });
  expect(await ask({ location: { lat: 90, lng: -180 }, minutes: 600 })).toMatchObject({ status: 200 });
});

test('bad input gets an error for each field', async () => {
  const valid = { location: OCEAN, minutes: 90 };
  const bad: [string, object][] = [
    ['location.lat', { location: { lat: 90.1, lng: 0 } }],
    ['location.lng', { location: { lat: 0, lng: 181 } }],
    ['location', { location: undefined }],
    ...[0, 19, 601, 20.5, '90', null].map((minutes): [string, object] => ['minutes', { minutes }]),
    ['taste', { taste: 'bendy' }],
    ['loop', { loop: 'yes' }],
    ...[-1, 0.5, 2 ** 31].map((seed): [string, object] => ['seed', { seed }]),
  ];
  for (const [field, change] of bad) {
    const { status, body } = await ask({ ...valid, ...change });
    expect([change, status, Object.keys(body.fields ?? {})]).toEqual([change, 400, [field]]);
  }
});
