import { Controller, Inject } from '@nestjs/common';
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
import type { Settings } from '@switchback/platform/config/settings';
import { SETTINGS } from '@switchback/platform/nest/tokens';
import { present } from '@switchback/platform/wire/values';
import { Answers, type InputOf } from '../contract/answers.js';
import { CLIENTS, type Clients } from '../services/clients.js';
import { callerOf } from '../http/exchange.js';
import { Sessions } from '../session/sessions.js';
import { providerName } from './provider-name.js';

const PASSWORD_CHANGED: Done = {
  title: 'Password changed',
  details: 'Your new password is set. All other devices were logged out.',
};
/** Identical whether or not the new address has an account, so as not to reveal it. */
const EMAIL_SENT: Done = {
  title: 'Check your email',
  details: 'We sent a link to the new address. Open it within 24 hours to confirm the change.',
};
const EMAIL_CHANGED: Done = { title: 'Email changed', details: 'From now on, log in with the new address.' };

const TOTP_ON: Done = {
  title: 'Two-step login is on',
  details: 'Store these recovery codes where you can reach them without your phone. Each works once.',
};
const TOTP_OFF: Done = { title: 'Two-step login is off', details: 'You no longer need a code to log in.' };

const NEW_RECOVERY_CODES: Done = {
  title: 'New recovery codes',
  details: 'Store these where you can reach them without your phone. Your previous codes no longer work.',
};
const UNLINKED: Done = { title: 'Login unlinked', details: 'You can still log in with your password.' };

/** Management of an existing account: password, email address, sessions, deletion. */
@Controller()
export class AccountsController {
  constructor(
    @Inject(CLIENTS) private readonly clients: Clients,
    private readonly sessions: Sessions,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Answers(changePassword)
  async changePassword({ body: { currentPassword, newPassword }, call }: InputOf<typeof changePassword>) {
    const { userId, sessionId = '' } = callerOf(call);
    await this.clients.auth.changePassword({ sessionId, currentPassword, newPassword }, call);
    this.sessions.evict(userId);
    return PASSWORD_CHANGED;
  }

  @Answers(changeEmail)
  async changeEmail({ body: { newEmail, password }, call }: InputOf<typeof changeEmail>) {
    await this.clients.auth.changeEmail({ newEmail, password }, call);
    return EMAIL_SENT;
  }

  @Answers(confirmEmailChange)
  async confirmEmailChange({ params: { id, code }, origin, call }: InputOf<typeof confirmEmailChange>) {
    const { token, email } = await this.clients.auth.confirmEmailChange({ userId: id, code, origin }, call);
    this.sessions.evict(id);
    return { ...EMAIL_CHANGED, token: token === '' ? null : token, email };
  }

  @Answers(security)
  async security({ call }: InputOf<typeof security>) {
    const { auth } = this.clients;
    const [account, open, signIn] = await Promise.all([
      auth.getAccount({}, call),
      auth.listSessions({}, call),
      auth.getSignIn({}, call),
    ]);
    const { email, passwordSet } = present(account.account, 'account');
    const { totpOffered: offered, totpOn: on, recoveryCodesLeft } = signIn;
    const current = callerOf(call).sessionId;
    return {
      email,
      passwordSet,
      totp: { offered, on, recoveryCodesLeft },
      providers: signIn.identities.map(({ issuer, linkedAt: linked }) => ({
        issuer,
        name: providerName(this.settings, issuer),
        linked,
      })),
      sessions: open.sessions.map(({ id, createdAt: created, lastUsedAt: lastUsed, agent }) => ({
        id,
        created,
        lastUsed,
        agent,
        current: id === current,
      })),
    };
  }

  @Answers(endSession)
  async endSession({ params: { sessionId }, call }: InputOf<typeof endSession>) {
    await this.clients.auth.endSession({ sessionId }, call);
    this.sessions.evict(callerOf(call).userId);
    return {};
  }

  @Answers(beginTotp)
  beginTotp({ body: { password }, call }: InputOf<typeof beginTotp>) {
    return this.clients.auth.beginTotp({ password }, call);
  }

  @Answers(confirmTotp)
  async confirmTotp({ body: { code }, call }: InputOf<typeof confirmTotp>) {
    const { recoveryCodes } = await this.clients.auth.confirmTotp({ code }, call);
    return { ...TOTP_ON, recoveryCodes };
  }

  @Answers(turnOffTotp)
  async turnOffTotp({ body: { password }, call }: InputOf<typeof turnOffTotp>) {
    await this.clients.auth.turnOffTotp({ password }, call);
    return TOTP_OFF;
  }

  @Answers(replaceRecoveryCodes)
  async replaceRecoveryCodes({ body: { password }, call }: InputOf<typeof replaceRecoveryCodes>) {
    const { recoveryCodes } = await this.clients.auth.replaceRecoveryCodes({ password }, call);
    return { ...NEW_RECOVERY_CODES, recoveryCodes };
  }

  @Answers(unlinkProvider)
  async unlinkProvider({ body: { issuer, password }, call }: InputOf<typeof unlinkProvider>) {
    await this.clients.auth.unlinkIdentity({ issuer, password }, call);
    return UNLINKED;
  }

  @Answers(deleteAccount)
  async deleteAccount({ body: { password }, call }: InputOf<typeof deleteAccount>) {
    const { userId, sessionId = '' } = callerOf(call);
    await this.clients.auth.deleteAccount({ sessionId, password }, call);
    this.sessions.evict(userId);
    return {};
  }
}
