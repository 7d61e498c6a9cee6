import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppRoutes } from './routes.js';
import { WAY_MAX_AGE_MS } from '../lib/store/origin.js';
import { driveStored } from '../lib/store/marks-slice.js';
import { PASSWORD, rememberSession, user } from '../testing/accounts.js';
import type { DriveCardData } from '../api/types.js';
import { VISA } from '../testing/billing.js';
import { drive } from '../testing/drives.js';
import { renderApp } from '../testing/render.js';
import { facetsOf, FakeApi } from '../testing/server.js';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
});
afterEach(() => {
  vi.restoreAllMocks();
  api.server.close();
});

const LIST = '/explore?view=list';
const card = async (title: string) => (await screen.findByRole('link', { name: title })).closest('article')!;
const mark = async (title: string, name: string) => within(await card(title)).getByRole('button', { name });

async function logIn() {
  const dialog = within(await screen.findByRole('dialog', { name: 'Log in' }));
  expect(dialog.getByText('This feature requires that you log in.')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Email'), 'runner@example.com');
  await userEvent.type(dialog.getByLabelText('Password'), `${PASSWORD}{Enter}`);
}

describe('saving and completing drives on cards', () => {
  // Aim: one press saves, another undoes it, and neither opens the card.
  it('saves a drive and removes it again', async () => {
    rememberSession();
    const { address } = renderApp(<AppRoutes />, LIST);
    await screen.findByRole('button', { name: /^Account of ridge.runner/ });
    const before = address();
    await userEvent.click(await mark('Blue Ridge', 'Save'));
    await waitFor(() => expect(api.accounts.user.savedDrives).toEqual(['a']));
    expect(await mark('Blue Ridge', 'Save')).toHaveAttribute('aria-pressed', 'true');
    expect(await mark('Sea Cliffs', 'Save')).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(await mark('Blue Ridge', 'Save'));
    await waitFor(() => expect(api.accounts.user.savedDrives).toEqual([]));
    expect(address()).toBe(before);
  });

  // Aim: a guest is asked to log in, and the action then happens on the same page.
  it('completes the requested action after the login', async () => {
    const { address } = renderApp(<AppRoutes />, LIST);
    await userEvent.click(await mark('Sea Cliffs', 'Save'));
    await logIn();
    await waitFor(() => expect(api.accounts.user.savedDrives).toEqual(['b']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await mark('Sea Cliffs', 'Save')).toHaveAttribute('aria-pressed', 'true');
    expect(address()).toContain('/explore');
  });

  /** Signs up from a card's prompt, in a tab that is closed afterwards. */
  async function signUpFromCard() {
    const tab = renderApp(<AppRoutes />, LIST);
    await userEvent.click(await mark('Sea Cliffs', 'Save'));
    const prompt = within(await screen.findByRole('dialog', { name: 'Log in' }));
    await userEvent.click(prompt.getByRole('link', { name: 'Create New Account' }));
    const form = within(await screen.findByRole('dialog', { name: 'Sign Up' }));
    await userEvent.type(await form.findByLabelText('Email'), 'runner@example.com');
    await userEvent.type(form.getByLabelText('Username'), 'newcomer');
    await userEvent.type(form.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    await screen.findByText('Check your email');
    tab.unmount();
  }

  async function openMail() {
    const { address } = renderApp(<AppRoutes />, '/signup/verify/u1/secret');
    await userEvent.click(await within(await screen.findByRole('main')).findByRole('link', { name: 'Log In' }));
    await userEvent.type(await screen.findByLabelText('Email'), 'runner@example.com');
    await userEvent.type(screen.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    return address;
  }

  // Aim: a sign-up loses nothing: the mailed link returns the person to the same page, and the drive is saved.
  it('completes the requested action after a sign-up and its mail', async () => {
    await signUpFromCard();
    const address = await openMail();
    await waitFor(() => expect(address()).toContain('/explore?view=list'));
    await waitFor(() => expect(api.accounts.user.savedDrives).toEqual(['b']));
    expect(await mark('Sea Cliffs', 'Save')).toHaveAttribute('aria-pressed', 'true');
    expect(localStorage.getItem('switchback.origin')).toBeNull();
  });

  // Aim: an old action is not performed behind the person's back.
  it('drops the requested action once the link in the mail has expired', async () => {
    await signUpFromCard();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => now + WAY_MAX_AGE_MS);
    const address = await openMail();
    await waitFor(() => expect(address()).toBe('/'));
    expect(api.accounts.user.savedDrives).toEqual([]);
  });

  // Aim: a prompt that was closed has no effect on a later login.
  it('drops the requested action when the prompt is closed', async () => {
    const { store } = renderApp(<AppRoutes />, LIST);
    await userEvent.click(await mark('Sea Cliffs', 'Save'));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
    expect(store.getState().prompt.intent).toBeNull();
  });

  // Aim: a free account is asked to upgrade for completed drives, also right after the login.
  it('asks a free account to upgrade', async () => {
    renderApp(<AppRoutes />, LIST);
    await userEvent.click(await mark('Blue Ridge', 'Completed'));
    await logIn();
    const dialog = within(await screen.findByRole('dialog', { name: 'Hero' }));
    expect(dialog.getByText('This feature requires that you upgrade your account.')).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Compare the plans' })).toHaveAttribute(
      'href',
      '/account-benefits?type=hero',
    );
    expect(api.accounts.user.completedDrives).toEqual([]);
  });

  // Aim: after the upgrade the action happens, on the page where it was started.
  it('completes the drive once the account is upgraded, and returns', async () => {
    api.billing.card = VISA;
    rememberSession();
    const { address } = renderApp(<AppRoutes />, LIST);
    await screen.findByRole('button', { name: /^Account of ridge.runner/ });
    const before = address();
    await userEvent.click(await mark('Blue Ridge', 'Completed'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Hero' }));
    expect(await dialog.findByText('$29.99 billed annually')).toBeVisible();
    await userEvent.click(dialog.getByRole('link', { name: 'Upgrade Account' }));
    await waitFor(() => expect(address()).toBe('/manage-subscription'));
    await userEvent.click(await screen.findByRole('button', { name: 'Upgrade Account' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Back to what you were doing' }));
    await waitFor(() => expect(api.accounts.user.completedDrives).toEqual(['a']));
    expect(address()).toBe(before);
  });

  // Aim: a Hero completes drives.
  it('completes a drive for a Hero', async () => {
    api.accounts.user = user({ accountType: 'hero' });
    rememberSession();
    renderApp(<AppRoutes />, LIST);
    await screen.findByRole('button', { name: /^Account of ridge.runner/ });
    await userEvent.click(await mark('Blue Ridge', 'Completed'));
    await waitFor(() => expect(api.accounts.user.completedDrives).toEqual(['a']));
  });

  // Aim: a drive that could not be saved does not look saved.
  it('reverts a mark that could not be saved', async () => {
    api.server.use(http.post('*/api/users/user/u1/save/a', () => HttpResponse.error()));
    rememberSession();
    renderApp(<AppRoutes />, LIST);
    await screen.findByRole('button', { name: /^Account of ridge.runner/ });
    await userEvent.click(await mark('Blue Ridge', 'Save'));
    await waitFor(async () => expect(await mark('Blue Ridge', 'Save')).toHaveAttribute('aria-pressed', 'false'));
    const alert = await screen.findByText(/^Not saved\. No connection\./);
    expect(alert.closest('[role=alert]')).not.toBeNull();
    expect(screen.queryByText('Saved.')).toBeNull();
  });

  // Aim: the person learns where a saved drive is, and once it is stored on the device, that too.
  it('reports where a saved drive is', async () => {
    rememberSession();
    const { store } = renderApp(<AppRoutes />, LIST);
    await screen.findByRole('button', { name: /^Account of ridge.runner/ });
    await userEvent.click(await mark('Blue Ridge', 'Save'));
    const status = (await screen.findByText(/^Saved\./)).closest<HTMLElement>('[role=status]')!;
    expect(within(status).getByRole('link', { name: 'Your saved drives' })).toHaveAttribute(
      'href',
      '/profile/u1#saved',
    );
    act(() => void store.dispatch(driveStored('a')));
    expect(status).toHaveTextContent('Saved, and available offline on this device.');
    await userEvent.click(await mark('Blue Ridge', 'Save'));
    await waitFor(() => expect(status).toHaveTextContent('Removed from your saved drives.'));
    expect(within(status).queryByRole('link')).toBeNull();
  });

  // Aim: a drive that is no longer saved leaves a list of saved drives; a list of all drives is not fetched again.
  it('searches again if the result depends on the marks', async () => {
    api.accounts.user = user({ savedDrives: ['a', 'b'] });
    rememberSession();
    const kept = (query: URLSearchParams) => query.get('public') !== 'false';
    api.visible = ({ id }, query) => kept(query) || api.accounts.user.savedDrives.includes(id);
    const { unmount } = renderApp(<AppRoutes />, `${LIST}&public=false`);
    await screen.findByRole('button', { name: /^Account of ridge.runner/ });
    await userEvent.click(await mark('Blue Ridge', 'Save'));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Blue Ridge' })).toBeNull());
    expect(await card('Sea Cliffs')).toBeVisible();
    unmount();
    renderApp(<AppRoutes />, LIST);
    await screen.findByRole('button', { name: /^Account of ridge.runner/ });
    await card('Blue Ridge');
    const before = api.searches.length;
    await userEvent.click(await mark('Sea Cliffs', 'Save'));
    await waitFor(() => expect(api.accounts.user.savedDrives).toEqual([]));
    expect(await mark('Sea Cliffs', 'Save')).toHaveAttribute('aria-pressed', 'false');
    expect(api.searches).toHaveLength(before);
  });

  // Aim: the first saved drive makes "Saved" a choice at once, without another search.
  it('count the drive in the filters', async () => {
    const kinds = { private: 0, public: 2, saved: 0, completed: 1, shared: 0 };
    api.facets = () => ({ ...facetsOf(2), kinds });
    api.accounts.user = user({ completedDrives: ['b'] });
    rememberSession();
    renderApp(<AppRoutes />, LIST);
    await screen.findByRole('button', { name: /^Account of ridge.runner/ });
    await userEvent.click(await screen.findByRole('button', { name: /^Filters/ }));
    const saved = await screen.findByRole('radio', { name: 'Saved' });
    await waitFor(() => expect(saved).toHaveAttribute('aria-disabled', 'true'));
    await userEvent.click(await mark('Blue Ridge', 'Save'));
    await waitFor(() => expect(saved).toHaveAccessibleDescription('1 drive'));
    expect(saved).not.toHaveAttribute('aria-disabled');
  });

  // Aim: a card shows a drive's state from its first paint, without waiting for the account and its lists.
  it('flags own, shared, pending and sent-back drives', async () => {
    const own = (id: string, state: Partial<DriveCardData>) =>
      drive({ id, title: id, created: { user: { id: 'u1', username: 'ridge.runner' }, at: '' }, ...state });
    api.drives = [
      own('Mine', { privacy: 'private', status: 'none' }),
      own('Sent', { status: 'pending' }),
      own('Back', { status: 'changes-requested' }),
      own('Out', { official: false }),
      drive({ id: 'Theirs', title: 'Theirs', privacy: 'private', status: 'none' }),
      drive({ id: 'Official', title: 'Blue Ridge' }),
    ];
    api.server.use(http.post('*/api/users/user/:id/base', () => new Promise<never>(() => undefined)));
    rememberSession();
    renderApp(<AppRoutes />, LIST);
    const flags = { Mine: 'Private', Sent: 'Pending review', Back: 'Changes requested', Out: 'Published' };
    for (const [title, flag] of Object.entries({ ...flags, Theirs: 'Shared with me', 'Blue Ridge': 'Official' }))
      expect(within(await card(title)).getByText(flag)).toBeVisible();
  });
});
