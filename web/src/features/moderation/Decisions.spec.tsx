// Aim: an approval offers the drive's pending photos and then opens the next item, also after a decision in the editor;
// no decision on a report is the loud one.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rememberSession } from '../../testing/accounts.js';
import { FakeQueue, historyEntry, moderationItem, reportItem } from '../../testing/moderation.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import ModerationPage from './ModerationPage.js';

let api: FakeApi;
let queue: FakeQueue;
let decidedPhotos: string[];
beforeEach(() => {
  [api, queue, decidedPhotos] = [new FakeApi(), new FakeQueue(), []];
  queue.items = ['1', '2', '3'].map((id) => moderationItem({ id }));
  api.accounts.user = { ...api.accounts.user, accountType: 'admin' };
  api.server.use(
    ...queue.handlers,
    http.get('*/api/drives/drive/1/photos', () =>
      HttpResponse.json({ photos: [{ id: 'p1', small: '/p1.jpg', color: '#888888', description: '', pending: true }] }),
    ),
    http.post('*/api/drives/drive/1/photos/photo/:id/approve', ({ params }) => {
      decidedPhotos.push(String(params['id']));
      return HttpResponse.json({ photos: [] });
    }),
  );
  api.server.listen();
  rememberSession();
});
afterEach(() => api.server.close());

const opened = (title: string) => screen.findByRole('heading', { level: 2, name: title });

it('approves a drive with its photo, and opens the next item', async () => {
  renderApp(<ModerationPage />);
  await opened('Road 1');
  await userEvent.keyboard('a');
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve drive and photos' }));
  expect(queue.sent).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Approve drive and 1 photo' }));
  await opened('Road 2');
  expect([queue.sent, decidedPhotos]).toEqual([[{ id: '1', decision: 'approve' }], ['p1']]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('approves nothing if the dialog is canceled', async () => {
  renderApp(<ModerationPage />);
  await opened('Road 1');
  await userEvent.keyboard('a');
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await opened('Road 1');
  expect([queue.sent, decidedPhotos]).toEqual([[], []]);
});

it('continues after a decision in the editor with the item after it, and confirms the decision', async () => {
  const decided = { title: 'Drive Published', message: 'Everyone can find it now.' };
  const state = { queue: { itemId: '1', nextId: '2' }, decided };
  renderApp(<ModerationPage />, { pathname: '/moderation', state });
  await opened('Road 2');
  expect(screen.getByText('Drive Published. Everyone can find it now.')).toBeVisible();
  const list = within(screen.getByRole('navigation', { name: 'Queue' }));
  expect(list.queryByRole('button', { name: /^Road 1/ })).toBeNull();
});

it('lists the drive that was decided in the editor among the decided ones', async () => {
  queue.items = [moderationItem({ id: '1', state: 'decided' })];
  const decided = { title: 'Drive Published', message: '' };
  const state = { queue: { itemId: '1', nextId: null }, decided };
  renderApp(<ModerationPage />, { pathname: '/moderation', state });
  await userEvent.click(await screen.findByRole('combobox', { name: 'State' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Decided' }));
  expect(await screen.findByRole('button', { name: /^Road 1/ })).toBeVisible();
});

it('gives no decision on a report more weight than the others, with the mildest first', async () => {
  queue.items = [reportItem()];
  renderApp(<ModerationPage />);
  await userEvent.click(await screen.findByRole('button', { name: /^Reports/ }));
  const buttons = within(await screen.findByRole('region', { name: 'Decision' })).getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Dismiss', 'Remove', 'Suspend']);
  expect(new Set(buttons.map(({ dataset }) => dataset['variant']))).toEqual(new Set(['default']));
});

it('lists in the history what staff corrected', async () => {
  const who = { id: 'mel', username: 'mel' };
  const history = [historyEntry({ who, action: 'approve', corrected: ['title', 'directions'], _rev: 4 })];
  queue.items = [moderationItem({ id: '1', history })];
  renderApp(<ModerationPage />);
  expect(await screen.findByText(/mel approved it, with corrections to title and directions/)).toBeVisible();
});

it('says that a line with the same ends and length is redrawn', async () => {
  queue.items = [moderationItem({ id: '1', earlierPath: '_p~iF~ps|U_ulLnnqC' })];
  renderApp(<ModerationPage />);
  expect(await screen.findByText('The line is redrawn.')).toBeVisible();
});
