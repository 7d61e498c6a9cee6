// @vitest-environment jsdom
// Aim: if the server has no router and the map is Google's, Google's script routes the leg.
import { decodePolyline } from '@switchback/geo/polyline';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../lib/store/store.js';
import { rememberSession } from '../../testing/accounts.js';
import { FakeApi } from '../../testing/server.js';
import { leg } from './editor-endpoints.js';
import { keyOf } from './legs.js';

const VADUZ = { lat: 47.141, lng: 9.5209 };
const TRIESEN = { lat: 47.1167, lng: 9.525 };
const MALBUN = { lat: 47.1073, lng: 9.604 };
const place = (location: typeof VADUZ) => ({ ...location, toJSON: () => location });
const STEPS = [
  { instructions: 'Head <b>south</b><div style="x">Toll road</div>', path: [VADUZ, TRIESEN], meters: 3_000 },
  { instructions: 'Turn <b>left</b>', path: [TRIESEN, MALBUN], meters: 10_000 },
].map(({ instructions, path, meters }) => ({
  instructions,
  path: path.map(place),
  start_location: place(path[0]!),
  distance: { value: meters },
  duration: { value: 300 },
}));
const COUNTRIES = [{ country: { id: 125, name: 'Liechtenstein' }, states: [] }];
const FOUND = {
  routes: [
    {
      legs: [
        {
          steps: STEPS,
          distance: { value: 13_000 },
          duration: { value: 1_200 },
          start_location: place(VADUZ),
          end_location: place(MALBUN),
        },
      ],
    },
  ],
};

let api: FakeApi;
let source: 'approximate' | 'valhalla';

beforeEach(() => {
  source = 'approximate';
  api = new FakeApi();
  const point = (location: typeof VADUZ) => ({ label: '', location });
  const straight = { start: point(VADUZ), end: point(MALBUN), distance: 7_000, duration: 500, path: '_mxxE~xtvN' };
  api.server.use(
    http.post('*/api/directions', () =>
      HttpResponse.json({ directions: { source, legs: [straight], countries: COUNTRIES } }),
    ),
  );
  api.server.listen();
  rememberSession();
});
afterEach(() => {
  api.server.close();
  vi.unstubAllGlobals();
});

function loadGoogle(route: () => Promise<unknown>): void {
  const DirectionsService = class {
    route = route;
  };
  vi.stubGlobal('google', { maps: { DirectionsService } });
}

async function ask() {
  const request = { key: keyOf(VADUZ, MALBUN), start: VADUZ, end: MALBUN };
  return createStore().dispatch(leg.initiate(request)).unwrap();
}

describe('a leg on Google Maps', () => {
  it('is Google’s own, with its line, its turns in plain text, and the countries that the server finds', async () => {
    loadGoogle(() => Promise.resolve(FOUND));
    const { path, maneuvers, ...said } = await ask();
    expect(said).toMatchObject({ source: 'google', distance: 13_000, duration: 1_200, countries: COUNTRIES });
    expect(decodePolyline(path).at(-1)).toEqual(MALBUN);
    expect(maneuvers?.map(({ text }) => text)).toEqual(['Head south Toll road', 'Turn left']);
  });

  it('comes from the server if it has a router', async () => {
    source = 'valhalla';
    loadGoogle(() => Promise.resolve(FOUND));
    expect((await ask()).source).toBe('valhalla');
  });

  it('is straight if Google finds no route, and without Google’s script', async () => {
    loadGoogle(() => Promise.reject(new Error('ZERO_RESULTS')));
    expect((await ask()).source).toBe('approximate');
    vi.unstubAllGlobals();
    expect((await ask()).source).toBe('approximate');
  });
});
