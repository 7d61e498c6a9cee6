// Aim: a drive of many points is measured like any other, and concurrent calls are answered meanwhile.
import { setImmediate } from 'node:timers/promises';
import { beforeAll, expect, it } from '@jest/globals';
import { openEmbeddedPlaces } from '@switchback/platform/places/embedded-places';
import type { Places } from '@switchback/platform/places/places';
import { FakeRoads } from '@switchback/testing/fake-roads';
import { callOf } from '../drives.fixture.js';
import { LineFacts } from '../roads/line-facts.js';
import { ANN, directionsOf } from '../authoring/authoring.fixture.js';
import { contentOfRoute, measureContent, type MeasureInput } from './measured-content.js';

const POINTS = 30_000;
const LINE = Array.from({ length: POINTS }, (_, at) => ({ lat: 47 + at / 1e5, lng: 9 + Math.sin(at / 50) / 100 }));

const facts = new LineFacts(async () => new FakeRoads());
let places: Places;
beforeAll(async () => {
  places = await openEmbeddedPlaces();
});

function inputOf(end: { lat: number; lng: number }): MeasureInput {
  const stops = [LINE[0]!, end].map((location) => ({ label: '', location }));
  return { directions: directionsOf(LINE), waypoints: stops };
}

/** Asserts the result, and that a call made at the same time is answered before it. */
async function measuresInBackground(input: MeasureInput) {
  const answered: string[] = [];
  const measured = measureContent(input, places, facts, callOf(ANN)).finally(() => answered.push('measured'));
  const other = setImmediate().then(() => answered.push('other'));
  expect(await measured).toMatchObject(contentOfRoute(input, places));
  await other;
  expect(answered).toEqual(['other', 'measured']);
}

it('a large line is measured like any other, without blocking other calls', async () => {
  await measuresInBackground(inputOf(LINE.at(-1)!));
});

it('a large line that misses a waypoint is rejected like any other', async () => {
  const input = inputOf({ lat: 0, lng: 0 });
  await expect(measureContent(input, places, facts, callOf(ANN))).rejects.toMatchObject({
    error: 'invalidInput',
    fields: { directions: { message: 'The line misses waypoint 2 by more than 500 m.' } },
  });
});

it.each([20_000, 200_000])('%d points all over the globe are rejected with a reason', async (count) => {
  const globe = Array.from({ length: count }, (_, at) => ({
    lat: ((at * 37) % 120) - 50,
    lng: ((at * 101) % 360) - 180,
  }));
  const input = { directions: directionsOf(globe), waypoints: [] };
  await expect(measureContent(input, places, facts, callOf(ANN))).rejects.toMatchObject({
    error: 'invalidInput',
    fields: { directions: { message: 'The line is longer than 40,000 km.' } },
  });
});

it('few points far apart count as a large line', async () => {
  const far = Array.from({ length: 4 }, (_, at) => ({ lat: at % 2 === 0 ? 40 : 44, lng: 9 + at / 1e4 }));
  const near = far.flatMap(({ lat, lng }) => [0, 1, 2].map((step) => ({ lat: lat + step / 1e4, lng })));
  await measuresInBackground({ directions: directionsOf(near), waypoints: [] });
});
