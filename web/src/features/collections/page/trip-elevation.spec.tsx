// Aim: a trip shows how much it climbs, as a whole and by day, and nothing of it if no drive's heights are known.
import type { Elevation } from '@switchback/contracts/resources/drive';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installFakeEngine } from '../../../map/fake-port.js';
import { rememberSession } from '../../../testing/accounts.js';
import { collection } from '../../../testing/collections.js';
import { FakeDetails } from '../../../testing/details.js';
import { driveDetails } from '../../../testing/drives.js';
import { renderApp } from '../../../testing/render.js';
import { FakeApi } from '../../../testing/server.js';
import CollectionPage from './CollectionPage.js';

const item = (driveId: string, day: number) => ({ driveId, note: '', day });
const TRIP = collection({
  items: [item('a', 1), item('b', 2)],
  days: 2,
  totals: { distance: 160_934, duration: 7_200, drives: 2, approximate: false, estimated: true },
});
const climbTo = (gain: number): Elevation => ({
  source: 'srtm',
  gain,
  loss: 0,
  highest: gain,
  steepest: null,
  profile: [
    [0, 0],
    [16_093, gain],
  ],
});

let api: FakeApi;
beforeEach(() => {
  installFakeEngine();
  api = new FakeApi();
  api.server.listen();
  rememberSession();
});
afterEach(() => api.server.close());

async function open(gains: { a: number | null; b: number | null }, shown = TRIP) {
  api.drives = [
    driveDetails({ id: 'a', title: 'Blue Ridge', gain: gains.a }),
    driveDetails({ id: 'b', title: 'Cliffs', gain: gains.b }),
  ];
  for (const [id, gain] of Object.entries(gains)) if (gain !== null) api.details[id] = { elevation: climbTo(gain) };
  api.collections.collections = [shown];
  const routes = (
    <Routes>
      <Route path="/collection/:id" element={<CollectionPage DetailsPanel={FakeDetails} />} />
    </Routes>
  );
  renderApp(routes, '/collection/c1');
  await screen.findByRole('heading', { name: 'Cliffs' });
}

const elevation = () => within(screen.getByRole('region', { name: 'Elevation' }));
const ascent = async () => (await elevation().findByText('Ascent')).nextElementSibling?.textContent;

it('adds up the whole trip, and shows a day', async () => {
  await open({ a: 1_000, b: 500 });
  expect(await ascent()).toBe('4,921 ft');
  expect(screen.getByText('Ascent 4,921 ft')).toBeInTheDocument();
  await userEvent.selectOptions(elevation().getByRole('combobox'), 'Day 2');
  expect(await elevation().findAllByText('1,640 ft')).toHaveLength(2);
  expect(await ascent()).toBe('1,640 ft');
});

it('has no sum if a drive is missing in it', async () => {
  await open({ a: 1_000, b: null });
  expect(await ascent()).toBe('3,281 ft');
  expect(screen.getAllByText(/^Ascent .* ft$/)).toHaveLength(1);
  await userEvent.selectOptions(elevation().getByRole('combobox'), 'Day 2');
  expect(await elevation().findByText('The heights of these drives are unknown.')).toBeVisible();
});

it('says that heights could not be loaded, and loads them again', async () => {
  const failing = http.get('*/api/drives/drive/:id/details', () => new HttpResponse(null, { status: 503 }), {
    once: true,
  });
  api.server.use(failing);
  await open({ a: 1_000, b: 500 });
  await userEvent.click(await elevation().findByRole('button', { name: 'Try again' }));
  expect(await ascent()).toBe('4,921 ft');
});

it('shows nothing if no heights are known', async () => {
  await open({ a: null, b: null });
  expect(screen.queryByText(/Ascent|Elevation/)).toBeNull();
});

it('sums up a plain list', async () => {
  await open({ a: 1_000, b: 500 }, { ...TRIP, days: null });
  expect(screen.getByText('Ascent 4,921 ft')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Elevation' })).toBeNull();
});
