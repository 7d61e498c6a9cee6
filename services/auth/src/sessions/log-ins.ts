import { Injectable } from '@nestjs/common';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Call } from '@switchback/platform/rpc/call';
import type { LogInRequest } from '@switchback/proto/auth/v1/service';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { Accounts } from '../accounts/accounts.js';
import { SignUps } from '../accounts/sign-ups.js';
import { AuthLimits } from '../auth-limits.js';
import { emailKey } from '../email-key.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { kindOfCode, SecondFactors } from '../second-factor/second-factors.js';
import { Candidates, type Candidate } from './candidates.js';
import { type OpenedSession, Sessions } from './sessions.js';

/** A session just opened, with its account. */
export interface LoggedIn extends OpenedSession {
  account: Account;
}

/**
 * Logs people in by email and password. An address without an account costs the same work and gets the same response.
 */
@Injectable()
export class LogIns {
  constructor(
    private readonly source: DataSource,
    private readonly accounts: Accounts,
    private readonly candidates: Candidates,
    private readonly signUps: SignUps,
    private readonly sessions: Sessions,
    private readonly secondFactors: SecondFactors,
    private readonly limits: AuthLimits,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * @throws ProductError on the field `submit`: `wrongCredentials`, and, only if the password is right, `notConfirmed`,
   * or `notAllowed` for an account disabled by staff. On the field `oneTimeCode`, also only if the password is right:
   * `oneTimeCodeNeeded` and `wrongOneTimeCode`. `tooManyRequests` with the time it ends.
   */
  async logIn(request: LogInRequest, call: Call): Promise<LoggedIn> {
    const { candidates, signUps, limits, hasher } = this;
    const { password, origin, oneTimeCode, signUpCode } = request;
    const claim = { emailKey: emailKey(request.email.trim()), address: origin?.address ?? '' };
    const { account, signUp, isKnownAddress } = await candidates.find(claim);
    const attempt = { ...claim, isKnownAddress };
    const giveBack = await limits.logIn(attempt);
    const stored = account ? account.passwordHash : (signUp?.passwordHash ?? null);
    const { isRight, isOutdated } = await hasher.verify(password, stored, call.deadlineMs);
    if (!isRight) throw refuseField('submit', 'wrongCredentials');
    await giveBack();
    if (account) {
      const giveBackCode = oneTimeCode === '' ? null : await limits.oneTimeCode(attempt, kindOfCode(oneTimeCode));
      const entered = await this.letIn(account, isOutdated ? await hasher.hash(password) : null, request);
      await giveBackCode?.();
      if (signUpCode) await this.accounts.noteMailbox(account.userId, signUpCode);
      return entered;
    }
    if (signUp) await signUps.remind(signUp);
    throw refuseField('submit', 'notConfirmed');
  }

  /**
   * Tries the fast path for a plain login. A login with a code, and any other case, takes the full path, which
   * determines the error.
   */
  private async letIn(
    checked: NonNullable<Candidate['account']>,
    freshHash: string | null,
    request: LogInRequest,
  ): Promise<LoggedIn> {
    const isPlain = freshHash === null && request.oneTimeCode === '';
    const opened = isPlain ? await this.sessions.openUnchanged(checked, request.origin) : null;
    return opened ?? this.lookAndLetIn(checked, freshHash, request);
  }

  /** @param freshHash hash of the same password at today's cost, to replace the old one. */
  private lookAndLetIn(
    checked: NonNullable<Candidate['account']>,
    freshHash: string | null,
    request: LogInRequest,
  ): Promise<LoggedIn> {
    const { source, accounts, sessions, secondFactors } = this;
    const { origin, oneTimeCode } = request;
    return source.transaction(async (manager) => {
      const account = await accounts.lock(manager, checked.userId);
      // The stored password may have changed since the check: then the old one is no longer valid.
      if (account?.passwordHash !== checked.passwordHash) throw refuseField('submit', 'wrongCredentials');
      if (!account.enabled) throw refuseField('submit', 'notAllowed');
      await secondFactors.require(manager, account.userId, oneTimeCode);
      if (freshHash) await manager.update(Account, { userId: account.userId }, { passwordHash: freshHash });
      return { ...(await sessions.open(manager, account.userId, origin)), account };
    });
  }

  /** @throws ProductError `invalidSession` if the caller's account no longer exists. */
  async accountOf(userId: string): Promise<Account> {
    const account = await this.accounts.find(userId);
    if (!account) throw new ProductError('invalidSession');
    return account;
  }
}
