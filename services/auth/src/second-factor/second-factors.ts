import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Call } from '@switchback/platform/rpc/call';
import type { BeginTotpResponse, TurnOffTotpRequest } from '@switchback/proto/auth/v1/service';
import { type EntityManager, Repository } from 'typeorm';
import type { Account } from '../accounts/account.entity.js';
import { Accounts } from '../accounts/accounts.js';
import { AuthLimits, type CodeKind } from '../auth-limits.js';
import { AUTH_SETTINGS, type AuthSettings } from '../auth-settings.js';
import { MailQueue } from '../mails/mail-queue.js';
import { Credentials } from '../passwords/credentials.js';
import { redeemRecoveryCode, replaceRecoveryCodes } from './recovery-codes.js';
import { Sealer } from './sealer.js';
import { base32, stepOf, totpUri } from './totp.js';
import { deleteTotp, wantsCode } from './totp-rows.js';
import { currentStep, findTotp, spendStep, totpState, upsertSecret } from './totp-rows.sql.js';
import { Totp } from './totp.entity.js';

/** Same length as the method's hash, as RFC 4226 requires in section 4. */
const SECRET_BYTES = 20;

/** Whether an account needs codes. */
export interface TotpState {
  offered: boolean;
  on: boolean;
  recoveryCodesLeft: number;
}

/** One-time codes of an authenticator app, in addition to the password. */
@Injectable()
export class SecondFactors {
  constructor(
    @InjectRepository(Totp) private readonly totps: Repository<Totp>,
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly mails: MailQueue,
    private readonly limits: AuthLimits,
    private readonly sealer: Sealer,
    @Inject(AUTH_SETTINGS) private readonly settings: Pick<AuthSettings, 'product' | 'totp'>,
  ) {}

  /**
   * Creates a secret, which takes effect with its first code; an earlier one that was never used is replaced.
   * @throws ProductError `notOffered`, `oneTimeCodesOn`, `wrongPassword` with fields, `tooManyRequests`.
   */
  async start(userId: string, password: string, call: Call): Promise<BeginTotpResponse> {
    const { product } = this.settings;
    const { isOffered } = this.settings.totp;
    const { credentials, sealer } = this;
    if (!isOffered) throw new ProductError('notOffered');
    const checked = await credentials.prove(userId, { field: 'password', password }, call);
    const secret = randomBytes(SECRET_BYTES);
    await this.totps.manager.transaction(async (manager) => {
      await credentials.lockUnchanged(manager, checked, 'password');
      if ((await findTotp(manager, userId))?.onSince) throw new ProductError('oneTimeCodesOn');
      await upsertSecret(manager, userId, sealer.seal(secret, userId));
    });
    return { secret: base32(secret), uri: totpUri(secret, { product, email: checked.email }) };
  }

  /**
   * Turns codes on with the first code.
   * @returns single-use recovery codes in case the app is lost.
   * @throws ProductError `oneTimeCodesOn`, `notOffered` if there is no secret yet, `wrongOneTimeCode` on the field
   * `code`, `tooManyRequests`.
   */
  async confirm(userId: string, code: string): Promise<string[]> {
    const { mails, limits } = this;
    const giveBack = await limits.password(userId);
    const { recoveryCodes, mailId } = await this.totps.manager.transaction(async (manager) => {
      const account = await this.lock(manager, userId);
      const totp = await findTotp(manager, userId);
      if (!totp) throw new ProductError('notOffered', { message: 'Please begin anew.' });
      if (totp.onSince) throw new ProductError('oneTimeCodesOn');
      if (!(await this.redeemAppCode(manager, totp, plain(code)))) throw refuseField('code', 'wrongOneTimeCode');
      await manager.update(Totp, { userId }, { onSince: () => 'now()' });
      return {
        recoveryCodes: await replaceRecoveryCodes(manager, userId),
        mailId: await mails.add(manager, { kind: 'totp-on', address: account.email, userId }),
      };
    });
    await giveBack();
    await mails.send([mailId]);
    return recoveryCodes;
  }

  /** @throws ProductError `wrongPassword` with fields, `tooManyRequests`. */
  async turnOff(userId: string, { password }: TurnOffTotpRequest, call: Call): Promise<void> {
    const { credentials, mails } = this;
    const checked = await credentials.prove(userId, { field: 'password', password }, call);
    const mailIds = await this.totps.manager.transaction(async (manager) => {
      const account = await credentials.lockUnchanged(manager, checked, 'password');
      const wasOn = await deleteTotp(manager, userId);
      return wasOn ? [await mails.add(manager, { kind: 'totp-off', address: account.email, userId })] : [];
    });
    await mails.send(mailIds);
  }

  /**
   * Replaces the remaining recovery codes.
   * @throws ProductError `oneTimeCodesOff`, `wrongPassword` with fields, `tooManyRequests`.
   */
  async replaceRecoveryCodes(userId: string, password: string, call: Call): Promise<string[]> {
    const { credentials, mails } = this;
    const checked = await credentials.prove(userId, { field: 'password', password }, call);
    const { recoveryCodes, mailId } = await this.totps.manager.transaction(async (manager) => {
      const account = await credentials.lockUnchanged(manager, checked, 'password');
      if (!(await wantsCode(manager, userId))) throw new ProductError('oneTimeCodesOff');
      return {
        recoveryCodes: await replaceRecoveryCodes(manager, userId),
        mailId: await mails.add(manager, { kind: 'recovery-codes', address: account.email, userId }),
      };
    });
    await mails.send([mailId]);
    return recoveryCodes;
  }

  async state(userId: string): Promise<TotpState> {
    return { ...(await totpState(this.totps.manager, userId)), offered: this.settings.totp.isOffered };
  }

  /**
   * Requires a code if the account needs one, and spends it, in the transaction that opens a session and has locked the
   * account's row: of two concurrent logins with the same code, one succeeds.
   * @param typed a code of the app or a recovery code; empty for none yet.
   * @throws ProductError `oneTimeCodeNeeded`, `wrongOneTimeCode`, each on the field `oneTimeCode`.
   */
  async require(manager: EntityManager, userId: string, typed: string): Promise<void> {
    const totp = await findTotp(manager, userId);
    if (!totp?.onSince) return;
    const code = plain(typed);
    if (code === '') throw refuseField('oneTimeCode', 'oneTimeCodeNeeded');
    const isTaken = isAppCode(code)
      ? await this.redeemAppCode(manager, totp, code)
      : await redeemRecoveryCode(manager, userId, code);
    if (!isTaken) throw refuseField('oneTimeCode', 'wrongOneTimeCode');
  }

  private async redeemAppCode(manager: EntityManager, { userId, secret, lastStep }: Totp, code: string) {
    const { sealer } = this;
    const { bytes, isOutdated } = sealer.open(secret, userId);
    const step = stepOf(bytes, code, { step: await currentStep(manager), lastStep: Number(lastStep) });
    if (step === null) return false;
    await spendStep(manager, { userId, secret: isOutdated ? sealer.seal(bytes, userId) : secret }, step);
    return true;
  }

  private async lock(manager: EntityManager, userId: string): Promise<Account> {
    const account = await this.accounts.lock(manager, userId);
    if (!account) throw new ProductError('invalidSession');
    return account;
  }
}

/** Returns what a typed code is, by its form: codes of apps have digits alone. */
export function kindOfCode(typed: string): CodeKind {
  return isAppCode(plain(typed)) ? 'app' : 'recovery';
}

function isAppCode(code: string): boolean {
  return /^\d+$/.test(code);
}

/** Normalizes a code as people copy it: with spaces and dashes, in lower case. */
function plain(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}
