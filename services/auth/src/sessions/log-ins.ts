import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Call } from '@switchback/platform/rpc/call';
import type { LogInRequest } from '@switchback/proto/auth/v1/service';
import type { DataSource } from 'typeorm';
import type { Accounts } from '../accounts/accounts.js';
import type { SignUps } from '../accounts/sign-ups.js';
import { Account } from '../auth.entities.js';
import type { AuthLimits } from '../auth-limits.js';
import { emailKey } from '../email-key.js';
import type { PasswordHasher } from '../passwords/password-hasher.js';
import type { SecondFactors } from '../second-factor/second-factors.js';
import type { Candidates, Candidate } from './candidates.js';
import type { OpenedSession, Sessions } from './sessions.js';

interface Parts {
  source: DataSource;
  accounts: Accounts;
  candidates: Candidates;
  signUps: Pick<SignUps, 'remind'>;
  sessions: Sessions;
  secondFactors: SecondFactors;
  limits: AuthLimits;
  hasher: PasswordHasher;
}

/** A session that was opened, and whose it is. */
export interface LoggedIn extends OpenedSession {
  account: Account;
}

/** Lets people in by email and password. An address without an account costs the same work and gets the same answer. */
export class LogIns {
  constructor(private readonly parts: Parts) {}

  /**
   * @throws ProductError `wrongCredentials`, `notConfirmed`, or for an account that staff shut `notAllowed`, each beside
   * `submit`, the latter two only to who knows the password, and so `oneTimeCodeNeeded` and `wrongOneTimeCode` beside
   * `oneTimeCode`; `tooManyRequests` with when it ends.
   */
  async logIn(request: LogInRequest, call: Call): Promise<LoggedIn> {
    const { candidates, signUps, limits, hasher } = this.parts;
    const { password, origin, oneTimeCode, signUpCode } = request;
    const claim = { emailKey: emailKey(request.email.trim()), address: origin?.address ?? '' };
    const { account, signUp, isKnownAddress } = await candidates.find(claim);
    const giveBack = await limits.logIn({ ...claim, isKnownAddress });
    const stored = account ? account.passwordHash : (signUp?.passwordHash ?? null);
    const { isRight, isOutdated } = await hasher.verify(password, stored, call.deadlineMs);
    if (!isRight) throw refuseField('submit', 'wrongCredentials');
    // A code that is guessed counts like a password that is.
    if (oneTimeCode === '') await giveBack();
    if (account) {
      const entered = await this.letIn(account, isOutdated ? await hasher.hash(password) : null, request);
      if (oneTimeCode !== '') await giveBack();
      if (signUpCode) await this.parts.accounts.noteMailbox(account.userId, signUpCode);
      return entered;
    }
    if (signUp) await signUps.remind(signUp);
    throw refuseField('submit', 'notConfirmed');
  }

  /** Of those who bring a code, and of any other case that is not plain, the second way finds out what is to be said. */
  private async letIn(
    checked: NonNullable<Candidate['account']>,
    freshHash: string | null,
    request: LogInRequest,
  ): Promise<LoggedIn> {
    const isPlain = freshHash === null && request.oneTimeCode === '';
    const opened = isPlain ? await this.parts.sessions.openUnchanged(checked, request.origin) : null;
    return opened ?? this.lookAndLetIn(checked, freshHash, request);
  }

  /** @param freshHash of the same password at today's cost, to be kept in place of the old one. */
  private lookAndLetIn(
    checked: NonNullable<Candidate['account']>,
    freshHash: string | null,
    request: LogInRequest,
  ): Promise<LoggedIn> {
    const { source, accounts, sessions, secondFactors } = this.parts;
    const { origin, oneTimeCode } = request;
    return source.transaction(async (manager) => {
      const account = await accounts.lock(manager, checked.userId);
      // What the password was checked against may have changed since: then it lets nobody in any more.
      if (account?.passwordHash !== checked.passwordHash) throw refuseField('submit', 'wrongCredentials');
      if (!account.enabled) throw refuseField('submit', 'notAllowed');
      await secondFactors.require(manager, account.userId, oneTimeCode);
      if (freshHash) await manager.update(Account, { userId: account.userId }, { passwordHash: freshHash });
      return { ...(await sessions.open(manager, account.userId, origin)), account };
    });
  }

  /** @throws ProductError `invalidSession` for a caller who has no account any more. */
  async accountOf(userId: string): Promise<Account> {
    const account = await this.parts.accounts.find(userId);
    if (!account) throw new ProductError('invalidSession');
    return account;
  }
}
