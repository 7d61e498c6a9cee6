import {
  checkPasswordReset,
  confirmPasswordReset,
  confirmSignUp,
  type Done,
  logIn,
  logOut,
  requestPasswordReset,
  signUp,
} from '@switchback/contracts/endpoints/auth';
import type { GatewayParts } from '../gateway-parts.js';
import type { Sessions } from '../session/sessions.js';
import { ownUser, userOf } from './own-user.js';
import { callerOf, type Route, route } from './route.js';

/** Said alike whether the address has an account or not. */
const MAIL_SENT: Done = {
  title: 'Almost done',
  details: 'We sent you a mail with a link. Please open it within 24 hours to confirm your account.',
};
const CONFIRMED: Done = { title: 'Account confirmed', details: 'Welcome! You can log in now.' };
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
    route(confirmSignUp, async ({ params, call }) => {
      await auth.confirmSignUp(params, call);
      return CONFIRMED;
    }),
    route(logIn, async ({ body, token: held, origin, call }) => {
      const { email, password, oneTimeCode = '' } = body;
      if (email === undefined || password === undefined)
        return { token: held ?? '', user: await ownUser(clients, { ...call, caller: callerOf(call) }) };
      const opened = await auth.logIn({ email, password, origin, oneTimeCode }, call);
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
      await auth.checkPasswordReset(params, call);
      return {};
    }),
    route(confirmPasswordReset, async ({ params, body: { password }, origin, call }) => {
      const { token } = await auth.confirmPasswordReset({ ...params, password, origin }, call);
      sessions.forget(params.userId);
      return token === '' ? { ...RESET_ALONE, token: null } : { ...RESET, token };
    }),
  ];
}
