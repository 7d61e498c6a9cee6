import {
  beginTotp,
  changeEmail,
  changePassword,
  confirmEmailChange,
  confirmTotp,
  deleteAccount,
  type Done,
  endSession,
  replaceRecoveryCodes,
  security,
  turnOffTotp,
  unlinkProvider,
} from '@switchback/contracts/endpoints/auth';
import { present } from '@switchback/platform/wire/values';
import type { GatewayParts } from '../gateway-parts.js';
import type { Sessions } from '../session/sessions.js';
import { providerName } from './provider-name.js';
import { callerOf, type Route, route } from './route.js';

const PASSWORD_CHANGED: Done = {
  title: 'Password changed',
  details: 'Your new password is set. Everywhere else you have to log in again.',
};
/** Said alike whether the new address has an account or not. */
const EMAIL_SENT: Done = {
  title: 'Check your mail',
  details: 'We sent a link to the new address. Please open it within 24 hours to change your email.',
};
const EMAIL_CHANGED: Done = { title: 'Email changed', details: 'Please use the new address when you log in.' };

const TOTP_ON: Done = {
  title: 'Two-step login is on',
  details: 'Keep these recovery codes where you find them without your phone. Each works once.',
};
const TOTP_OFF: Done = { title: 'Two-step login is off', details: 'Logging in takes no code any more.' };

const NEW_RECOVERY_CODES: Done = {
  title: 'New recovery codes',
  details: 'Keep these where you find them without your phone. The ones you had before do not work any more.',
};
const UNLINKED: Done = { title: 'Login unlinked', details: 'Your password lets you in.' };

type Parts = Pick<GatewayParts, 'clients' | 'settings'> & { sessions: Sessions };

/** What a person does about the account they have: its password, its address, its sessions, its end. */
export function accountRoutes({ clients, sessions, settings }: Parts): Route[] {
  const { auth } = clients;
  return [
    route(changePassword, async ({ body: { currentPassword, newPassword }, call }) => {
      const { userId, sessionId = '' } = callerOf(call);
      await auth.changePassword({ sessionId, currentPassword, newPassword }, call);
      sessions.forget(userId);
      return PASSWORD_CHANGED;
    }),
    route(changeEmail, async ({ body: { newEmail, password }, call }) => {
      await auth.changeEmail({ newEmail, password }, call);
      return EMAIL_SENT;
    }),
    route(confirmEmailChange, async ({ params: { id, code }, origin, call }) => {
      const { token, email } = await auth.confirmEmailChange({ userId: id, code, origin }, call);
      sessions.forget(id);
      return { ...EMAIL_CHANGED, token: token === '' ? null : token, email };
    }),
    route(security, async ({ call }) => {
      const [account, open, signIn] = await Promise.all([
        auth.getAccount({}, call),
        auth.listSessions({}, call),
        auth.getSignIn({}, call),
      ]);
      const { email, passwordSet } = present(account.account, 'account');
      const { totpOffered: offered, totpOn: on, recoveryCodesLeft } = signIn;
      const current = callerOf(call).sessionId;
      return {
        ...{ email, passwordSet, totp: { offered, on, recoveryCodesLeft } },
        providers: signIn.identities.map(({ issuer, linkedAt: linked }) => ({
          ...{ issuer, name: providerName(settings, issuer), linked },
        })),
        sessions: open.sessions.map(({ id, createdAt: created, lastUsedAt: lastUsed, agent }) => ({
          ...{ id, created, lastUsed, agent },
          current: id === current,
        })),
      };
    }),
    route(endSession, async ({ params: { sessionId }, call }) => {
      await auth.endSession({ sessionId }, call);
      sessions.forget(callerOf(call).userId);
      return {};
    }),
    route(beginTotp, ({ body: { password }, call }) => auth.beginTotp({ password }, call)),
    route(confirmTotp, async ({ body: { code }, call }) => {
      const { recoveryCodes } = await auth.confirmTotp({ code }, call);
      return { ...TOTP_ON, recoveryCodes };
    }),
    route(turnOffTotp, async ({ body: { password }, call }) => {
      await auth.turnOffTotp({ password }, call);
      return TOTP_OFF;
    }),
    route(replaceRecoveryCodes, async ({ body: { password }, call }) => {
      const { recoveryCodes } = await auth.replaceRecoveryCodes({ password }, call);
      return { ...NEW_RECOVERY_CODES, recoveryCodes };
    }),
    route(unlinkProvider, async ({ body: { issuer, password }, call }) => {
      await auth.unlinkIdentity({ issuer, password }, call);
      return UNLINKED;
    }),
    route(deleteAccount, async ({ body: { password }, call }) => {
      const { userId, sessionId = '' } = callerOf(call);
      await auth.deleteAccount({ sessionId, password }, call);
      sessions.forget(userId);
      return {};
    }),
  ];
}
