import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userRefreshAsked } from '../session/session-slice.js';
import { rememberSession, PASSWORD } from '../testing/accounts.js';
import { renderApp } from '../testing/render.js';
import { FakeApi } from '../testing/server.js';
import { AppRoutes } from './routes.js';
import { IDLE_MS, SECOND_REFRESH_MS } from './SessionSync.js';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
});
afterEach(() => {
  vi.useRealTimers();
  api.server.close();
});

const stored = () => localStorage.getItem('switchback.session');
const account = () => screen.findByRole('button', { name: /^Account of ridge.runner/ });

async function logIn(password = PASSWORD) {
  await userEvent.type(await screen.findByLabelText('Email'), 'runner@example.com');
  await userEvent.type(screen.getByLabelText('Password'), `${password}{Enter}`);
}

/** Dispatches the event that the browser sends to other tabs when one writes to the storage. */
function otherTab(value: object | null) {
  const newValue = value === null ? null : JSON.stringify(value);
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'switchback.session', newValue })));
}

describe('the session', () => {
  // Aim: a protected page asks for a login and is shown after it; the menu names the account.
  it('returns to the page that required the login', async () => {
    const { address } = renderApp(<AppRoutes />, '/settings?tab=privacy');
    await waitFor(() => expect(address()).toBe('/login'));
    await logIn();
    await waitFor(() => expect(address()).toBe('/settings?tab=privacy'));
    await userEvent.click(await account());
    const header = within(screen.getByRole('banner'));
    expect(header.getByText('ridge.runner')).toBeVisible();
    expect(header.getAllByText('Free')[0]).toBeVisible();
    expect(header.getAllByRole('link', { name: 'Settings' })[0]).toHaveAttribute('href', '/settings');
  });

  // Aim: signing up or resetting the password first still leads back to the requested page.
  it('returns there also through other pages', async () => {
    const { address } = renderApp(<AppRoutes />, '/settings?tab=privacy');
    await userEvent.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Back to log in' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Create New Account' }));
    const form = within(await screen.findByRole('dialog', { name: 'Sign Up' }));
    await userEvent.click(form.getByRole('link', { name: 'Log In' }));
    await waitFor(() => expect(address()).toBe('/login'));
    await logIn();
    await waitFor(() => expect(address()).toBe('/settings?tab=privacy'));
  });

  // Aim: a plain login leads home, and so does the login page during a session.
  it('goes home from the login page', async () => {
    const { address, unmount } = renderApp(<AppRoutes />, '/login');
    await logIn();
    await waitFor(() => expect(address()).toBe('/'));
    unmount();
    const again = renderApp(<AppRoutes />, '/signup');
    await waitFor(() => expect(again.address()).toBe('/'));
  });

  // Aim: a reload keeps the session, and logging out deletes the token here and on the server.
  it('survives a reload and ends with the logout', async () => {
    rememberSession();
    const { address } = renderApp(<AppRoutes />, '/settings');
    await userEvent.click(await account());
    await userEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Log Out' }));
    await waitFor(() => expect(address()).toBe('/'));
    expect(await screen.findByRole('link', { name: 'Log In' })).toBeVisible();
    expect(stored()).toBeNull();
    await waitFor(() => expect(api.accounts.tokens.size).toBe(0));
  });

  // Aim: a session that the server no longer knows is dropped, and a login leads back to the page.
  it('is dropped if the server does not know it', async () => {
    rememberSession('stale');
    const { address } = renderApp(<AppRoutes />, '/settings?tab=security');
    await waitFor(() => expect(address()).toBe('/login'));
    expect(stored()).toBeNull();
    await logIn();
    await waitFor(() => expect(address()).toBe('/settings?tab=security'));
  });

  // Aim: a login in another tab logs in here, and a logout there logs out here.
  it('follows the other tabs', async () => {
    const { address } = renderApp(<AppRoutes />, '/login');
    await screen.findByLabelText('Email');
    otherTab({ token: 't1', userId: 'u1' });
    await account();
    expect(address()).toBe('/');
    otherTab(null);
    expect(await screen.findByRole('link', { name: 'Log In' })).toBeVisible();
  });

  // Aim: a log out in another tab loses no typed text: the same person finds it after the next login.
  it('keeps a half-written profile after a logout in another tab', async () => {
    rememberSession();
    const { address } = renderApp(<AppRoutes />, '/settings?tab=profile&editing=true');
    await userEvent.type(await screen.findByLabelText('Bio'), 'Half of a sen');
    otherTab(null);
    await waitFor(() => expect(address()).toBe('/login'));
    expect(screen.queryByDisplayValue('Half of a sen')).toBeNull();
    await logIn();
    expect(await screen.findByLabelText('Bio')).toHaveValue('Half of a sen');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Edit profile' }));
    expect(await screen.findByLabelText('Bio')).toHaveValue('');
  });

  // Aim: a log out here leaves nothing for the next person at this browser, nor for the same one.
  it('discards a half-written profile after a logout here', async () => {
    rememberSession();
    const { store } = renderApp(<AppRoutes />, '/settings?tab=profile&editing=true');
    await userEvent.type(await screen.findByLabelText('Bio'), 'Half of a sen');
    await userEvent.click(await account());
    await userEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Log Out' }));
    await waitFor(() => expect(store.getState().drafts).toEqual({}));
  });

  // Aim: Log Out asks once before it deletes an unsubmitted drive, and deletes only the person's own drafts.
  it('asks before it deletes a draft', async () => {
    rememberSession();
    localStorage.setItem('switchback.draft.u1.new', '{}');
    localStorage.setItem('switchback.draft.u2.new', '{}');
    renderApp(<AppRoutes />, '/settings');
    const logOut = async () => {
      await userEvent.click(await account());
      await userEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Log Out' }));
      return within(await screen.findByRole('dialog', { name: 'Discard your draft?' }));
    };
    await userEvent.click((await logOut()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(localStorage.getItem('switchback.draft.u1.new')).toBe('{}');
    expect(stored()).not.toBeNull();
    await userEvent.click((await logOut()).getByRole('button', { name: 'Discard and log out' }));
    expect(await screen.findByRole('link', { name: 'Log In' })).toBeVisible();
    await waitFor(() => expect(localStorage.getItem('switchback.draft.u1.new')).toBeNull());
    expect(localStorage.getItem('switchback.draft.u2.new')).toBe('{}');
  });

  // Aim: a session that expired leaves the draft for the next login.
  it('keeps a draft after a session expired', async () => {
    rememberSession('stale');
    localStorage.setItem('switchback.draft.u1.new', '{}');
    const { address } = renderApp(<AppRoutes />, '/settings');
    await waitFor(() => expect(address()).toBe('/login'));
    expect(localStorage.getItem('switchback.draft.u1.new')).toBe('{}');
  });

  // Aim: a message to us is independent of the session: it stays on the screen over a log out and another login.
  it('keeps a half-written message', async () => {
    rememberSession();
    renderApp(<AppRoutes />, '/contact');
    await account();
    const form = within(await screen.findByRole('main'));
    await waitFor(() => expect(form.getByLabelText('Email')).toHaveValue('runner@example.com'));
    await userEvent.type(form.getByLabelText('Message'), 'Half of a sen');
    otherTab(null);
    expect(await screen.findByRole('link', { name: 'Log In' })).toBeVisible();
    expect(form.getByLabelText('Message')).toHaveValue('Half of a sen');
    expect(form.getByLabelText('Email')).toHaveValue('');
    await userEvent.type(form.getByLabelText('Email'), 'other@example.com');
    otherTab({ token: 't1', userId: 'u1' });
    await account();
    expect(form.getByLabelText('Message')).toHaveValue('Half of a sen');
    expect(form.getByLabelText('Email')).toHaveValue('other@example.com');
  });

  // Aim: after five minutes without activity the person counts as idle, and with the first activity as back.
  it('notices that the person is logged out', () => {
    vi.useFakeTimers();
    const { store } = renderApp(<p>page</p>);
    act(() => void vi.advanceTimersByTime(IDLE_MS - 1));
    act(() => void dispatchEvent(new Event('wheel')));
    act(() => void vi.advanceTimersByTime(IDLE_MS - 1));
    expect(store.getState().session.idle).toBe(false);
    act(() => void vi.advanceTimersByTime(1));
    expect(store.getState().session.idle).toBe(true);
    act(() => void dispatchEvent(new Event('mousemove')));
    expect(store.getState().session.idle).toBe(false);
  });

  // Aim: the server's delayed updates show without a reload, 15 seconds later at the latest.
  it('fetches the user again, and once more 15 seconds later', async () => {
    rememberSession();
    const { store } = renderApp(<AppRoutes />);
    await account();
    expect(api.accounts.reads).toBe(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    act(() => void store.dispatch(userRefreshAsked()));
    await vi.waitFor(() => expect(api.accounts.reads).toBe(2));
    act(() => void vi.advanceTimersByTime(SECOND_REFRESH_MS));
    await vi.waitFor(() => expect(api.accounts.reads).toBe(3));
  });
});
