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
import type { GatewayParts } from '../gateway-parts.js';
import type { Sessions } from '../session/sessions.js';
import { ownUser, userOf } from './own-user.js';
import { callerOf, type Route, route } from './route.js';

/** Said alike whether the address has an account or not. */
const MAIL_SENT: Done = {
  title: 'Almost done',
  details: 'We sent you a mail with a link. Please open it within 24 hours to confirm your account.',
};
const RESET_SENT: Done = {
  title: 'Check your mail',
  details: 'If there is an account with this address, we sent it a link to set a new password. It works for one hour.',
};
const RESET: Done = { title: 'Password changed', details: 'Your new password is set, and you are logged in.' };

/** Where the account asks for a code at each login. */
const RESET_ALONE: Done = { title: 'Password changed', details: 'Your new password is set. Please log in with it.' };

/** The calls that begin and end sessions, and those one makes without any. */
export function authRoutes({ clients, sessions }: Pick<GatewayParts, 'clients'> & { sessions: Sessions }): Route[] {
  const { auth } = clients;
  return [
    route(signUp, async ({ body: { email, password, username }, origin, call }) => {
      await auth.signUp({ email, password, username, origin }, call);
      return MAIL_SENT;
    }),
    route(confirmSignUp, async ({ params, call }) => confirmed(await auth.confirmSignUp(params, call))),
    route(confirmSignUpByPassword, async ({ params, body: { password }, origin, call }) =>
      confirmed(await auth.confirmSignUp({ ...params, password, origin }, call)),
    ),
    route(logIn, async ({ body, token: held, origin, call }) => {
      const { email, password, oneTimeCode = '', signUpCode } = body;
      if (email === undefined || password === undefined)
        return { token: held ?? '', user: await ownUser(clients, { ...call, caller: callerOf(call) }) };
      const opened = await auth.logIn({ email, password, origin, oneTimeCode, signUpCode }, call);
      return { token: opened.token, user: await userOf(clients, opened, call) };
    }),
    route(logOut, async ({ token, call }) => {
      await auth.logOut({ token: token ?? '' }, call);
      sessions.forget(callerOf(call).userId);
      return {};
    }),
    route(requestPasswordReset, async ({ body: { email }, origin, call }) => {
      await auth.requestPasswordReset({ email, origin }, call);
      return RESET_SENT;
    }),
    route(checkPasswordReset, async ({ params, call }) => {
      const { secondFactorSince } = await auth.checkPasswordReset(params, call);
      return secondFactorSince === undefined ? {} : { secondFactorSince };
    }),
    route(confirmPasswordReset, async ({ params, body, origin, call }) => {
      const { password, turnOffSecondFactor } = body;
      const { token } = await auth.confirmPasswordReset({ ...params, password, origin, turnOffSecondFactor }, call);
      sessions.forget(params.userId);
      return token === '' ? { ...RESET_ALONE, token: null } : { ...RESET, token };
    }),
  ];
}

/** Names the username, so that nobody takes somebody else's account for theirs. */
function confirmed({ username }: ConfirmSignUpResponse): Done {
  const greeting = username === '' ? 'Welcome!' : `Welcome, ${username}!`;
  return { title: 'Account confirmed', details: `${greeting} You can log in now.` };
}
