import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepWayBack, keptWayBack } from '../../lib/origin.js';
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
  // Aim: nothing is held against a field before it was left, and then it says what it wants.
  it('says what is wrong with a field once it was left', async () => {
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

  // Aim: an empty form is not sent; the first field that is wrong gets the focus.
  it('is not sent empty', async () => {
    renderApp(<LoginPage />);
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(field('Email')).toHaveFocus();
  });

  // Aim: a refusal stands under the button as two sentences, the form can be sent again, and the words go with the next change.
  it('says under the button that the pair is wrong', async () => {
    renderApp(<LoginPage />);
    await userEvent.type(field('Email'), 'runner@example.com');
    await userEvent.type(field('Password'), 'wrong-one{Enter}');
    const refusal = 'Email or password is wrong. Please check both and try again.';
    expect(await screen.findByText(refusal)).toBeVisible();
    await userEvent.type(field('Password'), 'x');
    await waitFor(() => expect(screen.queryByText(refusal)).toBeNull());
  });

  // Aim: who did not get the mail of their sign-up can have it again; nobody else is offered one.
  it('sends the mail again to who is not confirmed yet', async () => {
    api.accounts.unconfirmed = true;
    renderApp(<LoginPage />);
    await userEvent.type(field('Email'), 'runner@example.com');
    await userEvent.type(field('Password'), 'wrong-one{Enter}');
    await screen.findByText(/Email or password is wrong/);
    expect(screen.queryByRole('button', { name: 'Resend mail' })).toBeNull();
    await userEvent.clear(field('Password'));
    await userEvent.type(field('Password'), `${PASSWORD}{Enter}`);
    const before = api.accounts.sent.length;
    await userEvent.click(await screen.findByRole('button', { name: 'Resend mail' }));
    expect(await screen.findByText(/We sent it again/)).toBeVisible();
    expect(api.accounts.sent.slice(before)).toEqual([
      ['login', expect.objectContaining({ email: 'runner@example.com', password: PASSWORD })],
    ]);
  });

  // Aim: password managers know the fields, and the password can be shown with the keyboard.
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
    return screen.findByLabelText('Code of your authenticator app');
  };

  // Aim: the question for a code is no fault; a wrong code is one, beside its field; the right one lets in.
  it('asks for a code once the password was right', async () => {
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

  // Aim: nothing is offered that is not configured; what is leads away, and keeps in the tab where the person wanted to go.
  it('is offered by its name, where there is one', async () => {
    const left: string[] = [];
    const { unmount } = renderApp(<LoginPage />);
    await waitFor(() => expect(screen.queryByRole('button', { name: /Continue with/ })).toBeNull());
    unmount();
    api.loginProvider = 'Club';
    renderApp(<ProviderButton origin={{ origin: '/settings' }} leave={(url) => left.push(url)} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with Club' }));
    await waitFor(() => expect(left).toEqual(['https://provider.example/authorize']));
    expect(keptWayBack('session')).toEqual({ origin: '/settings', intent: null });
  });

  // Aim: what it sent back is used once and leaves the address; then the person is where they wanted to be, with the drive saved.
  it('leads back to where the person came from', async () => {
    keepWayBack('session', { origin: '/settings?tab=security' }, { mark: 'save', driveId: 'b' });
    const { address, store } = back('code=c1&state=s1');
    await waitFor(() => expect(address()).toBe('/settings?tab=security'));
    expect(store.getState().session.session).toEqual({ token: 't2', userId: 'u1' });
    expect(api.accounts.sent).toEqual([['finish', { answer: 'code=c1&state=s1' }]]);
    await waitFor(() => expect(api.accounts.user.savedDrives).toEqual(['b']));
  });

  // Aim: no open redirect: whatever wrote to the tab, the way leads to a page of ours.
  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 5])('never leads to %j', async (kept) => {
    sessionStorage.setItem(
      'switchback.origin',
      JSON.stringify({ origin: kept, intent: { mark: 'x' }, at: Date.now() }),
    );
    const { address } = back('code=c1&state=s1');
    await waitFor(() => expect(address()).toBe('/'));
  });

  // Aim: a code is asked for here too, and sent with the same answer.
  it('asks for a code where the account does', async () => {
    api.accounts.totpOn = true;
    const { address } = back('code=c1&state=s1');
    await userEvent.type(await screen.findByLabelText('Code of your authenticator app'), `${CODE}{Enter}`);
    await waitFor(() => expect(address()).toBe('/'));
    expect(api.accounts.sent.at(-1)).toEqual(['finish', { answer: 'code=c1&state=s1', oneTimeCode: CODE }]);
  });

  // Aim: what did not work says why, with a way to log in.
  it('says what went wrong', async () => {
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

  // Aim: a name somebody else has is said so while typing, and the form does not go out with it.
  it('says that a username is taken', async () => {
    renderApp(<SignupModal />, '/signup');
    await fill('new@example.com', 'taken', 'long-enough');
    expect(await screen.findByText('Username is taken. Please choose another username.')).toBeVisible();
    await send();
    expect(field('Username')).toHaveFocus();
    expect(api.accounts.sent).toEqual([]);
    await userEvent.type(field('Username'), '2');
    expect(await screen.findByText('This username is free.')).toBeVisible();
  });

  // Aim: what was typed goes out trimmed, and the server's words say what to do next.
  it('says what to do next', async () => {
    renderApp(<SignupModal />, '/signup');
    await fill(' new@example.com', 'newcomer ', 'long-enough');
    await send();
    expect(await screen.findByText('Check your mail')).toBeVisible();
    expect(screen.getByText('We sent you a link.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
    expect(api.accounts.sent).toEqual([
      ['signup', { email: 'new@example.com', username: 'newcomer', password: 'long-enough' }],
    ]);
  });

  // Aim: a mail that got lost is sent again for the same sign-up, and a refusal to is said.
  it('sends the mail again', async () => {
    renderApp(<SignupModal />, '/signup');
    await fill('new@example.com', 'newcomer', 'long-enough');
    await send();
    const resend = await screen.findByRole('button', { name: 'Resend mail' });
    await userEvent.click(resend);
    expect(await screen.findByText(/We sent it again/)).toBeVisible();
    const form = { email: 'new@example.com', username: 'newcomer', password: 'long-enough' };
    expect(api.accounts.sent).toEqual([
      ['signup', form],
      ['signup', form],
    ]);
    api.accounts.taken.add('newcomer');
    await userEvent.click(resend);
    expect(await screen.findByText(/Username is taken/)).toBeVisible();
    expect(screen.queryByText(/We sent it again/)).toBeNull();
  });

  // Aim: an installation may ask for longer passwords, and the page says so before the server has to.
  it('asks for a password as long as this installation wants it', async () => {
    api.passwordMin = 12;
    renderApp(<SignupModal />, '/signup');
    expect(await screen.findByText('At least 12 characters, no spaces')).toBeVisible();
    await fill('new@example.com', 'newcomer', 'long-enough');
    await send();
    expect(await screen.findByText('Password does not meet minimum requirements')).toBeVisible();
    expect(api.accounts.sent).toEqual([]);
  });

  // Aim: closing leads home for who came straight here.
  it('is closed to the home page', async () => {
    const { address } = renderApp(<SignupModal />, '/signup');
    const dialog = await screen.findByRole('dialog', { name: 'Sign Up' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(address()).toBe('/'));
  });
});

describe('a forgotten password', () => {
  // Aim: the same words come back whoever asks.
  it('is asked for by email', async () => {
    renderApp(<ForgotPasswordPage />);
    expect(screen.getByText(/^Tell us your email address/)).toBeVisible();
    await userEvent.type(field('Email'), 'runner@example.com{Enter}');
    expect(await screen.findByText('Check your mail')).toBeVisible();
    expect(screen.queryByText(/^Tell us your email address/)).toBeNull();
    expect(api.accounts.sent).toEqual([['reset-password', { email: 'runner@example.com' }]]);
  });

  const reset = () =>
    renderApp(
      <Routes>
        <Route path="/reset-password/verify/:id/:code" element={<ResetPasswordPage />} />
      </Routes>,
      '/reset-password/verify/u1/secret',
    );

  // Aim: the two have to be the same; then the person is logged in with the new one.
  it('is set anew', async () => {
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

  // Aim: who was locked out by somebody who signed up with their address first gets in again, and sees what they turn off.
  it('turns a second factor off that somebody else may have set up', async () => {
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

  // Aim: a link that was used is no error: it says so and offers another one.
  it('offers another link where this one is old', async () => {
    api.accounts.links = 'used';
    reset();
    expect(await screen.findByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/forgot-password');
    expect(screen.getByText('Already done')).toBeVisible();
  });

  // Aim: a link that never was one is an error, with another link or somebody to ask for.
  it('says that a link is wrong', async () => {
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

  // Aim: the account is made as the page opens, and the login is one click away.
  it('leads to the login', async () => {
    open();
    expect(await screen.findByText('Welcome')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login');
  });

  // Aim: where several sign-ups wait for the address, nobody confirms by opening a mail what somebody else asked for.
  it('asks for the password where another sign-up waits for the address', async () => {
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

  // Aim: the login that follows shows that the mailbox is of who knows the password.
  it('hands its code on to the login', async () => {
    open();
    await userEvent.click(await screen.findByRole('link', { name: 'Log In' }));
    await userEvent.type(field('Email'), 'runner@example.com');
    await userEvent.type(field('Password'), `${PASSWORD}{Enter}`);
    await waitFor(() =>
      expect(api.accounts.sent).toContainEqual(['login', expect.objectContaining({ signUpCode: 'secret' })]),
    );
  });

  // Aim: opening the mail a second time is no failure.
  it('is fine a second time', async () => {
    api.accounts.links = 'used';
    open();
    expect(await screen.findByRole('link', { name: 'Log In' })).toBeVisible();
    expect(screen.getByText('Already done')).toBeVisible();
  });

  // Aim: a wrong link is an error with somebody to ask.
  it('fails with a way to ask for help', async () => {
    api.accounts.links = 'wrong';
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Link is not valid');
    expect(screen.getByRole('link', { name: 'Having trouble?' })).toBeVisible();
  });
});
