// Aim: a drive of many points is measured like any other, and concurrent calls are answered meanwhile.
import { beforeAll, expect, it } from '@jest/globals';
import { openEmbeddedPlaces } from '@switchback/platform/places/embedded-places';
import type { Places } from '@switchback/platform/places/places';
import { longestTurnMs } from '@switchback/testing/longest-turn';
import { directionsOf } from './authoring.fixture.js';
import { contentOfRoute, measureContent, type MeasureInput } from './measured-content.js';

const POINTS = 30_000;
const LINE = Array.from({ length: POINTS }, (_, at) => ({ lat: 47 + at / 1e5, lng: 9 + Math.sin(at / 50) / 100 }));

let places: Places;
beforeAll(async () => {
  places = await openEmbeddedPlaces();
});

function inputOf(end: { lat: number; lng: number }): MeasureInput {
  const stops = [LINE[0]!, end].map((location) => ({ label: '', location }));
  return { directions: directionsOf(LINE), waypoints: stops };
}

it('a large line is measured like any other, and holds nobody', async () => {
  const input = inputOf(LINE.at(-1)!);
  const before = process.threadCpuUsage();
  const expected = contentOfRoute(input, places);
  const { user } = process.threadCpuUsage(before);
  const longestMs = await longestTurnMs(async () => expect(await measureContent(input, places)).toEqual(expected));
  expect(longestMs).toBeLessThan(user / 1_000 / 4);
});

it('a large line that misses a waypoint is refused like any other', async () => {
  const input = inputOf({ lat: 0, lng: 0 });
  await expect(measureContent(input, places)).rejects.toMatchObject({
    error: 'invalidInput',
    fields: { directions: { message: 'The line misses waypoint 2 by more than 500 m.' } },
  });
});

it('few points far apart count as a large line', async () => {
  const far = Array.from({ length: 4 }, (_, at) => ({ lat: at % 2 === 0 ? 40 : 44, lng: 9 + at / 1e4 }));
  const near = far.flatMap(({ lat, lng }) => [0, 1, 2].map((step) => ({ lat: lat + step / 1e4, lng })));
  const input = { directions: directionsOf(near), waypoints: [] };
  const { user } = process.threadCpuUsage();
  const expected = contentOfRoute(input, places);
  const costMs = (process.threadCpuUsage().user - user) / 1_000;
  const longestMs = await longestTurnMs(async () => expect(await measureContent(input, places)).toEqual(expected));
  expect(longestMs).toBeLessThan(costMs / 4);
});
