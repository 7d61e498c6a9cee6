// Aim: published collections are found by name wherever people search, and asked for once.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rememberSession } from '../testing/accounts.js';
import { collection } from '../testing/collections.js';
import { renderApp } from '../testing/render.js';
import { FakeApi } from '../testing/server.js';
import { AppRoutes } from './routes.js';

const TOTALS = { distance: 344_400, duration: 20_000, drives: 6, approximate: true, estimated: true };

let api: FakeApi;
let calls: number;
beforeEach(() => {
  api = new FakeApi();
  api.collections.collections = [
    collection({ privacy: 'public', totals: TOTALS }),
    collection({ id: 'c2', name: 'Ridge Trip', privacy: 'public', days: 3, totals: TOTALS }),
    collection({ id: 'c3', name: 'Private Ridges' }),
  ];
  calls = 0;
  api.server.events.on('request:start', ({ request }) => {
    if (request.url.endsWith('/api/collections/published')) calls++;
  });
  api.server.listen();
});
afterEach(() => api.server.close());

// Aim: suggestions name the kind and the figures; a chosen one opens its page, and is no recent search.
it('suggests published collections', async () => {
  rememberSession();
  const { address } = renderApp(<AppRoutes />, '/explore?view=list');
  const field = await screen.findByRole('combobox', { name: 'Search drives or regions' });
  await userEvent.type(field, 'rid');
  const trip = await screen.findByRole('option', { name: 'Ridge Trip' });
  expect(trip).toHaveAccessibleDescription('Trip · 3 days · 6 drives · about 214 mi');
  expect(screen.queryByRole('option', { name: 'Private Ridges' })).toBeNull();
  await userEvent.clear(field);
  await userEvent.type(field, 'wee blu');
  const found = await screen.findByRole('option', { name: 'Blue Ridge weekend' });
  expect(found).toHaveAccessibleDescription('Collection · 6 drives · about 214 mi');
  expect(screen.queryByRole('option', { name: 'Ridge Trip' })).toBeNull();
  expect(calls).toBe(1);
  await userEvent.click(found);
  await waitFor(() => expect(address()).toBe('/collection/c1'));
  expect(api.accounts.searches).toEqual([]);
});

// Aim: a searched text leads to the collection of that name, also without the suggestions; other searches ask nothing.
it('links to the collection that matches the searched text', async () => {
  const { unmount } = renderApp(<AppRoutes />, '/explore?view=list&search=blue+ridge|blue+ridge|text');
  const link = await screen.findByRole('link', { name: 'Blue Ridge weekend' });
  expect(link).toHaveAttribute('href', '/collection/c1');
  unmount();
  calls = 0;
  renderApp(<AppRoutes />, '/explore?view=list');
  await screen.findByRole('link', { name: 'Blue Ridge' });
  expect(calls).toBe(0);
});
