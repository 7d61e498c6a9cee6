import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeWayBack, storedWayBack } from '../../lib/store/origin.js';
import { CODE, PASSWORD } from '../../testing/accounts.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import ConfirmSignupPage from './ConfirmSignupPage.js';
import ForgotPasswordPage from './ForgotPasswordPage.js';
import LoginPage from './LoginPage.js';
import { ProviderButton } from './ProviderButton.js';
import ProviderPage from './ProviderPage.js';
import ResetPasswordPage from './ResetPasswordPage.js';
import SignupModal from './SignupModal.js';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
});
afterEach(() => api.server.close());

const field = (name: string) => screen.getByLabelText(name);

describe('the login', () => {
  // Aim: a field shows its error only after it loses focus.
  it('shows the error of a field on blur', async () => {
    renderApp(<LoginPage />);
    await userEvent.type(field('Email'), 'nobody');
    expect(screen.queryByText(/requirements/)).toBeNull();
    await userEvent.tab();
    expect(await screen.findByText('Email does not meet minimum requirements')).toBeVisible();
    expect(field('Email')).toBeInvalid();
    expect(field('Email')).toHaveAccessibleDescription('Email does not meet minimum requirements');
    await userEvent.type(field('Email'), '@example.com');
    await waitFor(() => expect(screen.queryByText(/requirements/)).toBeNull());
  });

  // Aim: an empty form is not sent; the first invalid field gets the focus.
  it('is not sent empty', async () => {
    renderApp(<LoginPage />);
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(field('Email')).toHaveFocus();
  });

  // Aim: the error below the button is two sentences, allows a retry, and clears on the next change.
  it('reports a wrong pair under the button', async () => {
    renderApp(<LoginPage />);
    await userEvent.type(field('Email'), 'runner@example.com');
    await userEvent.type(field('Password'), 'wrong-one{Enter}');
    const refusal = 'Email or password is wrong. Please check both and try again.';
    expect(await screen.findByText(refusal)).toBeVisible();
    await userEvent.type(field('Password'), 'x');
    await waitFor(() => expect(screen.queryByText(refusal)).toBeNull());
  });

  // Aim: a user who did not get the sign-up mail can request it again; other users see no such offer.
  it('resends the mail for an unconfirmed account', async () => {
    api.accounts.unconfirmed = true;
    renderApp(<LoginPage />);
    await userEvent.type(field('Email'), 'runner@example.com');
    await userEvent.type(field('Password'), 'wrong-one{Enter}');
    await screen.findByText(/Email or password is wrong/);
    expect(screen.queryByRole('button', { name: 'Resend email' })).toBeNull();
    await userEvent.clear(field('Password'));
    await userEvent.type(field('Password'), `${PASSWORD}{Enter}`);
    const before = api.accounts.sent.length;
    await userEvent.click(await screen.findByRole('button', { name: 'Resend email' }));
    expect(await screen.findByText(/^Sent again/)).toBeVisible();
    expect(api.accounts.sent.slice(before)).toEqual([
      ['login', expect.objectContaining({ email: 'runner@example.com', password: PASSWORD })],
    ]);
  });

  // Aim: password managers recognize the fields, and the keyboard can reveal the password.
  it('works with password managers and shows the password', async () => {
    renderApp(<LoginPage />);
    expect(field('Email')).toHaveAttribute('autocomplete', 'username');
    expect(field('Password')).toHaveAttribute('autocomplete', 'current-password');
    await userEvent.click(field('Password'));
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Show password' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(field('Password')).toHaveAttribute('type', 'text');
  });
});

describe('a second step', () => {
  const logIn = async () => {
    await userEvent.type(field('Email'), 'runner@example.com');
    await userEvent.type(field('Password'), `${PASSWORD}{Enter}`);
    return screen.findByLabelText('Authenticator code');
  };

  // Aim: asking for a code is not an error; a wrong code is one, next to its field; the right code logs in.
  it('asks for a code after the right password', async () => {
    api.accounts.totpOn = true;
    const { store } = renderApp(<LoginPage />);
    const code = await logIn();
    expect(code).toHaveFocus();
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(screen.queryByText(/Code needed/)).toBeNull();
    await userEvent.type(code, '000000{Enter}');
    expect(await screen.findByText(/Code is wrong/)).toBeVisible();
    await userEvent.clear(code);
    await userEvent.type(code, `${CODE}{Enter}`);
    await waitFor(() => expect(store.getState().session.session?.token).toBe('t2'));
  });
});

describe('another provider', () => {
  const back = (query: string) =>
    renderApp(
      <Routes>
        <Route path="/login/callback" element={<ProviderPage />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>,
      `/login/callback?${query}`,
    );
  afterEach(() => sessionStorage.clear());

  // Aim: only a configured provider is offered; its button leaves the site and stores the destination in the tab.
  it('is offered by name, if configured', async () => {
    const left: string[] = [];
    const { unmount } = renderApp(<LoginPage />);
    await waitFor(() => expect(screen.queryByRole('button', { name: /Continue with/ })).toBeNull());
    unmount();
    api.loginProvider = 'Club';
    renderApp(<ProviderButton origin={{ origin: '/settings' }} leave={(url) => left.push(url)} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with Club' }));
    await waitFor(() => expect(left).toEqual(['https://provider.example/authorize']));
    expect(storedWayBack('session')).toEqual({ origin: '/settings', intent: null });
  });

  // Aim: the response is redeemed once and removed from the URL; the user arrives as planned, with the drive saved.
  it('returns to the original page', async () => {
    storeWayBack('session', { origin: '/settings?tab=security' }, { mark: 'save', driveId: 'b' });
    const { address, store } = back('code=c1&state=s1');
    await waitFor(() => expect(address()).toBe('/settings?tab=security'));
    expect(store.getState().session.session).toEqual({ token: 't2', userId: 'u1' });
    expect(api.accounts.sent).toEqual([['finish', { answer: 'code=c1&state=s1' }]]);
    await waitFor(() => expect(api.accounts.user.savedDrives).toEqual(['b']));
  });

  // Aim: no open redirect: whatever the tab has stored, the login leads to a page of this site.
  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 5])('never leads to %j', async (kept) => {
    sessionStorage.setItem(
      'switchback.origin',
      JSON.stringify({ origin: kept, intent: { mark: 'x' }, at: Date.now() }),
    );
    const { address } = back('code=c1&state=s1');
    await waitFor(() => expect(address()).toBe('/'));
  });

  // Aim: this login asks for a code too, and sends it with the same provider response.
  it('asks for a code if the account requires one', async () => {
    api.accounts.totpOn = true;
    const { address } = back('code=c1&state=s1');
    await userEvent.type(await screen.findByLabelText('Authenticator code'), `${CODE}{Enter}`);
    await waitFor(() => expect(address()).toBe('/'));
    expect(api.accounts.sent.at(-1)).toEqual(['finish', { answer: 'code=c1&state=s1', oneTimeCode: CODE }]);
  });

  // Aim: a failed login shows the reason and a way to log in.
  it('reports an error', async () => {
    const { address } = back('code=old&state=s1');
    expect(await screen.findByRole('alert')).toHaveTextContent('Login has expired');
    expect(screen.getByRole('link', { name: 'Log in another way' })).toHaveAttribute('href', '/login');
    expect(address()).toBe('/login/callback');
  });
});

describe('signing up', () => {
  const fill = async (email: string, username: string, password: string) => {
    await userEvent.type(await screen.findByLabelText('Email'), email);
    await userEvent.type(field('Username'), username);
    await userEvent.type(field('Password'), password);
  };
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Sign Up' }));

  // Aim: a taken username is reported while typing, and the form is not sent with it.
  it('reports a taken username', async () => {
    renderApp(<SignupModal />, '/signup');
    await fill('new@example.com', 'taken', 'long-enough');
    expect(await screen.findByText('Username is taken. Please choose another username.')).toBeVisible();
    await send();
    expect(field('Username')).toHaveFocus();
    expect(api.accounts.sent).toEqual([]);
    await userEvent.type(field('Username'), '2');
    expect(await screen.findByText('Username available')).toBeVisible();
  });

  // Aim: the form sends trimmed values, and the server's message explains the next step.
  it('shows the next step', async () => {
    renderApp(<SignupModal />, '/signup');
    await fill(' new@example.com', 'newcomer ', 'long-enough');
    await send();
    expect(await screen.findByText('Check your email')).toBeVisible();
    expect(screen.getByText('We sent you a link.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
    expect(api.accounts.sent).toEqual([
      ['signup', { email: 'new@example.com', username: 'newcomer', password: 'long-enough' }],
    ]);
  });

  // Aim: a lost mail is sent again for the same sign-up; if the server refuses, the reason is shown.
  it('resends the mail', async () => {
    renderApp(<SignupModal />, '/signup');
    await fill('new@example.com', 'newcomer', 'long-enough');
    await send();
    const resend = await screen.findByRole('button', { name: 'Resend email' });
    await userEvent.click(resend);
    expect(await screen.findByText(/^Sent again/)).toBeVisible();
    const form = { email: 'new@example.com', username: 'newcomer', password: 'long-enough' };
    expect(api.accounts.sent).toEqual([
      ['signup', form],
      ['signup', form],
    ]);
    api.accounts.taken.add('newcomer');
    await userEvent.click(resend);
    expect(await screen.findByText(/Username is taken/)).toBeVisible();
    expect(screen.queryByText(/^Sent again/)).toBeNull();
  });

  // Aim: an installation may require longer passwords, and the page checks that before the server does.
  it('requires the configured password length', async () => {
    api.passwordMin = 12;
    renderApp(<SignupModal />, '/signup');
    expect(await screen.findByText('At least 12 characters, no spaces')).toBeVisible();
    await fill('new@example.com', 'newcomer', 'long-enough');
    await send();
    expect(await screen.findByText('Password does not meet minimum requirements')).toBeVisible();
    expect(api.accounts.sent).toEqual([]);
  });

  // Aim: closing goes home if the visit started here.
  it('closes to the home page', async () => {
    const { address } = renderApp(<SignupModal />, '/signup');
    const dialog = await screen.findByRole('dialog', { name: 'Sign Up' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(address()).toBe('/'));
  });
});

describe('a forgotten password', () => {
  // Aim: the response does not depend on the address.
  it('is requested by email', async () => {
    renderApp(<ForgotPasswordPage />);
    expect(screen.getByText(/^Enter your email/)).toBeVisible();
    await userEvent.type(field('Email'), 'runner@example.com{Enter}');
    expect(await screen.findByText('Check your email')).toBeVisible();
    expect(screen.queryByText(/^Enter your email/)).toBeNull();
    expect(api.accounts.sent).toEqual([['reset-password', { email: 'runner@example.com' }]]);
  });

  const reset = () =>
    renderApp(
      <Routes>
        <Route path="/reset-password/verify/:id/:code" element={<ResetPasswordPage />} />
      </Routes>,
      '/reset-password/verify/u1/secret',
    );

  // Aim: the two passwords must match; setting them logs the user in.
  it('is reset', async () => {
    const { store } = reset();
    await userEvent.type(await screen.findByLabelText('New password'), 'another-one');
    await userEvent.type(field('Re-enter new password'), 'another-two');
    await userEvent.tab();
    expect(await screen.findByText('Passwords do not match')).toBeVisible();
    await userEvent.clear(field('Re-enter new password'));
    await userEvent.type(field('Re-enter new password'), 'another-one{Enter}');
    expect(await screen.findByText('Password set')).toBeVisible();
    expect(api.accounts.sent).toEqual([['reset', { password: 'another-one' }]]);
    expect(store.getState().session.session).toEqual({ token: 't1', userId: 'u1' });
  });

  // Aim: a user locked out by an earlier sign-up with their address gets in again, and sees what they turn off.
  it('turns off a second factor that another person may have set up', async () => {
    api.accounts.secondFactorSince = '2026-03-04T12:00:00.000Z';
    reset();
    await userEvent.type(await screen.findByLabelText('New password'), 'another-one');
    await userEvent.type(field('Re-enter new password'), 'another-one');
    await userEvent.click(
      screen.getByRole('checkbox', { name: /^Turn off two-step login, which was set up on .*2026/ }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
    expect(await screen.findByText('Password set')).toBeVisible();
    expect(api.accounts.sent).toEqual([['reset', { password: 'another-one', turnOffSecondFactor: true }]]);
  });

  // Aim: a used link is not an error: the page explains it and offers a new one.
  it('offers another link if this one has expired', async () => {
    api.accounts.links = 'used';
    reset();
    expect(await screen.findByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/forgot-password');
    expect(screen.getByText('Already done')).toBeVisible();
  });

  // Aim: an invalid link is an error, with a way to request a new one or to contact us.
  it('reports an invalid link', async () => {
    api.accounts.links = 'wrong';
    reset();
    expect(await screen.findByRole('link', { name: 'Request a new link' })).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Having trouble?' })).toHaveAttribute('href', '/contact');
    expect(screen.getByRole('alert')).toHaveTextContent('Link is not valid');
  });
});

describe('the confirmation of a sign-up', () => {
  const open = () =>
    renderApp(
      <Routes>
        <Route path="/signup/verify/:id/:code" element={<ConfirmSignupPage />} />
        <Route path="/login" element={<LoginPage />} />
      </Routes>,
      '/signup/verify/u1/secret',
    );

  // Aim: the account is created on load, and the login is one click away.
  it('leads to the login', async () => {
    open();
    expect(await screen.findByText('Welcome')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login');
  });

  // Aim: with several sign-ups pending, opening the mail never confirms the sign-up of another person.
  it('asks for the password if another sign-up is pending for the address', async () => {
    api.accounts.contested = true;
    open();
    expect(await screen.findByText(/the password you chose for ridge.runner/)).toBeVisible();
    await userEvent.type(field('Password'), 'wrong-one{Enter}');
    expect(await screen.findByText(/Password is wrong/)).toBeVisible();
    await userEvent.clear(field('Password'));
    await userEvent.type(field('Password'), `${PASSWORD}{Enter}`);
    expect(await screen.findByText('Welcome, ridge.runner')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login');
  });

  // Aim: the login that follows proves that the mailbox belongs to the person who knows the password.
  it('passes its code to the login', async () => {
    open();
    await userEvent.click(await screen.findByRole('link', { name: 'Log In' }));
    await userEvent.type(field('Email'), 'runner@example.com');
    await userEvent.type(field('Password'), `${PASSWORD}{Enter}`);
    await waitFor(() =>
      expect(api.accounts.sent).toContainEqual(['login', expect.objectContaining({ signUpCode: 'secret' })]),
    );
  });

  // Aim: opening the link a second time is not an error.
  it('succeeds a second time', async () => {
    api.accounts.links = 'used';
    open();
    expect(await screen.findByRole('link', { name: 'Log In' })).toBeVisible();
    expect(screen.getByText('Already done')).toBeVisible();
  });

  // Aim: an invalid link is an error, with a contact link.
  it('fails with a way to get help', async () => {
    api.accounts.links = 'wrong';
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Link is not valid');
    expect(screen.getByRole('link', { name: 'Having trouble?' })).toBeVisible();
  });
});
