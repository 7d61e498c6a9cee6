// Aim: people create, read, share and delete collections on their pages; nobody is offered what they may not do, and
// nothing typed is lost when saving fails.
import type { User } from '@switchback/contracts/resources/user';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStarted } from '../../../session/session-slice.js';
import { installFakeEngine, madePorts } from '../../../map/fake-port.js';
import { refuse, rememberSession } from '../../../testing/accounts.js';
import { collection } from '../../../testing/collections.js';
import { FakeDetails } from '../../../testing/details.js';
import { drive } from '../../../testing/drives.js';
import { renderApp } from '../../../testing/render.js';
import { FakeApi } from '../../../testing/server.js';
import CollectionPage from './CollectionPage.js';
import CollectionsPage from './CollectionsPage.js';
import SecretCollectionPage from './SecretCollectionPage.js';

const item = (driveId: string) => ({ driveId, note: '', day: null });
const TOTALS = { distance: 160_934, duration: 7_200, drives: 2, approximate: false, estimated: true };
const WEEKEND = collection({ items: [item('b'), item('a')], totals: TOTALS });
const OTHERS = { id: 'u9', username: 'hairpin' };

let api: FakeApi;
beforeEach(() => {
  installFakeEngine();
  api = new FakeApi();
  api.drives = [
    drive({ id: 'a', title: 'Blue Ridge' }),
    drive({ id: 'b', title: 'Sea Cliffs', overviewPath: '_ibE_seK_seK_seK' }),
  ];
  api.collections.collections = [WEEKEND];
  api.server.listen();
  rememberSession();
});
afterEach(() => api.server.close());

function open(at: string, accountType: User['accountType'] = 'hero') {
  api.accounts.user = { ...api.accounts.user, accountType };
  return renderApp(
    <Routes>
      <Route path="/collections" element={<CollectionsPage />} />
      <Route path="/collection/:id" element={<CollectionPage DetailsPanel={FakeDetails} />} />
      <Route path="/secret-collection" element={<SecretCollectionPage DetailsPanel={FakeDetails} />} />
      <Route path="*" element={null} />
    </Routes>,
    at,
  );
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const inDialog = async () => within(await screen.findByRole('dialog'));

describe('the list of collections', () => {
  // Aim: a card has the figures, and tells trips, shared and public collections apart.
  it('shows own ones first, with figures and badges', async () => {
    api.collections.collections = [
      collection({ id: 'c2', name: 'From a friend', owner: OTHERS }),
      collection({ id: 'c3', name: 'For all', privacy: 'public' }),
      { ...WEEKEND, start: '2026-06-05', days: 2 },
    ];
    open('/collections');
    await screen.findByRole('heading', { name: 'From a friend' });
    const cards = screen.getAllByRole('article').map((card) => card.textContent);
    expect(cards[0]).toMatch(/For all0 drives.*Public/);
    expect(cards[1]).toMatch(/Blue Ridge weekend2 drives100 mi~2 h.*Trip · 2 days/);
    expect(cards[2]).toMatch(/From a friend.*By hairpin.*Shared with you/);
  });

  // Aim: a person without collections learns what they are for, and creates one that opens.
  it('creates one', async () => {
    api.collections.collections = [];
    const { address } = open('/collections', 'free');
    expect(await screen.findByText(/A collection is a list of drives in your order/)).toBeVisible();
    await userEvent.click(await button('New collection'));
    const dialog = await inDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByText('Name is required.')).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' Coast ');
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(address()).toBe('/collection/c1'));
    expect(api.collections.sent).toEqual([{ name: 'Coast', description: '' }]);
  });

  it('plans a trip for Heroes, with a start date or days', async () => {
    open('/collections');
    await userEvent.click(await button('New collection'));
    const dialog = await inDialog();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Coast');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Plan as trip' }));
    await userEvent.clear(dialog.getByLabelText('Days'));
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByText('Enter a start date or the number of days.')).toBeVisible();
    await userEvent.type(dialog.getByLabelText('Days'), '61');
    await userEvent.tab();
    expect(await dialog.findByText('A trip has 1 to 60 days.')).toBeVisible();
    await userEvent.clear(dialog.getByLabelText('Days'));
    await userEvent.type(dialog.getByLabelText('Start date'), '2026-06-05');
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(api.collections.sent).toHaveLength(1));
    expect(api.collections.sent[0]).toMatchObject({ name: 'Coast', start: '2026-06-05', days: null });
  });

  it('offers free accounts an upgrade instead of a trip', async () => {
    open('/collections', 'free');
    await userEvent.click(await button('New collection'));
    const dialog = await inDialog();
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Plan as trip' }));
    expect(await dialog.findByRole('link', { name: 'Upgrade Account' })).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
  });

  it('keeps what was typed if the limit is reached', async () => {
    const fault = { title: 'Too many', message: 'You can have 100 collections.' };
    api.collections.failure = refuse(400, 'ERROR-00001', fault.title, fault.message, { fields: { name: fault } });
    open('/collections');
    await userEvent.click(await button('New collection'));
    const dialog = await inDialog();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Coast');
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByText(/You can have 100 collections/)).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Coast');
  });
});

describe('a collection', () => {
  // Aim: the map shows every line with its number, in the order of the list, and follows the pointer on a card.
  it('shows its figures and its lines in order', async () => {
    open('/collection/c1');
    expect(await screen.findByRole('heading', { name: 'Blue Ridge weekend' })).toBeVisible();
    for (const text of ['2 drives', '100 mi', '~2 h', 'about 2 h']) expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'By ridge.runner' })).toHaveAttribute('href', '/profile/u1');
    await waitFor(() => expect(madePorts.at(-1)?.lines.map(({ id }) => id)).toEqual(['b', 'a']));
    const port = madePorts.at(-1)!;
    expect(port.markers.map((marker) => 'number' in marker && marker.number)).toEqual([2, 1]);
    const title = await screen.findByRole('link', { name: 'Blue Ridge' });
    await userEvent.hover(title);
    await waitFor(() => expect(port.marks.hoveredId).toBe('a'));
    act(() => port.events.onHover(['b'], { x: 0, y: 0 }));
    await waitFor(() => expect(port.marks.hoveredId).toBe('b'));
  });

  it('draws the ways of a trip', async () => {
    const end = { lat: 36, lng: -82 };
    api.collections.collections = [{ ...WEEKEND, days: 2 }];
    api.collections.ways = [
      { from: 0, start: end, end, distance: 500, duration: 60, path: '_p~iF~ps|U_ulLnnqC', approximate: true },
    ];
    open('/collection/c1');
    await waitFor(() => expect(madePorts.at(-1)?.lines).toHaveLength(3));
    expect(madePorts.at(-1)!.lines.at(-1)).toMatchObject({ approximate: true });
  });

  // Aim: only drives that are not saved yet are saved, and a failure names how far it came.
  it('saves all drives', async () => {
    api.accounts.user.savedDrives = ['a'];
    open('/collection/c1');
    await screen.findByRole('link', { name: 'Blue Ridge' });
    await userEvent.click(await button('Save all'));
    expect(await screen.findByText('1 drive saved.')).toBeVisible();
    expect(api.accounts.user.savedDrives).toEqual(['b', 'a']);
    expect(await button('All saved')).toHaveAttribute('aria-disabled', 'true');
  });

  it('reports how many drives were saved before a failure, and saves the rest', async () => {
    const down = refuse(503, 'ERROR-00010', 'Temporarily unavailable', 'Please try again.');
    let calls = 0;
    const failSecond = () => (++calls === 2 ? down.clone() : undefined);
    api.server.use(http.post('*/api/users/user/:id/save/:driveId', failSecond));
    open('/collection/c1');
    await screen.findByRole('link', { name: 'Blue Ridge' });
    await userEvent.click(await button('Save all'));
    expect(await screen.findByText(/^1 of 2 drives saved\./)).toBeVisible();
    await userEvent.click(await button('Save all'));
    expect(await screen.findByText('1 drive saved.')).toBeVisible();
    expect(api.accounts.user.savedDrives).toHaveLength(2);
  });

  it('saves all drives after the login that it asks for', async () => {
    localStorage.clear();
    const { store } = open('/collection/c1');
    await screen.findByRole('link', { name: 'Blue Ridge' });
    await userEvent.click(await button('Save all'));
    expect(store.getState().prompt.open).toBe('login');
    act(() => void store.dispatch(sessionStarted({ token: 't1', userId: 'u1' })));
    await waitFor(() => expect(api.accounts.user.savedDrives).toHaveLength(2));
  });

  it('says that it is gone, and offers the login to visitors', async () => {
    localStorage.clear();
    open('/collection/none');
    expect(await screen.findByRole('heading', { name: 'Collection could not be found' })).toBeVisible();
    expect(await button('Log in')).toBeVisible();
  });

  it('offers an upgrade to a free account with which it is shared', async () => {
    const needed = () => refuse(403, 'ERROR-00028', 'Upgrade needed', 'For Heroes.', { additional: { upgrade: true } });
    api.server.use(http.get('*/api/collections/collection/:id', needed));
    open('/collection/c1', 'free');
    expect(await screen.findByRole('link', { name: 'Upgrade Account' })).toBeVisible();
  });

  it('offers visitors and friends no change of it', async () => {
    api.collections.collections = [{ ...WEEKEND, owner: OTHERS }];
    open('/collection/c1');
    expect(await screen.findByText('Shared with you')).toBeVisible();
    await screen.findByRole('link', { name: 'Blue Ridge' });
    for (const name of ['Edit', 'Share', 'More options.', 'Report Abuse'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  // Aim: what everyone reads can be reported by everyone but the people who can change it.
  it('is reported by its readers once it is published', async () => {
    api.collections.collections = [{ ...WEEKEND, owner: OTHERS, privacy: 'public', status: 'approved' }];
    open('/collection/c1');
    await userEvent.click(await button('Report Abuse'));
    const dialog = await inDialog();
    expect(dialog.getByText('Our staff review reports within 24 hours.')).toBeVisible();
  });
});

describe('changing a collection', () => {
  it('edits its name, and turns it into a trip', async () => {
    open('/collection/c1');
    await userEvent.click(await button('Edit'));
    const dialog = await inDialog();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' 2');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Plan as trip' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: 'Blue Ridge weekend 2' })).toBeVisible();
    expect(api.collections.sent.at(-1)).toMatchObject({ start: null, days: 2, _rev: 1 });
    expect(screen.getByText('Trip · 2 days')).toBeVisible();
  });

  // Aim: a change made elsewhere is neither lost nor hidden, and what was typed can be saved again.
  it('keeps what was typed when it has changed elsewhere', async () => {
    open('/collection/c1');
    await userEvent.click(await button('Edit'));
    const dialog = await inDialog();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Description' }), 'Fall colors');
    api.collections.collections = [{ ...WEEKEND, name: 'Renamed', _rev: 2 }];
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/What you typed is still here/)).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Renamed', hidden: true })).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.collections.sent.at(-1)).toMatchObject({ description: 'Fall colors', _rev: 2 }));
  });

  it('reports that a change of the list came too late, and shows the latest version', async () => {
    open('/collection/c1');
    await userEvent.click(await button('Add note on Blue Ridge'));
    await userEvent.type(screen.getByRole('textbox', { name: 'Note on Blue Ridge' }), 'Fuel');
    api.collections.collections = [{ ...WEEKEND, name: 'Renamed', _rev: 2 }];
    await userEvent.click(await button('Save'));
    expect(await screen.findByText('This collection has changed')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Renamed' })).toBeVisible();
    expect(api.collections.sent).toEqual([]);
  });

  it('lets an owner who is Hero no more turn a trip into a plain collection', async () => {
    api.collections.collections = [{ ...WEEKEND, days: 2 }];
    open('/collection/c1', 'free');
    expect(await screen.findByText('This trip needs a Hero account')).toBeVisible();
    await userEvent.click(await button('Edit'));
    const dialog = await inDialog();
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Plan as trip' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.collections.sent.at(-1)).toMatchObject({ start: null, days: null }));
  });

  it('deletes it after a confirmation, and requests it no more', async () => {
    const { address } = open('/collection/c1');
    await userEvent.click(await button('More options.'));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const reads = vi.fn();
    api.server.events.on('request:start', ({ request }) => {
      if (request.method === 'GET' && request.url.endsWith('/api/collections/collection/c1')) reads();
    });
    await userEvent.click((await inDialog()).getByRole('button', { name: 'Delete collection' }));
    await waitFor(() => expect(address()).toBe('/collections'));
    expect(await screen.findByText('No collections yet')).toBeVisible();
    expect(reads).not.toHaveBeenCalled();
  });

  it('is published by staff alone', async () => {
    open('/collection/c1', 'admin');
    await userEvent.click(await button('More options.'));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Publish' }));
    expect(await screen.findByText('Published')).toBeVisible();
    expect(await button('Copy link')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  });
});

describe('sharing a collection', () => {
  it('adds a Hero, and creates and ends a secret link', async () => {
    api.server.use(
      http.get('*/api/users/search/autocomplete', () =>
        HttpResponse.json({ results: [{ type: 'user', label: 'ann', value: 'u2' }] }),
      ),
      http.get('*/api/users/user/:id/summary', () =>
        HttpResponse.json({ id: 'u2', avatar: null, username: 'ann', accountType: 'hero' }),
      ),
    );
    open('/collection/c1', 'free');
    await userEvent.click(await button('Share'));
    const dialog = await inDialog();
    await userEvent.type(dialog.getByRole('combobox', { name: 'Shared with' }), 'ann');
    await userEvent.click(await screen.findByRole('option', { name: 'ann' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Saved')).toBeVisible();
    expect(api.collections.shares.get('c1')).toEqual(['u2']);
    await userEvent.click(dialog.getByRole('button', { name: 'Create link' }));
    const link = await dialog.findByRole('textbox', { name: 'Secret link to this collection' });
    expect(link).toHaveValue(`${location.origin}/secret-collection#secret-of-c1`);
    await userEvent.click(dialog.getByRole('button', { name: 'End link now' }));
    expect(await dialog.findByRole('button', { name: 'Create link' })).toBeVisible();
  });

  it.each([
    ['a Hero', 'hero', ['1 day', '7 days', '30 days', '90 days', 'Never']],
    ['a free account', 'free', ['1 day', '7 days', '30 days', '90 days']],
  ] as const)('offers %s a secret link: %3$s', async (_, accountType, offered) => {
    open('/collection/c1', accountType);
    await userEvent.click(await button('Share'));
    const dialog = await inDialog();
    const choice = await dialog.findByRole('combobox', { name: 'Link expires after' });
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(offered);
    await userEvent.selectOptions(choice, offered.at(-1)!);
    await userEvent.click(dialog.getByRole('button', { name: 'Create link' }));
    const note = accountType === 'hero' ? 'It has no end date. You can end it here.' : /^Ends on /;
    expect(await dialog.findByText(note)).toBeVisible();
  });

  it('lets an owner who is Hero no more end the link of a trip', async () => {
    api.collections.collections = [{ ...WEEKEND, days: 2 }];
    api.collections.links.set('c1', { secret: 's', expiresAt: '2027-01-01T00:00:00.000Z' });
    open('/collection/c1', 'free');
    await userEvent.click(await button('Share'));
    const dialog = await inDialog();
    await userEvent.click(await dialog.findByRole('button', { name: 'End secret link' }));
    expect(await dialog.findByText('The link has ended.')).toBeVisible();
    expect(api.collections.links.size).toBe(0);
  });

  it('shows a collection by its secret link, to read only', async () => {
    api.collections.links.set('c1', { secret: 's1', expiresAt: '2027-01-01T00:00:00.000Z' });
    open('/secret-collection#s1');
    expect(await screen.findByText('This collection is private. Its owner gave you this link.')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Sea Cliffs' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  });

  it('says that a secret link has ended', async () => {
    open('/secret-collection#gone');
    expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  });
});
