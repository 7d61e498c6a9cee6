// Aim: a person reads all recent notices on one page, which marks them as read, and finds the settings there.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rememberSession } from '../../testing/accounts.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import NoticesPage from './NoticesPage.js';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
  rememberSession();
});
afterEach(() => api.server.close());

it('lists every notice and marks them as read', async () => {
  for (let index = 1; index <= 12; index += 1) api.notices.add('drive-shared', `Road ${index}`);
  renderApp(<NoticesPage />, '/notices');
  expect(await screen.findAllByRole('listitem')).toHaveLength(12);
  expect(screen.getByRole('link', { name: /^Someone shared the drive Road 12 with you\./ })).toBeVisible();
  await waitFor(() => expect(api.notices.notices.every(({ read }) => read)).toBe(true));
  expect(screen.getByRole('link', { name: 'Choose your notifications' })).toHaveAttribute(
    'href',
    '/settings?tab=notices',
  );
});

it('has an empty state', async () => {
  renderApp(<NoticesPage />, '/notices');
  expect(await screen.findByText('No notifications')).toBeVisible();
  expect(api.notices.marks).toBe(0);
});
