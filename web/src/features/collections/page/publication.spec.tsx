// Aim: an owner knows before each step what publishing means, which drives strangers will not see, and how far the review
// is; visitors see who made a published collection, and no press takes one offline without a warning.
import type { Collection } from '@switchback/contracts/resources/collection';
import type { User } from '@switchback/contracts/resources/user';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installFakeEngine } from '../../../map/fake-port.js';
import { refuse, rememberSession } from '../../../testing/accounts.js';
import { collection } from '../../../testing/collections.js';
import { FakeDetails } from '../../../testing/details.js';
import { drive } from '../../../testing/drives.js';
import { renderApp } from '../../../testing/render.js';
import { FakeApi } from '../../../testing/server.js';
import CollectionPage from './CollectionPage.js';

const item = (driveId: string) => ({ driveId, note: '', day: null });
const CLUB = { items: [item('a'), item('b'), item('c')] };
const OWN = { at: '2026-01-01T00:00:00.000Z', user: { id: 'u1', username: 'ridge.runner' } };
const PENDING = { privacy: 'public', status: 'pending' } as const;
const WORDS = 'Please say where it starts.';
const REQUESTED = { privacy: 'public', status: 'changes-requested', changeRequest: WORDS } as const;
const PUBLISHED = { privacy: 'public' } as const;

let api: FakeApi;
beforeEach(() => {
  installFakeEngine();
  api = new FakeApi();
  api.drives = [
    drive({ id: 'a', title: 'Blue Ridge' }),
    drive({ id: 'b', title: 'Secret Lane', privacy: 'private', status: 'none', created: OWN }),
    drive({ id: 'c', title: 'New Road', privacy: 'public', status: 'pending' }),
  ];
  api.server.use(
    http.get('*/api/users/user/:id/summary', ({ params }) =>
      HttpResponse.json({
        id: params['id'],
        username: 'ridge.runner',
        accountType: 'hero',
        avatar: { id: 'p', small: '/small.jpg', medium: '/medium.jpg', original: '/original.jpg' },
      }),
    ),
  );
  api.server.listen();
});
afterEach(() => api.server.close());

function open(over: Partial<Collection>, accountType: User['accountType'] | null = 'hero') {
  if (accountType !== null) rememberSession();
  if (accountType !== null) api.accounts.user = { ...api.accounts.user, accountType };
  api.collections.collections = [collection({ ...CLUB, ...over })];
  return renderApp(
    <Routes>
      <Route path="/collection/:id" element={<CollectionPage DetailsPanel={FakeDetails} />} />
      <Route path="*" element={null} />
    </Routes>,
    '/collection/c1',
  );
}

const button = (name: string) => screen.findByRole('button', { name });
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));
const sent = () => api.collections.sent.map(({ privacy }) => privacy);

async function choose(name: string) {
  await userEvent.click(await button('More options.'));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
}

describe('asking to publish', () => {
  it('names the drives that are not public, and then waits for a review until it is withdrawn', async () => {
    open({});
    await screen.findByRole('link', { name: 'Secret Lane' });
    await choose('Ask to publish');
    const dialog = await dialogOf('Ask to publish this collection?');
    expect(dialog.getByText(/within 72 hours\. Once it is published, everyone can find it/)).toBeVisible();
    const drives = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(drives.filter((text) => /Lane|Road|Ridge/.test(text))).toEqual([
      'Secret LanePrivate',
      'New RoadPending review',
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Ask to publish' }));
    expect(await screen.findByText('Waiting for review')).toBeVisible();
    expect(screen.getByText('Pending review', { selector: 'header li' })).toBeVisible();
    expect(await button('Share')).toBeVisible();
    await userEvent.click(await button('Withdraw'));
    expect(await screen.findByText('It is private now.')).toBeVisible();
    expect(screen.queryByText('Waiting for review')).toBeNull();
    expect(sent()).toEqual(['public', 'private']);
  });

  it.each([
    ['has no public drive', { items: [item('b'), item('c')] }],
    ['is empty', { items: [] }],
  ])('is not possible for a collection that %s', async (_, over) => {
    open(over);
    await screen.findByRole('heading', { name: 'Blue Ridge weekend' });
    await choose('Ask to publish');
    const dialog = await dialogOf('Ask to publish this collection?');
    expect(await dialog.findByText('A published collection needs a public drive. Add one first.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Ask to publish' })).toBeDisabled();
  });

  it('offers an upgrade to a free account', async () => {
    open({}, 'free');
    await choose('Ask to publish');
    const dialog = await dialogOf('Ask to publish this collection?');
    expect(dialog.getByText('Publishing a collection needs a Hero account.')).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Upgrade Account' })).toBeVisible();
  });

  it('says why it failed', async () => {
    open({});
    await screen.findByRole('link', { name: 'Secret Lane' });
    await choose('Ask to publish');
    const dialog = await dialogOf('Ask to publish this collection?');
    api.collections.failure = refuse(503, 'ERROR-00010', 'Temporarily unavailable', 'Not today.');
    await userEvent.click(dialog.getByRole('button', { name: 'Ask to publish' }));
    expect(await dialog.findByText(/Not today\./)).toBeVisible();
  });
});

describe('requested changes', () => {
  it('are shown to the owner, who makes them one by one and asks again', async () => {
    open(REQUESTED);
    expect(await screen.findByText('A reviewer asked for changes')).toBeVisible();
    expect(screen.getByText(WORDS)).toBeVisible();
    await userEvent.click(await button('Edit'));
    const dialog = await dialogOf('Edit collection');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Description' }), 'From the pier.');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('From the pier.', { selector: 'header > p' })).toBeVisible();
    expect(screen.getByText(WORDS)).toBeVisible();
    await userEvent.click(await button('Ask again'));
    await userEvent.click(
      (await dialogOf('Ask to publish this collection?')).getByRole('button', { name: 'Ask to publish' }),
    );
    expect(await screen.findByText('Waiting for review')).toBeVisible();
    expect(sent()).toEqual([undefined, 'public']);
  });
});

describe('a published collection', () => {
  it('shows visitors its maker, and no state of a review', async () => {
    open(PUBLISHED, null);
    const maker = await screen.findByRole('link', { name: 'By ridge.runner' });
    expect(maker).toHaveAttribute('href', '/profile/u1');
    await waitFor(() => expect(maker.querySelector('img')).toHaveAttribute('src', '/small.jpg'));
    for (const name of ['Edit', 'Share', 'More options.']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('is changed by its owner only after a warning that this takes it offline', async () => {
    open(PUBLISHED);
    await screen.findByRole('link', { name: 'Blue Ridge' });
    expect(screen.queryByRole('button', { name: 'Add note on Blue Ridge' })).toBeNull();
    await userEvent.click(await button('Edit'));
    const warning = await dialogOf('Edit a published collection?');
    expect(warning.getByText(/^Your first change takes it offline until it is reviewed again\./)).toBeVisible();
    await userEvent.click(warning.getByRole('button', { name: 'Continue to edit' }));
    const dialog = await dialogOf('Edit collection');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' 2');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Waiting for review')).toBeVisible();
    expect(await button('Add note on Blue Ridge')).toBeVisible();
  });

  it('is unpublished by its owner after a confirmation, also without a Hero account', async () => {
    open(PUBLISHED, 'free');
    expect(await screen.findByText('Publishing needs a Hero account')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    await choose('Unpublish');
    const dialog = await dialogOf('Unpublish this collection?');
    expect(api.collections.sent).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Unpublish' }));
    expect(await screen.findByText('It is private now.')).toBeVisible();
  });

  it('is changed by staff at once', async () => {
    open({ ...PUBLISHED, owner: { id: 'u9', username: 'hairpin' } }, 'admin');
    expect(await button('Add note on Blue Ridge')).toBeVisible();
    await choose('Unpublish');
    expect(await screen.findByText('It is private now.')).toBeVisible();
  });
});

it('shows staff a collection that waits for them without the actions of its owner', async () => {
  open({ ...PENDING, owner: { id: 'u9', username: 'hairpin' } }, 'admin');
  expect(await screen.findByText('Pending review', { selector: 'header li' })).toBeVisible();
  for (const text of ['Waiting for review', 'Shared with you']) expect(screen.queryByText(text)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
});

it('shows whom it is shared with that it still is, while it waits', async () => {
  open({ ...PENDING, owner: { id: 'u9', username: 'hairpin' } });
  expect(await screen.findByText('Shared with you', { selector: 'header li' })).toBeVisible();
});
