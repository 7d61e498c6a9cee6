import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionEnded } from '../../session/session-slice.js';
import { CODE, PASSWORD, rememberSession, user } from '../../testing/accounts.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import { SettingsPage } from './SettingsPage.js';

const CLUB = { issuer: 'https://club.example', name: 'Club', linked: '2026-01-02T10:00:00.000Z' };

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
  rememberSession();
});
afterEach(() => {
  vi.useRealTimers();
  api.server.close();
});

const open = (tab: string) => renderApp(<SettingsPage ProfileTab={() => <p>the profile</p>} />, `/settings?tab=${tab}`);
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the settings', () => {
  // Aim: the URL selects the tab; an unknown one shows the profile.
  it.each([
    ['privacy', 'Privacy'],
    ['security', 'Security'],
    ['account', 'Account'],
    ['notices', 'Notifications'],
    ['offline', 'Offline'],
    ['legal', 'Legal'],
    ['nonsense', 'Profile'],
  ])('open at %s', async (tab, name) => {
    open(tab);
    expect(await heading(name)).toBeVisible();
  });

  // Aim: the navigation links to the six tabs and marks the current one.
  it('switch between tabs', async () => {
    const { address } = open('privacy');
    const nav = within(screen.getByRole('navigation', { name: 'Settings' }));
    expect(nav.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Profile',
      'Privacy',
      'Security',
      'Account',
      'Notifications',
      'Offline',
    ]);
    expect(nav.getByRole('link', { name: 'Privacy' })).toHaveAttribute('aria-current', 'page');
    await userEvent.click(nav.getByRole('link', { name: 'Profile' }));
    expect(address()).toBe('/settings?tab=profile');
    expect(await screen.findByText('the profile')).toBeVisible();
    expect(nav.getByRole('button', { name: 'Log Out' })).toBeVisible();
  });

  // Aim: a switch saves when toggled.
  it('hide a part of the profile', async () => {
    open('privacy');
    const location = await screen.findByRole('switch', { name: 'Location' });
    expect(location).toBeChecked();
    await userEvent.click(location);
    await waitFor(() => expect(api.accounts.privacy).toMatchObject({ location: false, name: true }));
    expect(location).not.toBeChecked();
  });
});

describe('the security settings', () => {
  const edit = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

  // Aim: an empty form cannot be sent; a wrong password shows an error next to its field, which gets the focus.
  it('change the password', async () => {
    open('security');
    await edit('Password Edit');
    const form = await dialog('Change password');
    const save = form.getByRole('button', { name: 'Save' });
    expect(save).toBeDisabled();
    await userEvent.type(form.getByLabelText('Current password'), 'not-it');
    await userEvent.type(form.getByLabelText('New password'), 'another-one');
    await userEvent.type(form.getByLabelText('Re-enter new password'), 'another-one');
    await userEvent.click(save);
    expect(await form.findByText('Password is wrong. Please enter your current password.')).toBeVisible();
    expect(form.getByLabelText('Current password')).toHaveFocus();
    await userEvent.clear(form.getByLabelText('Current password'));
    await userEvent.type(form.getByLabelText('Current password'), `${PASSWORD}{Enter}`);
    expect(await form.findByText('It is changed.')).toBeVisible();
    expect(api.accounts.sent.at(-1)).toEqual([
      'change-password',
      { currentPassword: PASSWORD, newPassword: 'another-one' },
    ]);
  });

  // Aim: a new address requires the password, and the server's message explains the next step.
  it('change the email', async () => {
    open('security');
    await edit('Email Edit');
    const form = await dialog('Change email');
    await userEvent.type(form.getByLabelText('New email'), 'new@example.com{Enter}');
    expect(await form.findByText('Password is required')).toBeVisible();
    await userEvent.type(form.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    expect(await form.findByText('It is changed.')).toBeVisible();
    expect(api.accounts.sent).toEqual([
      ['change-email', { newEmail: 'new@example.com', currentEmail: 'runner@example.com', password: PASSWORD }],
    ]);
  });

  // Aim: a user who forgot the password can request a link by mail, with the address filled in.
  it('send a link for a forgotten password', async () => {
    open('security');
    await edit('Forgot password?');
    const form = await dialog('Forgot password');
    expect(form.getByLabelText('Email')).toHaveValue('runner@example.com');
    await userEvent.click(form.getByRole('button', { name: 'Send link' }));
    expect(await form.findByText('Check your email')).toBeVisible();
  });

  // Aim: the secret can be scanned or typed, a wrong code shows an error at its field, and recovery codes are shown.
  it('turn codes at each login on, and off again', async () => {
    open('security');
    await edit('Turn on');
    const form = await dialog('Two-step login');
    await userEvent.type(await form.findByLabelText('Current password'), `${PASSWORD}{Enter}`);
    expect(await form.findByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    expect(form.getByText('GEZDGNBV')).toBeVisible();
    const code = form.getByLabelText('Authenticator code');
    await userEvent.type(code, '000000{Enter}');
    expect(await form.findByText(/Code is wrong/)).toBeVisible();
    await userEvent.clear(code);
    await userEvent.type(code, `${CODE}{Enter}`);
    expect(await form.findByText('CCCC-DDDD')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByText('On. 10 recovery codes are left.')).toBeVisible();
    await edit('New recovery codes');
    const codes = await dialog('New recovery codes');
    await userEvent.type(codes.getByLabelText('Current password'), `${PASSWORD}{Enter}`);
    expect(await codes.findByText('EEEE-FFFF')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await edit('Turn off');
    const off = await dialog('Two-step login');
    await userEvent.type(off.getByLabelText('Current password'), `${PASSWORD}{Enter}`);
    expect(await off.findByText('You no longer need a code to log in.')).toBeVisible();
    expect(api.accounts.totpOn).toBe(false);
  });

  // Aim: a linked provider is listed, and is unlinked once the user gives the password.
  it('unlink a provider', async () => {
    api.accounts.providers = [CLUB];
    open('security');
    expect(await screen.findByText('Linked since Jan 2, 2026.')).toBeVisible();
    await edit('Unlink Club');
    const form = await dialog('Unlink Club');
    await userEvent.type(form.getByLabelText('Current password'), 'guessed-it{Enter}');
    expect(await form.findByText(/Password is wrong/)).toBeVisible();
    await userEvent.clear(form.getByLabelText('Current password'));
    await userEvent.type(form.getByLabelText('Current password'), `${PASSWORD}{Enter}`);
    expect(await form.findByText('You can still log in with your password.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('Login with Club')).toBeNull());
  });

  // Aim: users cannot lock themselves out.
  it('require a password before a person without one unlinks', async () => {
    Object.assign(api.accounts, { providers: [CLUB], passwordSet: false });
    open('security');
    await edit('Unlink Club');
    const shown = await dialog('Unlink Club');
    expect(shown.getByText('Please set a password first')).toBeVisible();
    expect(shown.queryByRole('button', { name: 'Unlink' })).toBeNull();
    await userEvent.click(shown.getByRole('button', { name: 'Set a password' }));
    const form = await dialog('Set a password');
    expect(form.queryByLabelText('Current password')).toBeNull();
    await userEvent.type(form.getByLabelText('New password'), PASSWORD);
    await userEvent.type(form.getByLabelText('Re-enter new password'), `${PASSWORD}{Enter}`);
    expect(await form.findByText('It is changed.')).toBeVisible();
    expect(api.accounts.sent).toEqual([['change-password', { newPassword: PASSWORD }]]);
    await userEvent.keyboard('{Escape}');
    await edit('Unlink Club');
    expect((await dialog('Unlink Club')).getByLabelText('Current password')).toBeVisible();
  });

  // Aim: a user without a password can change their email all the same.
  it('require no password of a person without one to change the email', async () => {
    api.accounts.passwordSet = false;
    open('security');
    await edit('Email Edit');
    const form = await dialog('Change email');
    expect(form.getByLabelText('New email')).toHaveFocus();
    expect(form.queryByLabelText('Password')).toBeNull();
    await userEvent.keyboard('new@example.com{Enter}');
    expect(await form.findByText('It is changed.')).toBeVisible();
    expect(api.accounts.sent).toEqual([
      ['change-email', { newEmail: 'new@example.com', currentEmail: 'runner@example.com' }],
    ]);
  });

  // Aim: the user can end another browser's session, but not the current one.
  it('end another session', async () => {
    api.accounts.tokens.add('t2');
    open('security');
    await userEvent.click(await screen.findByRole('button', { name: 'Log out there: Browser of t2' }));
    await waitFor(() => expect(screen.queryByText('Browser of t2')).toBeNull());
    expect(screen.getByText('This browser')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Browser of t1/ })).toBeNull();
  });
});

describe('the account settings', () => {
  // Aim: the account type links to its benefits, and the page to an upgrade or the subscription.
  it.each([
    ['free', 'Free', 'Upgrade'],
    ['hero', 'Hero', 'Manage Subscription'],
  ] as const)('show a %s account', async (accountType, name, way) => {
    api.accounts.user = user({ accountType });
    open('account');
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', `/account-benefits?type=${accountType}`);
    expect(screen.getByRole('link', { name: way })).toHaveAttribute('href', '/manage-subscription');
  });

  // Aim: a slow export reports that it is working and ends in the downloads, even if the user leaves the tab.
  it('export the data', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const saved: [string, string][] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push([this.download, this.href]);
    });
    Object.assign(URL, { createObjectURL: ({ size }: Blob) => `blob:${size}`, revokeObjectURL: () => undefined });
    let calls = 0;
    api.server.use(
      http.get('*/api/users/user/u1/export', () => {
        calls += 1;
        if (calls > 1) return HttpResponse.arrayBuffer(new Uint8Array(7).buffer);
        const additional = { retryAfterSeconds: 5 };
        return HttpResponse.json({ title: 'Not yet', message: '', code: 'ERROR-00010', additional }, { status: 503 });
      }),
    );
    open('account');
    const quick = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await quick.click(await screen.findByRole('button', { name: 'Download' }));
    expect(await screen.findByText(/^Gathering your data/)).toBeVisible();
    await waitFor(() => expect(calls).toBe(1));
    await quick.click(screen.getByRole('link', { name: 'Privacy' }));
    await quick.click(screen.getByRole('link', { name: 'Account' }));
    expect(await screen.findByText(/^Gathering your data/)).toBeVisible();
    act(() => void vi.advanceTimersByTime(5_000));
    expect(await screen.findByText('Your data is in your downloads.')).toBeVisible();
    expect(saved).toEqual([['my-data.zip', 'blob:7']]);
  });

  // Aim: a failed export is reported and can be requested again.
  it('explain why the data could not be exported', async () => {
    api.server.use(http.get('*/api/users/user/u1/export', () => HttpResponse.error()));
    open('account');
    await userEvent.click(await screen.findByRole('button', { name: 'Download' }));
    expect(await screen.findByText(/^No connection\./)).toBeVisible();
  });

  // Aim: deletion requires the confirmation word, shows success, and logs the user out three seconds later.
  it('delete the account', async () => {
    const { store } = open('account');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Account' }));
    const form = await dialog('Delete Account');
    await userEvent.click(form.getByRole('button', { name: 'Delete Account' }));
    expect(await form.findByText('Required field')).toBeVisible();
    expect(api.accounts.sent).toEqual([]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const quick = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await quick.type(form.getByRole('textbox'), ' delete {Enter}');
    expect(await form.findByText('Your account is deleted')).toBeVisible();
    expect(api.accounts.sent).toEqual([['account', { confirm: 'delete' }]]);
    expect(store.getState().session.session).not.toBeNull();
    // The server no longer knows the session; the farewell stays all the same.
    act(() => void store.dispatch(sessionEnded('expired')));
    expect(store.getState().session.session).not.toBeNull();
    act(() => void vi.advanceTimersByTime(3_000));
    expect(store.getState().session).toMatchObject({ session: null, ended: 'left' });
  });

  // Aim: who pays learns that the subscription ends with the account; without one, nothing is said of it.
  it.each([
    [
      'names the subscription',
      () => api.billing.subscribe('active'),
      /^Your Hero subscription, paid until Mar 17, 2030/,
    ],
    ['without a subscription names none', () => undefined, null],
  ])('delete an account: %s', async (_case, given, expected) => {
    given();
    open('account');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Account' }));
    const form = await dialog('Delete Account');
    if (expected === null) expect(form.queryByText(/Hero subscription/)).toBeNull();
    else expect(await form.findByText(expected)).toBeVisible();
  });

  // Aim: the form asks for the password if the server does, and a wrong one shows an error next to it.
  it('require the password to delete the account if the login is too long ago', async () => {
    api.accounts.deletionTakesPassword = true;
    open('account');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Account' }));
    const form = await dialog('Delete Account');
    expect(form.queryByLabelText('Current password')).toBeNull();
    await userEvent.type(form.getByRole('textbox'), 'delete{Enter}');
    await userEvent.type(await form.findByLabelText('Current password'), 'wrong-one{Enter}');
    expect(await form.findByText(/Password is wrong/)).toBeVisible();
    await userEvent.clear(form.getByLabelText('Current password'));
    await userEvent.type(form.getByLabelText('Current password'), `${PASSWORD}{Enter}`);
    expect(await form.findByText('Your account is deleted')).toBeVisible();
    expect(api.accounts.sent.at(-1)).toEqual(['account', { confirm: 'delete', password: PASSWORD }]);
  });

  // Aim: the reason for a failed deletion shows on the button itself, until the user types the word again.
  it('explain on the button why the account could not be deleted', async () => {
    api.server.use(http.delete('*/api/users/user/u1/account', () => HttpResponse.error()));
    open('account');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Account' }));
    const form = await dialog('Delete Account');
    await userEvent.type(form.getByRole('textbox'), 'delete{Enter}');
    expect(await form.findByRole('button', { name: /^No connection\./ })).toBeVisible();
    await userEvent.type(form.getByRole('textbox'), ' ');
    expect(await form.findByRole('button', { name: 'Delete Account' })).toBeVisible();
  });
});
