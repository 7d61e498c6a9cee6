// Aim: a changed line shows over the earlier one, which is dashed and in view.
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderApp } from '../testing/render.js';
import { FakeApi } from '../testing/server.js';
import { installFakeEngine, madePorts } from './fake-port.js';
import RouteMap from './RouteMap.js';

const PATH = [
  { lat: 35.5, lng: -82.5 },
  { lat: 35.6, lng: -82.4 },
];
const EARLIER = [PATH[0]!, { lat: 36.5, lng: -82.5 }];

let api: FakeApi;
beforeEach(() => {
  installFakeEngine();
  api = new FakeApi();
  api.server.listen();
});
afterEach(() => api.server.close());

async function drawn(earlier?: typeof EARLIER) {
  renderApp(<RouteMap id="d" path={PATH} stops={[]} approximate={false} {...(earlier && { earlier })} />);
  await waitFor(() => expect(madePorts.at(-1)?.fits.length).toBeGreaterThan(0));
  return madePorts.at(-1)!;
}

it('draws the earlier line last, so below, and fits both', async () => {
  const { lines, fits } = await drawn(EARLIER);
  expect(lines.at(-1)).toMatchObject({ path: EARLIER, approximate: true });
  expect(lines.filter(({ approximate }) => approximate)).toHaveLength(1);
  expect(fits.at(-1)!.bounds).toMatchObject({ north: 36.5, east: -82.4 });
});

it('draws only the present line if it did not change', async () => {
  const { lines, fits } = await drawn();
  expect(lines.some(({ approximate }) => approximate)).toBe(false);
  expect(fits.at(-1)!.bounds.north).toBe(35.6);
});
