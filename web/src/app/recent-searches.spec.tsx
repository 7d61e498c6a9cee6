import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberSession, user } from '../testing/accounts.js';
import { renderApp } from '../testing/render.js';
import { FakeApi } from '../testing/server.js';
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
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

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

  // Aim: people with drives of their own can exclude kinds; the search, the address and the badge reflect it.
  it('can be turned off one by one', async () => {
    api.accounts.user = user({ savedDrives: ['a'] });
    rememberSession();
    const address = await open();
    const kinds = within(await screen.findByRole('group', { name: 'Show' }));
    expect(kinds.getByRole('button', { name: 'Public' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(kinds.getByRole('button', { name: 'Public' }));
    expect(kinds.getByRole('button', { name: 'Public' })).toHaveAttribute('aria-pressed', 'false');
    await waitFor(() => expect(api.searches.at(-1)?.get('public')).toBe('false'));
    expect(screen.getByRole('button', { name: /^Filters/ })).toHaveTextContent('1');
    await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
    await waitFor(() => expect(address()).not.toContain('public=false'));
    expect(kinds.getByRole('button', { name: 'Public' })).toHaveAttribute('aria-pressed', 'true');
  });

  // Aim: people without such drives do not see the option.
  it('are not offered if there are only public ones', async () => {
    await open();
    expect(screen.queryByRole('group', { name: 'Show' })).toBeNull();
  });
});
