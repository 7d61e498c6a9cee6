import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberSession, user } from '../testing/accounts.js';
import { renderApp } from '../testing/render.js';
import { facetsOf, FakeApi } from '../testing/server.js';
import { AppRoutes } from './routes.js';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
  api.accounts.searches = [
    { type: 'drive', label: 'Blue Ridge', value: 'a' },
    { type: 'place', label: 'Boone, North Carolina', value: 'p2' },
  ];
});
afterEach(() => api.server.close());

const LIST = '/explore?view=list';
const field = () => screen.findByRole('combobox', { name: /^Search/ });
/** Names of the options, without their details. */
const offered = () =>
  screen.queryAllByRole('option').map((option) => option.querySelector('span')?.firstChild?.textContent);

describe('recent searches', () => {
  // Aim: an empty search box offers the latest searches; typing keeps the matching ones among the suggestions.
  it('appear in the empty search box', async () => {
    rememberSession();
    renderApp(<AppRoutes />, LIST);
    await userEvent.click(await field());
    await waitFor(() => expect(offered()).toEqual(['Blue Ridge', 'Boone, North Carolina']));
    expect(screen.getByRole('option', { name: 'Blue Ridge' })).toHaveAccessibleDescription('Recent search');
    await userEvent.type(await field(), 'sea');
    await waitFor(() => expect(offered()).toContain('Sea Cliffs'));
    expect(screen.getByText('North Carolina · 10 mi')).toBeVisible();
    expect(offered()).not.toContain('Blue Ridge');
    await userEvent.clear(await field());
    await userEvent.type(await field(), 'blu');
    await waitFor(() => expect(offered()).toEqual(['Blue Ridge', 'Asheville, North Carolina']));
  });

  // Aim: private drives are suggested to people who may see them: the box sends the account's own and shared drives.
  it('share the box with drives of the account', async () => {
    const by = { id: 'u2', username: 'friend' };
    api.accounts.user = user({ privateDrives: ['mine'], sharedDrives: [{ user: by, drives: ['theirs'] }] });
    rememberSession();
    renderApp(<AppRoutes />, LIST);
    await userEvent.type(await field(), 'sea');
    await waitFor(() => expect(api.included).toEqual(['mine', 'theirs']));
  });

  // Aim: a chosen suggestion is stored for the next time; a plain text is not.
  it('store the chosen option', async () => {
    rememberSession();
    renderApp(<AppRoutes />, LIST);
    await userEvent.type(await field(), 'sea');
    await userEvent.click(await screen.findByRole('option', { name: 'Sea Cliffs' }));
    await waitFor(() => expect(api.accounts.searches[0]).toEqual({ type: 'drive', label: 'Sea Cliffs', value: 'b' }));
    await userEvent.clear(await field());
    await userEvent.type(await field(), 'curvy roads{Enter}');
    await waitFor(() => expect(api.searches.at(-1)?.get('q')).toBe('curvy roads'));
    expect(api.accounts.searches).toHaveLength(3);
  });

  // Aim: a search can be deleted with the keyboard.
  it('can be deleted', async () => {
    rememberSession();
    renderApp(<AppRoutes />, LIST);
    await userEvent.click(await field());
    await waitFor(() => expect(offered()).toHaveLength(2));
    await userEvent.keyboard('{ArrowDown}{Shift>}{Delete}{/Shift}');
    await waitFor(() => expect(offered()).toEqual(['Boone, North Carolina']));
    expect(api.accounts.searches.map(({ label }) => label)).toEqual(['Boone, North Carolina']);
  });

  // Aim: guests have no history.
  it('require a login', async () => {
    renderApp(<AppRoutes />, LIST);
    await screen.findByRole('link', { name: 'Sea Cliffs' });
    await userEvent.click(await field());
    expect(offered()).toEqual([]);
  });
});

describe('the kinds of drive', () => {
  const open = async () => {
    const { address } = renderApp(<AppRoutes />, LIST);
    await userEvent.click(await screen.findByRole('button', { name: /^Filters/ }));
    await screen.findByRole('combobox', { name: 'Country' });
    return address;
  };

  // Aim: people with drives of their own choose one kind; the search, the address and the badge reflect it.
  it('are a choice of one', async () => {
    api.accounts.user = user({ savedDrives: ['a'] });
    rememberSession();
    const address = await open();
    const kinds = within(await screen.findByRole('radiogroup', { name: 'Show' }));
    expect(kinds.getByRole('radio', { name: 'All' })).toBeChecked();
    await userEvent.click(kinds.getByRole('radio', { name: 'Saved' }));
    expect(kinds.getByRole('radio', { name: 'Saved' })).toBeChecked();
    await waitFor(() => expect(api.searches.at(-1)?.get('shared')).toBe('false'));
    expect(address()).toContain('private=false&public=false&completed=false&shared=false');
    expect(screen.getByRole('button', { name: /^Filters/ })).toHaveTextContent('1');
    await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
    await waitFor(() => expect(address()).not.toContain('=false'));
    expect(kinds.getByRole('radio', { name: 'All' })).toBeChecked();
  });

  // Aim: a kind shows how many drives it would give; one without any cannot be chosen, and says why.
  it('show what they would give', async () => {
    api.accounts.user = user({ savedDrives: ['a'] });
    const kinds = { private: 0, public: 7, saved: 1, completed: 0, shared: 2 };
    api.facets = () => ({ ...facetsOf(7), kinds });
    rememberSession();
    const address = await open();
    const mine = await screen.findByRole('radio', { name: 'Mine' });
    await waitFor(() => expect(mine).toHaveAttribute('aria-disabled', 'true'));
    expect(mine).toHaveAccessibleDescription('None of your private and pending drives match the other filters.');
    expect(screen.getByRole('radio', { name: 'Saved' })).toHaveAccessibleDescription('1 drive');
    expect(screen.getByRole('radio', { name: 'All' })).toHaveAccessibleDescription('9 drives');
    await userEvent.click(mine);
    expect(address()).not.toContain('=false');
    act(() => screen.getByRole('radio', { name: 'All' }).focus());
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(mine).toHaveFocus();
  });

  // Aim: a link with a combination that is no choice works, and shows that it is one of its own.
  it('keep the combination of a link', async () => {
    renderApp(<AppRoutes />, `${LIST}&private=false&shared=false`);
    await userEvent.click(await screen.findByRole('button', { name: /^Filters/ }));
    expect(await screen.findByText('Custom')).toBeVisible();
    for (const kind of screen.getAllByRole('radio', { name: /All|Saved|Completed|Mine|Shared/ }))
      expect(kind).not.toBeChecked();
    expect(api.searches.at(-1)?.get('private')).toBe('false');
  });

  // Aim: people without such drives do not see the option.
  it('are not offered if there are only public ones', async () => {
    await open();
    expect(screen.queryByRole('radiogroup', { name: 'Show' })).toBeNull();
  });
});
