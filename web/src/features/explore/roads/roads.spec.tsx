// Aim: where the map shows the region, its curviest roads can be listed; each leads to its drive, or into the editor.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Road } from '@switchback/contracts/endpoints/roads';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberSession } from '../../../testing/accounts.js';
import { renderApp } from '../../../testing/render.js';
import { FakeApi } from '../../../testing/server.js';
import type { FreeArea } from '../../../map/map-port.js';
import RoadList from './RoadList.js';
import { RoadsSwitch } from './RoadsSwitch.js';
import { useRoads } from './use-roads.js';

const BOX = { north: 42.66, east: 1.8, south: 42.42, west: 1.4 };
const FAR = { north: 10, east: 10, south: 9, west: 9 };

const road = (id: string, changes: Partial<Road> = {}): Road => ({
  id,
  name: `Carretera ${id}`,
  ref: null,
  distance: 9_800,
  curviness: { band: 'relentless', degreesPerKm: 235 },
  curvinessFine: { value: 7_715, perKilometer: 787 },
  hairpins: 8,
  surface: null,
  unpaved: false,
  states: [{ id: 1, name: 'Ordino' }],
  bounds: BOX,
  path: '_ohbG_ibE_pR_pR',
  driveId: null,
  ...changes,
});

let api: FakeApi;
let calls: URL[];
let roads: Road[];
let status: number;
beforeEach(() => {
  api = new FakeApi();
  calls = [];
  status = 200;
  roads = [
    road('A', { ref: 'CS-340', surface: 'fine_gravel', unpaved: true }),
    road('B', { name: null, hairpins: 0, driveId: 'd1' }),
  ];
  const region = { state: 'ready', progress: 1, bounds: BOX, date: null };
  const leg = {
    start: { label: 'near Ordino', location: { lat: 42.5, lng: 1.5 } },
    distance: 1,
    duration: 1,
    path: '_ohbG_ibE_pR_pR',
  };
  api.server.use(
    http.get('*/api/settings', () => HttpResponse.json({ productName: 'Switchback', map: null, ads: null, region })),
    http.get('*/api/roads', ({ request }) => {
      calls.push(new URL(request.url));
      return status === 200
        ? HttpResponse.json({ roads, total: roads.length + 40 })
        : HttpResponse.json({ title: 'Away', message: 'Later.', code: 'ERROR-00001', type: 503 }, { status });
    }),
    http.get('*/api/roads/road/:id', () =>
      HttpResponse.json({ road: roads[0], directions: { source: 'track', legs: [{ ...leg, end: leg.start }] } }),
    ),
  );
  api.server.listen();
});
afterEach(() => api.server.close());

function show(over: { zoom?: number; bounds?: typeof BOX; isOn?: boolean } = {}) {
  const { zoom = 10, bounds = BOX, isOn = true } = over;
  const position: FreeArea = { bounds, zoom, location: { lat: 42.5, lng: 1.5 }, center: { lat: 42.5, lng: 1.5 } };
  function Page() {
    const [state, setState] = useState({ roads: isOn, view: 'map' as const });
    const update = (change: object) => setState((before) => ({ ...before, ...change }));
    const found = useRoads({ state, update, place: { position, surroundings: {} as never } });
    return (
      <>
        <RoadsSwitch roads={found} />
        <output>{found.onMap === null ? 'off' : found.onMap.shown.length}</output>
        {found.isOn && <RoadList roads={found} />}
      </>
    );
  }
  return renderApp(<Page />);
}

const toggle = () => screen.findByRole('button', { name: 'Curviest roads' });
const rows = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);

describe('the curviest roads', () => {
  it('are offered where the map shows the region, and asked for only then', async () => {
    show({ isOn: false });
    expect(await toggle()).toHaveAttribute('aria-pressed', 'false');
    expect(calls).toEqual([]);
    await userEvent.click(await toggle());
    expect(await rows()).toHaveLength(2);
    expect(calls[0]!.searchParams.get('bounds')).toBe('42.66,1.8,42.42,1.4');
    await userEvent.click(await toggle());
    expect(screen.queryByRole('listitem')).toBeNull();
  });

  it('are not offered elsewhere', async () => {
    show({ isOn: false, bounds: FAR });
    await waitFor(() => expect(screen.getByText('off')).toBeInTheDocument());
    expect(screen.queryByRole('button', { name: 'Curviest roads' })).toBeNull();
  });

  it('have name or number, length, curves, hairpins and surface', async () => {
    show();
    expect(await rows()).toEqual([
      'Carretera A (CS-340)Relentless6.1 mi0.79 mi of curves per mile8 hairpinsUnpavedFine gravelMake it a drive',
      'Unnamed road in OrdinoRelentless6.1 mi0.79 mi of curves per mileNo hairpinsSee the drive',
    ]);
    expect(screen.getByText('The 2 curviest of 42 roads')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the drive: Unnamed road in Ordino' })).toHaveAttribute(
      'href',
      expect.stringMatching(/drive=d1/),
    );
  });

  it('leave out unpaved ones until they are wanted, too', async () => {
    show();
    await rows();
    expect(calls[0]!.searchParams.get('unpaved')).toBe('false');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Unpaved roads, too' }));
    await waitFor(() => expect(calls.at(-1)!.searchParams.get('unpaved')).toBe('true'));
    expect(await rows()).toHaveLength(2);
  });

  it('need a closer map', async () => {
    show({ zoom: 7 });
    expect(await screen.findByText('Zoom in to see roads.')).toBeVisible();
    expect(calls).toEqual([]);
  });

  it('say why there are none, and try again', async () => {
    status = 503;
    show();
    expect(await screen.findByRole('alert')).toHaveTextContent('The roads could not be loaded');
    status = 200;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rows()).toHaveLength(2);
  });

  it('open in the editor', async () => {
    api.accounts.user = { ...api.accounts.user, accountType: 'hero' };
    rememberSession();
    const { address } = show();
    await userEvent.click(await screen.findByRole('button', { name: 'Make it a drive: Carretera A (CS-340)' }));
    await waitFor(() => expect(address()).toBe('/create'));
    expect(JSON.stringify({ ...localStorage })).toContain('Carretera A');
  });

  it('ask a visitor to log in first', async () => {
    const { store } = show();
    await userEvent.click(await screen.findByRole('button', { name: /^Make it a drive: Carretera A/ }));
    expect(store.getState().prompt).toMatchObject({ open: 'login', intent: { plan: 'road:A' } });
    expect(within(screen.getByRole('region')).getAllByRole('listitem')).toHaveLength(2);
  });

  it('become private drives of staff, ten at once, each once', async () => {
    api.accounts.user = { ...api.accounts.user, accountType: 'admin' };
    rememberSession();
    roads = Array.from({ length: 12 }, (_, index) => road(String(index), index === 0 ? { driveId: 'd1' } : {}));
    const keys: (string | null)[] = [];
    api.server.use(
      http.put('*/api/drives/drive', async ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        const { details } = (await request.json()) as { details: { privacy: string; directions: object } };
        expect(details).toMatchObject({ privacy: 'private', directions: { source: 'track' } });
        return HttpResponse.json({ driveId: 'x', title: 'Saved', message: '' }, { status: 201 });
      }),
    );
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Make private drives of the first 10' }));
    expect(await screen.findByText(/^10 private drives were made/)).toBeVisible();
    expect(keys).toEqual(Array.from({ length: 10 }, (_, index) => `road-${index + 1}`));
    await userEvent.click(screen.getByRole('button', { name: 'Make a private drive of it' }));
    expect(await screen.findByText(/^11 private drives were made/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Make (a )?private/ })).toBeNull();
  });
});
