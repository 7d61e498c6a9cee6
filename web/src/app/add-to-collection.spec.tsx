import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectAsked } from '../lib/store/marks-slice.js';
import { sessionEnded } from '../session/session-slice.js';
import { PASSWORD, refuse, rememberSession, user } from '../testing/accounts.js';
import { collection } from '../testing/collections.js';
import { renderApp } from '../testing/render.js';
import { FakeApi } from '../testing/server.js';
import { AppRoutes } from './routes.js';

const DOWN = refuse(503, 'ERROR-00010', 'Temporarily unavailable', 'Please try again later.');

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
});
afterEach(() => api.server.close());

const item = (driveId: string, day: number | null = null, note = '') => ({ driveId, note, day });
const itemsOf = (id: string) => api.collections.collections.find((known) => known.id === id)!.items;

async function pressOn(title: string, name: string) {
  const card = (await screen.findByRole('link', { name: title })).closest('article')!;
  await userEvent.click(await within(card).findByRole('button', { name }));
}

const openFrom = (title: string) => pressOn(title, 'Add to collection');

/** Stores the collection of an earlier visit of this browser. */
function rememberUsed(name: string): void {
  localStorage.setItem('switchback.collection', JSON.stringify({ id: 'c1', name }));
}

async function dialog() {
  return within(await screen.findByRole('dialog', { name: 'Add to collection' }));
}

/** Opens the dialog for the drive Blue Ridge, logged in, on a page that shows little else. */
async function opened() {
  rememberSession();
  const { store } = renderApp(<AppRoutes />, '/get-app');
  act(() => void store.dispatch(collectAsked('a')));
  return dialog();
}

describe('adding a drive to collections', () => {
  // Aim: a guest logs in first; one tick then adds the drive at the end, and a line links to the collection.
  it('adds the drive after the login, and removes it again', async () => {
    api.collections.collections = [collection({ id: 'c1', items: [item('b')] })];
    renderApp(<AppRoutes />, '/explore?view=list');
    await openFrom('Blue Ridge');
    const prompt = within(await screen.findByRole('dialog', { name: 'Log in' }));
    await userEvent.type(prompt.getByLabelText('Email'), 'runner@example.com');
    await userEvent.type(prompt.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    const choice = await (await dialog()).findByRole('checkbox', { name: 'Blue Ridge weekend' });
    expect(choice).not.toBeChecked();
    await userEvent.click(choice);
    await waitFor(() => expect(itemsOf('c1')).toEqual([item('b'), item('a')]));
    const line = (await screen.findByText('Added to')).closest<HTMLElement>('[role=status]')!;
    expect(within(line).getByRole('link', { hidden: true })).toHaveAttribute('href', '/collection/c1');
    await userEvent.click(choice);
    await waitFor(() => expect(itemsOf('c1')).toEqual([item('b')]));
    expect(choice).not.toBeChecked();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const card = screen.getByRole('link', { name: 'Blue Ridge' }).closest('article')!;
    // The opener, which adds to the collection from now on.
    expect(within(card).getByRole('button', { name: 'Add to Blue Ridge weekend' })).toHaveFocus();
  });

  // Aim: the account menu leads to the collections.
  it('links to the collections in the account menu', async () => {
    rememberSession();
    renderApp(<AppRoutes />, '/get-app');
    expect(await screen.findByRole('link', { name: 'Trips and collections' })).toHaveAttribute('href', '/collections');
  });

  // Aim: a person changes only their own collections here, not those shared with them.
  it('lists only own collections', async () => {
    const theirs = collection({ id: 'c2', name: 'Coast', owner: { id: 'u2', username: 'friend' } });
    api.collections.collections = [collection(), theirs];
    const choices = await opened();
    expect(await choices.findByRole('checkbox', { name: 'Blue Ridge weekend' })).toBeVisible();
    expect(choices.queryByRole('checkbox', { name: 'Coast' })).toBeNull();
  });

  // Aim: a name is all that a new collection needs; it is at the top at once, with the drive.
  it('creates a collection with the drive', async () => {
    const choices = await opened();
    await userEvent.type(await choices.findByLabelText('New collection'), 'Fall colors{Enter}');
    expect(await choices.findByRole('checkbox', { name: 'Fall colors' })).toBeChecked();
    expect(itemsOf('c1')).toEqual([item('a')]);
    expect(choices.getByLabelText('New collection')).toHaveValue('');
  });

  // Aim: a retry after a lost response creates no second collection, while another one of the same name is a new one.
  it('repeats a creation under its idempotency key', async () => {
    const choices = await opened();
    const name = await choices.findByLabelText('New collection');
    api.collections.failure = DOWN;
    await userEvent.type(name, 'Fall colors{Enter}');
    await choices.findByText(/^Not created\./);
    api.collections.failure = null;
    await userEvent.type(name, '{Enter}');
    await choices.findByRole('checkbox', { name: 'Fall colors' });
    await userEvent.type(name, 'Fall colors{Enter}');
    await waitFor(() => expect(api.collections.keys).toHaveLength(3));
    const [first, again, second] = api.collections.keys;
    expect(again).toBe(first);
    expect([null, first]).not.toContain(second);
  });

  // Aim: an unavailable server loses neither the name of a new collection nor a choice, and both can be repeated.
  it('keeps the choice if it could not be stored', async () => {
    api.collections.collections = [collection()];
    api.collections.failure = DOWN;
    const choices = await opened();
    await userEvent.type(await choices.findByLabelText('New collection'), 'Fall colors{Enter}');
    expect(await choices.findByText(/^Not created\. Temporarily unavailable\./)).toBeVisible();
    expect(choices.getByLabelText('New collection')).toHaveValue('Fall colors');
    const choice = choices.getByRole('checkbox', { name: 'Blue Ridge weekend' });
    await userEvent.click(choice);
    expect(await choices.findByText(/^Not stored\. Temporarily unavailable\./)).toBeVisible();
    expect(choice).toBeChecked();
    api.collections.failure = null;
    await userEvent.click(choices.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(itemsOf('c1')).toEqual([item('a')]));
    expect(choices.queryByText(/^Not stored/)).toBeNull();
  });

  // Aim: a change of the collection elsewhere is not overwritten.
  it('adds the drive to the latest version of the collection', async () => {
    api.collections.collections = [collection()];
    const choices = await opened();
    const choice = await choices.findByRole('checkbox', { name: 'Blue Ridge weekend' });
    api.collections.collections = [collection({ items: [item('b', null, 'Lunch.')], _rev: 7 })];
    await userEvent.click(choice);
    await waitFor(() => expect(itemsOf('c1')).toEqual([item('b', null, 'Lunch.'), item('a')]));
    expect(choices.queryByRole('alert')).toBeNull();
  });

  // Aim: in a trip a day can be chosen at once, and changed.
  it('adds the drive to a day of a trip', async () => {
    api.accounts.user = user({ accountType: 'hero' });
    api.collections.collections = [collection({ days: 2, items: [item('b', 1), item('c', 2)] })];
    const choices = await opened();
    const day = await choices.findByRole('combobox', { name: 'Day in Blue Ridge weekend' });
    await userEvent.selectOptions(day, 'Day 1');
    await waitFor(() => expect(itemsOf('c1')).toEqual([item('b', 1), item('a', 1), item('c', 2)]));
    await waitFor(() => expect(choices.getByRole('listitem')).toHaveAttribute('aria-busy', 'false'));
    expect(choices.getByRole('checkbox')).toBeChecked();
    await userEvent.selectOptions(day, 'No day yet');
    await waitFor(() => expect(itemsOf('c1')).toEqual([item('b', 1), item('c', 2), item('a')]));
    expect(await screen.findByText('Moved within')).toBeVisible();
  });

  // Aim: an account that may no longer plan trips is offered the upgrade.
  it('offers the upgrade that a trip needs', async () => {
    api.collections.collections = [collection({ days: 2 })];
    api.collections.failure = refuse(403, 'ERROR-00034', 'Upgrade needed', 'Please upgrade.', {
      additional: { upgrade: true },
    });
    const choices = await opened();
    await userEvent.click(await choices.findByRole('checkbox', { name: 'Blue Ridge weekend' }));
    expect(await screen.findByRole('dialog', { name: 'Hero' })).toBeVisible();
  });

  // Aim: the limits show before they are met.
  it('offers no full collection, and no further one beyond the limit', async () => {
    const full = Array.from({ length: LIMITS.collectionItemsMax }, (_, index) => item(`d${index}`));
    const others = Array.from({ length: LIMITS.collectionsMax - 1 }, (_, index) =>
      collection({ id: `n${index}`, name: `Number ${index}` }),
    );
    api.collections.collections = [collection({ items: full }), ...others];
    const choices = await opened();
    expect(await choices.findByText('Full: a collection has 200 drives at most.')).toBeVisible();
    // Roles of a hundred rows take seconds.
    expect(choices.getByLabelText('Blue Ridge weekend')).toBeDisabled();
    expect(choices.queryByLabelText('New collection')).toBeNull();
    expect(choices.getByText(/^You have 100 collections/)).toBeVisible();
  });
});

describe('adding a drive to the last used collection', () => {
  const ADD = 'Add to Blue Ridge weekend';

  // Aim: one choice in the dialog is enough for a person who collects several drives.
  it('takes one press once a collection was chosen', async () => {
    rememberSession();
    api.collections.collections = [collection({ items: [item('c', null, 'Lunch.')] })];
    renderApp(<AppRoutes />, '/explore?view=list');
    await openFrom('Blue Ridge');
    await userEvent.click(await (await dialog()).findByRole('checkbox', { name: 'Blue Ridge weekend' }));
    await waitFor(() => expect(itemsOf('c1')).toHaveLength(2));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await pressOn('Sea Cliffs', ADD);
    await waitFor(() => expect(itemsOf('c1')).toEqual([item('c', null, 'Lunch.'), item('a'), item('b')]));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByRole('link', { name: 'Blue Ridge weekend' })).toHaveAttribute('href', '/collection/c1');
  });

  // Aim: it is remembered, a second press adds nothing twice, and another collection is one press away.
  it('is offered at the next visit, next to all collections', async () => {
    rememberSession();
    rememberUsed('Blue Ridge weekend');
    api.collections.collections = [collection()];
    renderApp(<AppRoutes />, '/explore?view=list');
    await pressOn('Blue Ridge', ADD);
    expect(await screen.findByText('Added to')).toBeVisible();
    await pressOn('Blue Ridge', ADD);
    expect(await screen.findByText('Already in')).toBeVisible();
    expect(itemsOf('c1')).toEqual([item('a')]);
    await userEvent.click(screen.getByRole('button', { name: 'Change' }));
    expect(await (await dialog()).findByRole('checkbox', { name: 'Blue Ridge weekend' })).toBeChecked();
  });

  // Aim: quick presses on several drives are all stored.
  it('adds drives one after the other', async () => {
    rememberSession();
    rememberUsed('Blue Ridge weekend');
    api.collections.collections = [collection()];
    renderApp(<AppRoutes />, '/explore?view=list');
    await screen.findByRole('link', { name: 'Blue Ridge' });
    await act(async () => screen.getAllByRole('button', { name: ADD }).forEach((button) => button.click()));
    const shown = screen.getAllByRole('button', { name: ADD }).length;
    expect(shown).toBeGreaterThan(1);
    await waitFor(() => expect(itemsOf('c1')).toHaveLength(shown));
  });

  // Aim: the press is not lost if the collection was deleted elsewhere.
  it('offers all collections if it is gone', async () => {
    rememberSession();
    rememberUsed('Blue Ridge weekend');
    api.collections.collections = [collection({ id: 'c2', name: 'Coast' })];
    renderApp(<AppRoutes />, '/explore?view=list');
    await pressOn('Blue Ridge', ADD);
    expect(await (await dialog()).findByRole('checkbox', { name: 'Coast' })).toBeVisible();
    expect(screen.queryByRole('button', { name: ADD, hidden: true })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const card = screen.getByRole('link', { name: 'Blue Ridge' }).closest('article')!;
    expect(within(card).getByRole('button', { name: 'Add to collection' })).toHaveFocus();
  });

  // Aim: no press takes a published collection offline; its row says where it can be changed.
  it('leaves a published collection as it is, and offers the others', async () => {
    rememberSession();
    rememberUsed('Blue Ridge weekend');
    api.collections.collections = [
      collection({ privacy: 'public', items: [item('b')] }),
      collection({ id: 'c2', name: 'Coast' }),
    ];
    renderApp(<AppRoutes />, '/explore?view=list');
    await pressOn('Blue Ridge', ADD);
    const choices = await dialog();
    expect(await choices.findByRole('checkbox', { name: 'Blue Ridge weekend' })).toBeDisabled();
    expect(choices.getByText('Published. Open it to change it: changes are reviewed.')).toBeVisible();
    expect(choices.getByRole('checkbox', { name: 'Coast' })).toBeEnabled();
    expect(itemsOf('c1')).toEqual([item('b')]);
  });

  // Aim: a failed addition says so.
  it('reports why a drive was not added', async () => {
    rememberSession();
    rememberUsed('Blue Ridge weekend');
    api.collections.collections = [collection()];
    api.collections.failure = DOWN;
    renderApp(<AppRoutes />, '/explore?view=list');
    await pressOn('Blue Ridge', ADD);
    expect(await screen.findByText(/^Not added to Blue Ridge weekend\. Temporarily unavailable/)).toBeVisible();
  });

  // Aim: the next person at this browser does not see the name.
  it('is forgotten at the end of the session', async () => {
    rememberSession();
    rememberUsed('Blue Ridge weekend');
    const { store } = renderApp(<AppRoutes />, '/explore?view=list');
    expect((await screen.findAllByRole('button', { name: ADD })).length).toBeGreaterThan(0);
    act(() => void store.dispatch(sessionEnded('left')));
    expect(screen.queryByRole('button', { name: ADD })).toBeNull();
    expect(localStorage.getItem('switchback.collection')).toBeNull();
  });
});
