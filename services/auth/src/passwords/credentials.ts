import { Inject, Injectable } from '@nestjs/common';
import { ACCOUNT_MESSAGES } from '@switchback/contracts/rules/accounts';
import { isUniqueViolation } from '@switchback/platform/db/unique-violation';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Call } from '@switchback/platform/rpc/call';
import type {
  ChangeEmailRequest,
  ChangePasswordRequest,
  CheckPasswordResetRequest,
  ConfirmEmailChangeRequest,
  ConfirmPasswordResetRequest,
  DeleteAccountRequest,
  Origin,
  RequestPasswordResetRequest,
} from '@switchback/proto/auth/v1/service';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { Accounts } from '../accounts/accounts.js';
import { AuthLimits } from '../auth-limits.js';
import { AUTH_SETTINGS, type AuthSettings } from '../auth-settings.js';
import { BILLING, type BillingPeer } from '../billing-peer.js';
import { Codes } from '../codes.js';
import { emailKey } from '../email-key.js';
import { requireEmail, requirePassword } from '../input.js';
import { MailQueue } from '../mails/mail-queue.js';
import { deleteTotp, wantsCode } from '../second-factor/totp-rows.js';
import { unprovenSince } from '../second-factor/totp-rows.sql.js';
import { Sessions } from '../sessions/sessions.js';
import { PasswordHasher } from './password-hasher.js';

/** A login this recent is enough to delete the account without the password. */
const RECENT_MINUTES = 60;

/** Verifies and changes a person's credentials. */
@Injectable()
export class Credentials {
  constructor(
    private readonly source: DataSource,
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly codes: Codes,
    private readonly mails: MailQueue,
    private readonly limits: AuthLimits,
    private readonly hasher: PasswordHasher,
    @Inject(BILLING) private readonly billing: BillingPeer,
    @Inject(AUTH_SETTINGS) private readonly settings: Pick<AuthSettings, 'passwordMin'>,
  ) {}

  /**
   * Queues a mail with a reset link. Whether there is such an account is looked up when the mail is written, not here.
   */
  async requestReset({ email: typed, origin }: RequestPasswordResetRequest): Promise<void> {
    const { source, mails, limits } = this;
    const email = requireEmail('email', typed);
    await limits.askForMail(origin?.address ?? '');
    if (!(await limits.mayMail(email))) return;
    await mails.send([await mails.add(source.manager, { kind: 'password-reset', address: email })]);
  }

  /**
   * @returns when the second factor was turned on, if the reset may turn it off; null otherwise.
   * @throws ProductError `linkExpired`, `linkUsed`.
   */
  async checkReset({ userId, code }: CheckPasswordResetRequest): Promise<Date | null> {
    await this.codes.require({ purpose: 'password-reset', userId, code });
    return unprovenSince(this.source.manager, userId);
  }

  /**
   * Sets a new password by a mailed code and ends every session. Opens a new one unless the account needs a code at
   * each login: access to the mails does not prove access to the app.
   * @returns the session's token; empty if none was opened.
   * @throws ProductError `linkExpired`, `linkUsed`, `invalidInput` with fields; `notAllowed` on the field
   * `turnOffSecondFactor` if {@link checkReset} returns null.
   */
  async confirmReset(request: ConfirmPasswordResetRequest, call: Call): Promise<string> {
    const { passwordMin } = this.settings;
    const { source, codes, mails, hasher } = this;
    const { userId, code, password: chosen, origin } = request;
    const claim = { purpose: 'password-reset', userId, code } as const;
    // Checked before hashing: made-up links must not cost a hash.
    await codes.require(claim);
    const passwordHash = await hasher.hash(requirePassword('password', chosen, passwordMin), call.deadlineMs);
    const { token, mailIds } = await source.transaction(async (manager) => {
      const account = await this.lockEnabled(manager, userId);
      await codes.spend(manager, claim);
      const turnedOff = request.turnOffSecondFactor ? [await this.turnOffSecondFactor(manager, account)] : [];
      const mailId = await this.setPassword(manager, account, passwordHash);
      await manager.update(Account, { userId, mailboxProvenAt: IsNull() }, { mailboxProvenAt: () => 'now()' });
      return { token: await this.openSession(manager, userId, origin), mailIds: [mailId, ...turnedOff] };
    });
    await mails.send(mailIds);
    return token;
  }

  /**
   * Sets a new password and ends every session but the caller's.
   * @throws ProductError `wrongPassword` or `invalidInput` with fields, `tooManyRequests`.
   */
  async changePassword(userId: string, request: ChangePasswordRequest, call: Call): Promise<void> {
    const { passwordMin } = this.settings;
    const { source, mails, hasher } = this;
    const password = requirePassword('newPassword', request.newPassword, passwordMin);
    const checked = await this.prove(userId, { field: 'currentPassword', password: request.currentPassword }, call);
    const passwordHash = await hasher.hash(password, call.deadlineMs);
    const mailId = await source.transaction(async (manager) => {
      const account = await this.lockUnchanged(manager, checked, 'currentPassword');
      return this.setPassword(manager, account, passwordHash, request.sessionId);
    });
    await mails.send([mailId]);
  }

  /**
   * Queues a mail with a link to the new address and a notice to the current one. Whether the new address has an
   * account is looked up when the mail is written, not here.
   * @throws ProductError `wrongPassword` or `invalidInput` with fields, `tooManyRequests`.
   */
  async changeEmail(userId: string, request: ChangeEmailRequest, call: Call): Promise<void> {
    const { source, mails, limits } = this;
    const address = requireEmail('newEmail', request.newEmail);
    const checked = await this.prove(userId, { field: 'password', password: request.password }, call);
    await limits.askForMailAs(userId);
    if (!(await limits.mayMail(address))) return;
    const mailIds = await source.transaction(async (manager) => {
      // Locks the account: no mail is stored for one that has been deleted meanwhile.
      const account = await this.lockUnchanged(manager, checked, 'password');
      return [
        await mails.add(manager, { kind: 'email-change', address, userId }),
        await mails.add(manager, { kind: 'email-changing', address: account.email, userId }),
      ];
    });
    await mails.send(mailIds);
  }

  /**
   * Changes the address by a mailed code, and opens a session as {@link confirmReset} does. Links mailed to the old
   * address stop working. Outside a session of the account, the person who opens the mail may not be the one who asked
   * for it; the new mailbox then counts as unproven.
   * @throws ProductError `linkExpired`, also if another account got the address meanwhile; `linkUsed`.
   */
  async confirmEmailChange({ userId, code, origin }: ConfirmEmailChangeRequest, { caller }: Call) {
    const { source, codes } = this;
    const proof = caller?.userId === userId ? {} : { mailboxProvenAt: null };
    const change = source.transaction(async (manager) => {
      const account = await this.lockEnabled(manager, userId);
      const email = (await codes.spend(manager, { purpose: 'email-change', userId, code })) ?? account.email;
      await manager.update(Account, { userId }, { email, emailKey: emailKey(email), ...proof });
      await codes.spendAll(manager, userId);
      return { token: await this.openSession(manager, userId, origin), email };
    });
    return change.catch((error: unknown) => {
      throw isUniqueViolation(error) ? new ProductError('linkExpired') : error;
    });
  }

  /**
   * Erases the account; the other services erase the person's data when they consume the event. A session opened over
   * an hour ago is not enough: the request then needs the password, too. A password that is sent must always be right.
   * @throws ProductError `currentPasswordNeeded` or `wrongPassword` on the field `password`, `logInAgain` on the field
   * `submit` if the account has no password, `tooManyRequests`.
   */
  async deleteAccount(userId: string, request: DeleteAccountRequest, call: Call): Promise<void> {
    const { source, accounts } = this;
    const isRecent = await this.sessions.isYoung(userId, request.sessionId, RECENT_MINUTES);
    const checked = await accounts.find(userId);
    // A retry after a lost response.
    if (!checked) return;
    const isSent = request.password.trim() !== '' && checked.passwordHash !== null;
    const isProven = !isRecent || isSent;
    if (isProven) {
      await this.proveAgain(checked, request.password, call);
      await source.transaction((manager) => this.lockUnchanged(manager, checked, 'password'));
    }
    // No step refuses from here on: a refused request must not end a paid subscription. The subscription ends first, so
    // that no one pays for a deleted account.
    await (await this.billing()).endCustomer({}, call);
    await source.transaction(async (manager) => {
      const account = await accounts.lock(manager, userId);
      if (account) await accounts.erase(manager, account);
    });
  }

  private async proveAgain({ userId, passwordHash }: Account, password: string, call: Call): Promise<void> {
    if (passwordHash === null) throw refuseField('submit', 'logInAgain');
    if (password.trim() === '') throw refuseField('password', 'currentPasswordNeeded');
    await this.prove(userId, { field: 'password', password }, call);
  }

  /**
   * Verifies the password of an account that has one.
   * @returns the account as it was when checked.
   * @throws ProductError `wrongPassword`, or `invalidInput` if none was given, on the field; `tooManyRequests`.
   */
  async prove(userId: string, given: { field: string; password: string }, call: Call): Promise<Account> {
    const { accounts, limits, hasher } = this;
    const account = await accounts.find(userId);
    if (!account) throw new ProductError('invalidSession');
    if (account.passwordHash === null) return account;
    if (given.password.trim() === '') throw refuseField(given.field, 'invalidInput', ACCOUNT_MESSAGES.passwordRequired);
    const giveBack = await limits.password(userId);
    const { isRight } = await hasher.verify(given.password, account.passwordHash, call.deadlineMs);
    if (!isRight) throw refuseField(given.field, 'wrongPassword');
    await giveBack();
    return account;
  }

  /** @returns the id of the notice. @throws ProductError `notAllowed` on the field. */
  private async turnOffSecondFactor(manager: EntityManager, { userId, email: address }: Account): Promise<string> {
    if (!(await unprovenSince(manager, userId))) throw refuseField('turnOffSecondFactor', 'notAllowed');
    await deleteTotp(manager, userId);
    return this.mails.add(manager, { kind: 'totp-off', address, userId });
  }

  private async openSession(manager: EntityManager, userId: string, origin: Origin | undefined): Promise<string> {
    if (await wantsCode(manager, userId)) return '';
    return (await this.sessions.open(manager, userId, origin)).token;
  }

  private async lockEnabled(manager: EntityManager, userId: string): Promise<Account> {
    const account = await this.accounts.lock(manager, userId);
    if (!account?.enabled) throw new ProductError('linkExpired');
    return account;
  }

  /** Locks the account's row, unless its password changed since the check. @throws ProductError `wrongPassword`. */
  async lockUnchanged(manager: EntityManager, checked: Account, field: string): Promise<Account> {
    const account = await this.accounts.lock(manager, checked.userId);
    if (!account) throw new ProductError('invalidSession');
    if (account.passwordHash !== checked.passwordHash) throw refuseField(field, 'wrongPassword');
    return account;
  }

  /** Sets the password, spends all codes and ends all sessions but one. @returns the id of the notice. */
  private async setPassword(manager: EntityManager, account: Account, passwordHash: string, keptSessionId = '') {
    const { codes, mails, sessions } = this;
    const { userId, email: address } = account;
    await manager.update(Account, { userId }, { passwordHash });
    await codes.spendAll(manager, userId);
    await sessions.endAll(manager, userId, keptSessionId);
    return mails.add(manager, { kind: 'password-changed', address, userId });
  }
}
