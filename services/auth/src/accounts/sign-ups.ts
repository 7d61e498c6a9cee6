import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import { IDS } from '@switchback/platform/nest/tokens';
import type { Call } from '@switchback/platform/rpc/call';
import { toWireAccountType } from '@switchback/platform/wire/account-type';
import type { ConfirmSignUpRequest, SignUpRequest } from '@switchback/proto/auth/v1/service';
import { Repository } from 'typeorm';
import { AuthLimits } from '../auth-limits.js';
import { AUTH_SETTINGS, type AuthSettings } from '../auth-settings.js';
import { Codes } from '../codes.js';
import { emailKey } from '../email-key.js';
import { requireEmail, requirePassword } from '../input.js';
import { MAIL_KINDS } from '../mails/mail-kinds.js';
import { MailQueue } from '../mails/mail-queue.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { hashSecret } from '../secrets.js';
import { USERS, type UsersPeer } from '../users-peer.js';
import { Accounts } from './accounts.js';
import { consentsOfSignUp } from './consents.js';
import { SignUp } from './sign-up.entity.js';
import {
  findPendingSignUp,
  hoursFromNow,
  latestSignUp,
  type LatestSignUp,
  markProfileBegun,
  type PendingSignUp,
  upsertSignUp,
} from './sign-ups.sql.js';

/** Time limit for opening the link. */
const LINK_HOURS = MAIL_KINDS['sign-up'].hours;

/**
 * Turns sign-up requests into accounts. Responses never reveal whether an address has an account; only the mail does.
 */
@Injectable()
export class SignUps {
  /** Sign-ups in flight, keyed by a hash of the request. */
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    @InjectRepository(SignUp) private readonly signUps: Repository<SignUp>,
    private readonly accounts: Accounts,
    private readonly codes: Codes,
    private readonly mails: MailQueue,
    private readonly limits: AuthLimits,
    private readonly hasher: PasswordHasher,
    @Inject(USERS) private readonly users: UsersPeer,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(AUTH_SETTINGS) private readonly settings: Pick<AuthSettings, 'passwordMin'>,
  ) {}

  /**
   * Stores the sign-up and mails its link. A repeat with the same password continues the same sign-up and sends another
   * mail, so a lost response or mail costs the person neither their username nor time.
   * @throws ProductError `invalidInput` or `usernameTaken` with fields; `tooManyRequests`.
   */
  signUp(request: SignUpRequest, call: Call): Promise<void> {
    const { email, username, password } = request;
    const key = hashSecret(JSON.stringify([email, username, password])).toString('base64');
    // A form submitted twice concurrently is one sign-up; both requests get its result.
    const promise = this.underWay.get(key) ?? this.ask(request, call).finally(() => this.underWay.delete(key));
    this.underWay.set(key, promise);
    return promise;
  }

  private async ask({ email: typed, password: chosen, username, origin }: SignUpRequest, call: Call): Promise<void> {
    const { passwordMin } = this.settings;
    const { hasher, ids, limits } = this;
    const { manager } = this.signUps;
    const email = requireEmail('email', typed);
    const password = requirePassword('password', chosen, passwordMin);
    await limits.askForMail(origin?.address ?? '');
    const earlier = await latestSignUp(manager, emailKey(email));
    const stored = earlier?.passwordHash ?? null;
    const { isRight, hash: passwordHash } = await hasher.verifyAndHash(password, stored, call.deadlineMs);
    const userId = earlier && isRight ? earlier.userId : ids.uuid();
    const users = await this.users();
    // Completes even if the client stops waiting: otherwise a username would stay reserved for a sign-up that was never
    // stored.
    const lasting = { ...call };
    delete lasting.deadlineMs;
    const until = (await hoursFromNow(manager, LINK_HOURS)).toISOString();
    await users.reserveUsername({ userId, username, until }, lasting);
    await this.store({ userId, email, username: username.trim(), passwordHash });
  }

  /** Mails the link of a sign-up again, to a client that knows its password. */
  async remind({ userId, email }: LatestSignUp): Promise<void> {
    const { mails, limits } = this;
    if (!(await limits.mayMail(email))) return;
    await mails.send([await mails.add(this.signUps.manager, { kind: 'sign-up', address: email, userId })]);
  }

  /**
   * Creates the account. The profile comes first, so that no one can log in without one. If another sign-up is pending
   * for the same address, opening a mail does not prove which one is the owner's; the request then needs the password
   * of the sign-up that it confirms.
   * @returns the username the sign-up asked for.
   * @throws ProductError `linkExpired` for an unknown or expired link, `alreadyConfirmed` once the account exists;
   * `signUpPasswordNeeded` and `wrongPassword` on the field `password`; `tooManyRequests`.
   */
  async confirm(request: ConfirmSignUpRequest, call: Call): Promise<string> {
    const { accounts, codes } = this;
    const { manager: connection } = this.signUps;
    const { userId, code } = request;
    const claim = { purpose: 'sign-up', userId, code } as const;
    const state = await codes.stateOf(claim);
    const signUp = state === 'good' ? await findPendingSignUp(connection, userId) : undefined;
    if (signUp && (await accounts.findByEmail(signUp.email))) throw new ProductError('alreadyConfirmed');
    const isMailboxProven = signUp !== undefined && (await this.isProven(signUp, request, call));
    // The sign-up may expire between the two reads.
    if (!signUp || !(await markProfileBegun(connection, userId))) {
      const isConfirmed = state !== 'unknown' && (await accounts.find(userId)) !== null;
      throw new ProductError(isConfirmed ? 'alreadyConfirmed' : 'linkExpired');
    }
    const users = await this.users();
    await users.createProfile({ userId, accountType: toWireAccountType('free') }, call);
    const isMade = await connection.transaction(async (manager) => {
      // Concurrent confirmations wait for the lock here, then find the code spent.
      if ((await codes.redeem(manager, claim)).state !== 'good') return false;
      const isAdded = await accounts.add(manager, { ...signUp, accountType: 'free', isMailboxProven });
      await manager.delete(SignUp, { userId });
      // Another sign-up for the same address was confirmed meanwhile: the profile just created is orphaned.
      if (!isAdded && !(await accounts.lock(manager, userId))) await accounts.publishDeleted(manager, userId, 1);
      return isAdded;
    });
    if (!isMade) throw new ProductError('alreadyConfirmed');
    return signUp.username ?? '';
  }

  /** @returns whether the password was given; it may be omitted unless another sign-up is pending for the address. */
  private async isProven(signUp: PendingSignUp, request: ConfirmSignUpRequest, call: Call): Promise<boolean> {
    const { limits, hasher } = this;
    const { username, emailKey, passwordHash, isContested } = signUp;
    const { password, origin } = request;
    if (password === undefined) {
      if (!isContested) return false;
      throw refuseField('password', 'signUpPasswordNeeded', username ? passwordOf(username) : undefined);
    }
    const address = origin?.address ?? '';
    const giveBack = await limits.logIn({ emailKey, address, isKnownAddress: false });
    const { isRight } = await hasher.verify(password, passwordHash, call.deadlineMs);
    if (!isRight) throw refuseField('password', 'wrongPassword', username ? passwordOf(username) : undefined);
    await giveBack();
    return true;
  }

  private async store(asked: Pick<SignUp, 'userId' | 'email' | 'username' | 'passwordHash'>): Promise<void> {
    const { mails, limits } = this;
    const { userId, email } = asked;
    const mayMail = await limits.mayMail(email);
    const mailIds = await this.signUps.manager.transaction(async (manager) => {
      await upsertSignUp(manager, {
        ...asked,
        emailKey: emailKey(asked.email),
        hours: LINK_HOURS,
        consents: consentsOfSignUp(),
      });
      return mayMail ? [await mails.add(manager, { kind: 'sign-up', address: email, userId })] : [];
    });
    await mails.send(mailIds);
  }
}

function passwordOf(username: string): string {
  return `More than one sign-up waits for this address. Please enter the password you chose for ${username}; if that is not you, open the mail that names your username.`;
}
