import { Inject, Injectable } from '@nestjs/common';
import { IDS } from '@switchback/platform/nest/tokens';
import { AUTH_SETTINGS, type AuthSettings } from '../auth-settings.js';
import { USERS, type UsersPeer } from '../users-peer.js';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import type { Call } from '@switchback/platform/rpc/call';
import { toWireAccountType } from '@switchback/platform/wire/account-type';
import type { ConfirmSignUpRequest, SignUpRequest } from '@switchback/proto/auth/v1/service';
import { DataSource } from 'typeorm';
import { SignUp } from './sign-up.entity.js';
import { AuthLimits } from '../auth-limits.js';
import { Codes } from '../codes.js';
import { emailKey } from '../email-key.js';
import { requireEmail, requirePassword } from '../input.js';
import { MAIL_KINDS } from '../mails/mail-kinds.js';
import { MailQueue } from '../mails/mail-queue.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { hashSecret } from '../secrets.js';
import { Accounts } from './accounts.js';
import { consentsOfSignUp } from './consents.js';

export type LatestSignUp = Pick<SignUp, 'userId' | 'email' | 'passwordHash'>;

/**
 * Latest pending sign-up with a password for the address whose key is $1; read at login if the address has no account
 * yet.
 */
export const LATEST_SIGN_UP = `select user_id as "userId", email, password_hash as "passwordHash" from sign_up
  where email_key = $1 and expires_at > now() and password_hash is not null order by created_at desc limit 1`;

type SignUpFields = 'userId' | 'email' | 'emailKey' | 'passwordHash' | 'username' | 'consents' | 'consentedAt';

interface WaitingSignUp extends Pick<SignUp, SignUpFields> {
  /** Whether another sign-up is pending for the same address. */
  isContested: boolean;
}

/**
 * Turns sign-up requests into accounts. Responses never reveal whether an address has an account; only the mail does.
 */
@Injectable()
export class SignUps {
  /** Sign-ups in flight, keyed by a hash of the request. */
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    private readonly source: DataSource,
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
    const asked = this.underWay.get(key) ?? this.ask(request, call).finally(() => this.underWay.delete(key));
    this.underWay.set(key, asked);
    return asked;
  }

  private async ask({ email: typed, password: chosen, username, origin }: SignUpRequest, call: Call): Promise<void> {
    const { passwordMin } = this.settings;
    const { source, hasher, ids, limits } = this;
    const email = requireEmail('email', typed);
    const password = requirePassword('password', chosen, passwordMin);
    await limits.askForMail(origin?.address ?? '');
    const [earlier] = await source.query<LatestSignUp[]>(LATEST_SIGN_UP, [emailKey(email)]);
    const stored = earlier?.passwordHash ?? null;
    const { isRight, hash: passwordHash } = await hasher.verifyAndHash(password, stored, call.deadlineMs);
    const userId = earlier && isRight ? earlier.userId : ids.uuid();
    const users = await this.users();
    // Completes even if the client stops waiting: otherwise a username would stay reserved for a sign-up that was never
    // stored.
    const lasting = { ...call };
    delete lasting.deadlineMs;
    await users.reserveUsername({ userId, username, until: await this.linkEnd() }, lasting);
    await this.store({ userId, email, username: username.trim(), passwordHash });
  }

  /** Mails the link of a sign-up again, to a client that knows its password. */
  async remind({ userId, email }: LatestSignUp): Promise<void> {
    const { source, mails, limits } = this;
    if (!(await limits.mayMail(email))) return;
    await mails.send([await mails.add(source.manager, { kind: 'sign-up', address: email, userId })]);
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
    const { source, accounts, codes } = this;
    const { userId, code } = request;
    const claim = { purpose: 'sign-up', userId, code } as const;
    const state = await codes.stateOf(claim);
    const signUp = state === 'good' ? await this.waiting(userId) : null;
    if (signUp && (await accounts.findByEmail(signUp.email))) throw new ProductError('alreadyConfirmed');
    const isMailboxProven = signUp !== null && (await this.isProven(signUp, request, call));
    // The sign-up may expire between the two reads.
    if (!signUp || !(await this.startProfile(userId))) {
      const isConfirmed = state !== 'unknown' && (await accounts.find(userId)) !== null;
      throw new ProductError(isConfirmed ? 'alreadyConfirmed' : 'linkExpired');
    }
    const users = await this.users();
    await users.createProfile({ userId, accountType: toWireAccountType('free') }, call);
    const isMade = await source.transaction(async (manager) => {
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
  private async isProven(signUp: WaitingSignUp, request: ConfirmSignUpRequest, call: Call): Promise<boolean> {
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

  private async waiting(userId: string): Promise<WaitingSignUp | null> {
    const [signUp] = await this.source.query<WaitingSignUp[]>(
      `select s.user_id as "userId", s.email, s.email_key as "emailKey", s.password_hash as "passwordHash", s.username,
         s.consents, s.consented_at as "consentedAt",
         exists (select from sign_up as o where o.email_key = s.email_key and o.user_id <> s.user_id
           and o.expires_at > now() and o.password_hash is not null) as "isContested"
       from sign_up as s where s.user_id = $1 and s.expires_at > now()`,
      [userId],
    );
    return signUp ?? null;
  }

  /**
   * Records that a profile may exist from now on, so that it is deleted if the sign-up is never completed.
   * @returns whether the sign-up is still pending.
   */
  private async startProfile(userId: string): Promise<boolean> {
    const begun = await this.source.query<object[]>(
      `with begun as (
         update sign_up set profile_begun = true where user_id = $1 and expires_at > now() returning user_id
       ) select user_id from begun`,
      [userId],
    );
    return begun.length > 0;
  }

  private async store(asked: Pick<SignUp, 'userId' | 'email' | 'username' | 'passwordHash'>): Promise<void> {
    const { source, mails, limits } = this;
    const { userId, email, username, passwordHash } = asked;
    const key = emailKey(email);
    const mayMail = await limits.mayMail(email);
    const mailIds = await source.transaction(async (manager) => {
      await manager.query(
        `insert into sign_up (user_id, email, email_key, username, password_hash, expires_at, consents, consented_at)
         values ($1, $2, $3, $4, $5, now() + make_interval(hours => $6), $7, now())
         on conflict (user_id) do update set email = excluded.email, username = excluded.username,
           password_hash = excluded.password_hash, expires_at = excluded.expires_at,
           consents = excluded.consents, consented_at = excluded.consented_at`,
        [userId, email, key, username, passwordHash, MAIL_KINDS['sign-up'].hours, consentsOfSignUp()],
      );
      return mayMail ? [await mails.add(manager, { kind: 'sign-up', address: email, userId })] : [];
    });
    await mails.send(mailIds);
  }

  /** Uses the database clock, as all expiry does. */
  private async linkEnd(): Promise<string> {
    const [row] = await this.source.query<{ at: Date }[]>('select now() + make_interval(hours => $1) as at', [
      MAIL_KINDS['sign-up'].hours,
    ]);
    return row!.at.toISOString();
  }
}

function passwordOf(username: string): string {
  return `More than one sign-up waits for this address. Please enter the password you chose for ${username}; if that is not you, open the mail that names your username.`;
}
