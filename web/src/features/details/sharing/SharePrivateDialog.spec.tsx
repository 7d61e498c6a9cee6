// Aim: an owner shares a private drive by keyboard alone, offers first those they shared with before, and sees who can no
// longer open it.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rememberSession, user } from '../../../testing/accounts.js';
import { renderApp } from '../../../testing/render.js';
import { FakeApi } from '../../../testing/server.js';
import SharePrivateDialog from './SharePrivateDialog.js';

const PEOPLE: Record<string, { username: string; accountType: string }> = {
  u2: { username: 'ann', accountType: 'hero' },
  u3: { username: 'bob', accountType: 'hero' },
  u4: { username: 'cleo', accountType: 'free' },
  u5: { username: 'dan', accountType: 'hero' },
};

let api: FakeApi;
let shared: string[];
beforeEach(() => {
  api = new FakeApi();
  shared = [];
  api.server.use(
    ...api.accounts.own('post', 'shared-drives', async (_params, request) => {
      const { users } = (await request.json()) as { users?: string[] };
      shared = users ?? shared;
      return { shared };
    }),
    http.get('*/api/users/user/:id/summary', ({ params }) => {
      const person = PEOPLE[String(params['id'])];
      return person === undefined
        ? HttpResponse.json({ title: 'User not found', message: '', type: 404 }, { status: 404 })
        : HttpResponse.json({ id: params['id'], avatar: null, ...person });
    }),
    http.get('*/api/users/search/autocomplete', ({ request }) => {
      const text = new URL(request.url).searchParams.get('text') ?? '';
      const found = Object.entries(PEOPLE).filter(([, { username, accountType }]) => {
        return username.startsWith(text) && accountType !== 'free';
      });
      const results = found.map(([value, { username: label }]) => ({ type: 'user', label, value }));
      return HttpResponse.json({ results });
    }),
    http.post('*/api/drives/drive/:id/secret-link', () => HttpResponse.json({ link: null })),
  );
  api.server.listen();
  rememberSession();
});
afterEach(() => api.server.close());

function open() {
  const closed = vi.fn();
  const owner = user({
    accountType: 'hero',
    sharingDrives: [
      { driveId: 'newer', users: ['u2', 'u3'] },
      { driveId: 'older', users: ['u4', 'u2', 'gone'] },
    ],
  });
  renderApp(<SharePrivateDialog driveId="a" user={owner} open onClose={closed} />);
  return closed;
}

const field = () => screen.findByRole('combobox', { name: 'Shared with' });
const offered = () => [...document.querySelectorAll('[role=listbox] [role=option]')].map((row) => row.textContent);
const chips = () => [...document.querySelectorAll('.mantine-Pill-label')].map(({ textContent }) => textContent);

it('offers people of earlier shares on focus, the newest first, and saves a choice made by keys', async () => {
  open();
  await waitFor(async () => expect(await field()).toHaveFocus());
  // A free account and a deleted one cannot be chosen.
  await waitFor(() => expect(offered()).toEqual(['bob', 'ann']));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(chips()).toEqual(['bob']));
  await userEvent.keyboard('da');
  await waitFor(() => expect(offered()).toEqual(['dan']));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(chips()).toEqual(['bob', 'dan']));
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(shared).toEqual(['u3', 'u5']);
});

it('turns the last chip into text on Backspace, and clears the text on Escape without closing', async () => {
  shared = ['u2', 'u3'];
  const closed = open();
  await waitFor(() => expect(chips()).toEqual(['ann', 'bob']));
  await userEvent.type(await field(), '{Backspace}', { skipClick: true });
  expect(await field()).toHaveValue('bob');
  expect(chips()).toEqual(['ann']);
  await waitFor(() => expect(offered()).toEqual(['bob']));
  await userEvent.keyboard('{Escape}');
  expect(await field()).toHaveValue('');
  expect(closed).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(closed).toHaveBeenCalled();
});

it('closes on the first Escape while there is nobody to offer', async () => {
  // Aim: an empty list of people takes no key.
  shared = ['u2', 'u3', 'u4'];
  const closed = open();
  await waitFor(() => expect(chips()).toHaveLength(3));
  await userEvent.click(await field());
  await userEvent.keyboard('{Escape}');
  expect(closed).toHaveBeenCalled();
});

it('marks people who are no longer Hero, who may stay on the list', async () => {
  shared = ['u4', 'u2'];
  open();
  await waitFor(() => expect(chips()).toEqual(['cleo · no longer Hero', 'ann']));
  expect(screen.getByText('People who are no longer Hero cannot open it.')).toBeVisible();
  await userEvent.type(await field(), '{Backspace}', { skipClick: true });
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(shared).toEqual(['u4']);
});
