// Aim: people see what this browser stores of drives, trips and plans, and remove one of them or all.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { DeviceItem } from '../../lib/offline/device-items.js';
import { user } from '../../testing/accounts.js';
import { renderApp } from '../../testing/render.js';
import { OfflineTab } from './OfflineTab.js';

const device = vi.hoisted(() => ({ items: [] as DeviceItem[], isFull: false, notify: (): void => undefined }));
vi.mock('../../lib/offline/device-items.js', async (original) => ({
  ...(await original<object>()),
  deviceItems: async () => device.items,
  removeItems: async (_userId: string, ids: string[]) => {
    if (device.isFull) throw new Error('Blocked.');
    device.items = device.items.filter(({ id }) => !ids.includes(id));
    device.notify();
  },
}));
vi.mock('../../lib/offline/streets/offline-maps.js', async (original) => ({
  ...(await original<object>()),
  followMaps: (listener: () => void) => {
    device.notify = listener;
    return () => undefined;
  },
}));

const MAP = { state: 'whole', bytes: 4_200_000, maxZoom: 14, archiveZoom: 14 } as DeviceItem['map'];

beforeEach(() => {
  device.isFull = false;
  device.items = [
    { id: 'd1', title: 'Pass', kind: 'drive', textBytes: 30_000, photoBytes: 0, map: MAP },
    {
      id: 'trip/t1',
      title: 'Alps',
      kind: 'trip',
      textBytes: 60_000,
      photoBytes: 0,
      map: { ...MAP!, bytes: 30_000_000, maxZoom: 12 },
    },
  ];
  renderApp(<OfflineTab user={user()} />, '/settings?tab=offline');
});

it('lists sizes, and how much of a map is there', async () => {
  expect(await screen.findByText('34.3 MB on this device')).toBeVisible();
  expect(screen.getByText('Drive · 4.2 MB')).toBeVisible();
  expect(screen.getByText('Street map on this device: 30 MB, without the smallest roads.')).toBeVisible();
});

it('removes one, then all', async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Pass' }));
  expect(await screen.findByText('30.1 MB on this device')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove all' })).toBeNull();
  device.items = [...device.items, { id: 'd2', title: 'Hill', kind: 'drive', textBytes: 1, photoBytes: 0, map: null }];
  device.notify();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove all' }));
  expect(await screen.findByText('Nothing is stored on this device.')).toBeVisible();
});

it('reports what could not be removed', async () => {
  device.isFull = true;
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Pass' }));
  expect(await screen.findByText('This could not be removed. Please try again.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Remove Pass' })).toBeEnabled());
});
