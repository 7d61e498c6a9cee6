// Aim: a driver sees where to stop along a drive, and what for; where the region's map knows of nothing, there is nothing
// to see.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Stop } from '@switchback/contracts/endpoints/stops';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { driveDetails } from '../../testing/drives.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import StopChoice from './StopChoice.js';
import StopsSection from './StopsSection.js';

const stop = (id: string, changes: Partial<Stop> = {}): Stop => ({
  id,
  kind: 'fuel',
  name: `Station ${id}`,
  location: { lat: 42.5, lng: 1.5 },
  along: 16_093,
  off: 100,
  detourSeconds: null,
  hours: null,
  sockets: null,
  ...changes,
});

const DRIVE = driveDetails({ id: 'a' });

let api: FakeApi;
let stops: Stop[];
let status: number;
beforeEach(() => {
  api = new FakeApi();
  status = 200;
  api.server.use(
    http.get('*/api/drives/drive/a/stops', () =>
      status === 200
        ? HttpResponse.json({ stops })
        : HttpResponse.json({ title: 'Unavailable', message: '', type: status }, { status }),
    ),
  );
  api.server.listen();
});
afterEach(() => api.server.close());

const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('the stops along a drive', () => {
  it('are listed with their kind, place, sockets and hours', async () => {
    stops = [
      stop('1', { along: 0, off: 12 }),
      stop('2', { kind: 'charger', name: null, off: 900, sockets: ['CCS', 'Type 2'], hours: '24/7' }),
    ];
    renderApp(<StopsSection drive={DRIVE} />);
    await screen.findByRole('region', { name: 'Stops along the drive' });
    expect(rows()).toEqual([
      'Station 1Fuel · At the start · On the line',
      'Charging10 mi in · 0.6 mi off the line · CCS · Type 2 · 24/7',
    ]);
    expect(screen.getByText('© OpenStreetMap contributors')).toBeVisible();
  });

  it('are chosen by kind, and all are shown on request', async () => {
    stops = [...Array.from({ length: 8 }, (_, at) => stop(String(at))), stop('v', { kind: 'view', name: 'Lookout' })];
    renderApp(<StopsSection drive={DRIVE} />);
    const kinds = within(await screen.findByRole('group', { name: 'Kinds of stops' }));
    expect(kinds.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Fuel', 'Viewpoint']);
    expect(rows()).toHaveLength(6);
    await userEvent.click(screen.getByRole('button', { name: 'Show all 9 stops' }));
    expect(rows()).toHaveLength(9);
    await userEvent.click(kinds.getByRole('button', { name: 'Viewpoint' }));
    expect(rows()).toEqual(['LookoutViewpoint · 10 mi in · 328 ft off the line']);
    await userEvent.click(kinds.getByRole('button', { name: 'Viewpoint' }));
    expect(rows()).toHaveLength(9);
  });

  it('are not mentioned where there are none', async () => {
    stops = [];
    const { store } = renderApp(<StopsSection drive={DRIVE} />);
    await waitFor(() => expect(JSON.stringify(store.getState())).toContain('fulfilled'));
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('become points of interest of a drive, each once', async () => {
    // Aim: in the editor, a tap adds a stop, and shows that it is there.
    stops = [stop('1'), stop('2', { kind: 'view', name: null })];
    const calls: string[] = [];
    const Editor = () => {
      const [labels, setLabels] = useState<readonly string[]>(['Viewpoint']);
      const onAdd = (label: string) => {
        calls.push(label);
        setLabels([...labels, label]);
      };
      return <StopChoice driveId="a" labels={labels} onAdd={onAdd} />;
    };
    renderApp(<Editor />);
    await userEvent.click(await screen.findByRole('button', { name: 'Add a stop along the drive' }));
    const add = (label: string) => screen.getByRole('button', { name: `Add ${label} to the points of interest` });
    const added = (label: string) => screen.getByRole('button', { name: `Added: ${label}` });
    expect(added('Viewpoint')).toBeDisabled();
    await userEvent.click(add('Station 1 (Fuel)'));
    expect(added('Station 1 (Fuel)')).toBeDisabled();
    expect(calls).toEqual(['Station 1 (Fuel)']);
    await userEvent.click(screen.getByRole('button', { name: 'Hide the stops' }));
    expect(screen.queryByRole('listitem')).toBeNull();
  });

  it('can be loaded again after a failure', async () => {
    stops = [stop('1')];
    status = 503;
    renderApp(<StopsSection drive={DRIVE} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('The stops could not be loaded.');
    status = 200;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Station 1')).toBeVisible();
  });
});
