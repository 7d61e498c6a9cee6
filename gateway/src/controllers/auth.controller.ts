import { Controller, Inject } from '@nestjs/common';
import {
  checkPasswordReset,
  confirmPasswordReset,
  confirmSignUp,
  confirmSignUpByPassword,
  type Done,
  logIn,
  logOut,
  requestPasswordReset,
  signUp,
} from '@switchback/contracts/endpoints/auth';
import type { ConfirmSignUpResponse } from '@switchback/proto/auth/v1/service';
import { Answers, type InputOf } from '../contract/answers.js';
import { CLIENTS, type Clients } from '../services/clients.js';
import { callerOf } from '../http/exchange.js';
import { Sessions } from '../session/sessions.js';
import { ownUser, userOf } from './own-user.js';

/** Identical whether or not the address has an account, so as not to reveal it. */
const MAIL_SENT: Done = {
  title: 'Almost done',
  details: 'We sent you an email with a link. Open it within 24 hours to confirm your account.',
};
const RESET_SENT: Done = {
  title: 'Check your email',
  details: 'If an account uses this address, we sent it a link to set a new password. The link works for one hour.',
};
const RESET: Done = { title: 'Password changed', details: 'Your new password is set, and you are logged in.' };

/** Reset confirmation for accounts that require a code at each login. */
const RESET_ALONE: Done = { title: 'Password changed', details: 'Your new password is set. Please log in with it.' };

/** Calls that start and end sessions, and calls that need no session. */
@Controller()
export class AuthController {
  constructor(
    @Inject(CLIENTS) private readonly clients: Clients,
    private readonly sessions: Sessions,
  ) {}

  @Answers(signUp)
  async signUp({ body: { email, password, username }, origin, call }: InputOf<typeof signUp>) {
    await this.clients.auth.signUp({ email, password, username, origin }, call);
    return MAIL_SENT;
  }

  @Answers(confirmSignUp)
  async confirmSignUp({ params, call }: InputOf<typeof confirmSignUp>) {
    return confirmed(await this.clients.auth.confirmSignUp(params, call));
  }

  @Answers(confirmSignUpByPassword)
  async confirmByPassword({ params, body, origin, call }: InputOf<typeof confirmSignUpByPassword>) {
    return confirmed(await this.clients.auth.confirmSignUp({ ...params, password: body.password, origin }, call));
  }

  @Answers(logIn)
  async logIn({ body, token: held, origin, call }: InputOf<typeof logIn>) {
    const { email, password, oneTimeCode = '', signUpCode } = body;
    if (email === undefined || password === undefined)
      return { token: held ?? '', user: await ownUser(this.clients, { ...call, caller: callerOf(call) }) };
    const opened = await this.clients.auth.logIn({ email, password, origin, oneTimeCode, signUpCode }, call);
    return { token: opened.token, user: await userOf(this.clients, opened, call) };
  }

  @Answers(logOut)
  async logOut({ token, call }: InputOf<typeof logOut>) {
    await this.clients.auth.logOut({ token: token ?? '' }, call);
    this.sessions.evict(callerOf(call).userId);
    return {};
  }

  @Answers(requestPasswordReset)
  async requestReset({ body: { email }, origin, call }: InputOf<typeof requestPasswordReset>) {
    await this.clients.auth.requestPasswordReset({ email, origin }, call);
    return RESET_SENT;
  }

  @Answers(checkPasswordReset)
  async checkReset({ params, call }: InputOf<typeof checkPasswordReset>) {
    const { secondFactorSince } = await this.clients.auth.checkPasswordReset(params, call);
    return secondFactorSince === undefined ? {} : { secondFactorSince };
  }

  @Answers(confirmPasswordReset)
  async confirmReset({ params, body, origin, call }: InputOf<typeof confirmPasswordReset>) {
    const { password, turnOffSecondFactor } = body;
    const request = { ...params, password, origin, turnOffSecondFactor };
    const { token } = await this.clients.auth.confirmPasswordReset(request, call);
    this.sessions.evict(params.userId);
    return token === '' ? { ...RESET_ALONE, token: null } : { ...RESET, token };
  }
}

/** Includes the username, so that no one mistakes another person's account for their own. */
function confirmed({ username }: ConfirmSignUpResponse): Done {
  const greeting = username === '' ? 'Welcome!' : `Welcome, ${username}!`;
  return { title: 'Account confirmed', details: `${greeting} You can log in now.` };
}
