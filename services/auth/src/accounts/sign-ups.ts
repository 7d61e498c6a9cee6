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
import { SignUp } from '../auth.entities.js';
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

/** The one that is looked at when somebody logs in who has no account yet: of the address whose key is $1. */
export const LATEST_SIGN_UP = `select user_id as "userId", email, password_hash as "passwordHash" from sign_up
  where email_key = $1 and expires_at > now() and password_hash is not null order by created_at desc limit 1`;

type Kept = 'userId' | 'email' | 'emailKey' | 'passwordHash' | 'username' | 'consents' | 'consentedAt';

interface WaitingSignUp extends Pick<SignUp, Kept> {
  /** Whether another one waits for the same address. */
  isContested: boolean;
}

/** From what somebody asks for to the account. Nothing here tells whether an address has one: the mail does. */
@Injectable()
export class SignUps {
  /** Those being asked for now, by what is asked for. */
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
   * Keeps what was asked for and mails its link. The same person asking again, which the same password shows, gets another
   * mail for the same: a lost answer or a lost mail costs them neither their name nor an hour.
   * @throws ProductError `invalidInput` or `usernameTaken` with fields; `tooManyRequests`.
   */
  signUp(request: SignUpRequest, call: Call): Promise<void> {
    const { email, username, password } = request;
    const key = hashSecret(JSON.stringify([email, username, password])).toString('base64');
    // A form that is sent twice at once is one sign-up, and both get its answer.
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
    // Seen through also when nobody waits any more: a name held for a sign-up that was never kept would be nobody's.
    const lasting = { ...call };
    delete lasting.deadlineMs;
    await users.reserveUsername({ userId, username, until: await this.linkEnd() }, lasting);
    await this.keep({ userId, email, username: username.trim(), passwordHash });
  }

  /** Mails the link of a sign-up again, to somebody who knows its password. */
  async remind({ userId, email }: LatestSignUp): Promise<void> {
    const { source, mails, limits } = this;
    if (!(await limits.mayMail(email))) return;
    await mails.send([await mails.add(source.manager, { kind: 'sign-up', address: email, userId })]);
  }

  /**
   * Makes the account. The profile comes first, so that nobody can log in without one. Where another sign-up waits for the
   * same address, opening a mail does not show whose it is: then it takes the password of the one that is confirmed.
   * @returns the username it was asked for with.
   * @throws ProductError `linkExpired` for a link that is none or too old, `alreadyConfirmed` once there is an account;
   * `signUpPasswordNeeded` and `wrongPassword` beside `password`, `tooManyRequests`.
   */
  async confirm(request: ConfirmSignUpRequest, call: Call): Promise<string> {
    const { source, accounts, codes } = this;
    const { userId, code } = request;
    const claim = { purpose: 'sign-up', userId, code } as const;
    const state = await codes.stateOf(claim);
    const signUp = state === 'good' ? await this.waiting(userId) : null;
    if (signUp && (await accounts.findByEmail(signUp.email))) throw new ProductError('alreadyConfirmed');
    const isMailboxProven = signUp !== null && (await this.isProven(signUp, request, call));
    // What was waiting may end between one look and the next.
    if (!signUp || !(await this.begin(userId))) {
      const isConfirmed = state !== 'unknown' && (await accounts.find(userId)) !== null;
      throw new ProductError(isConfirmed ? 'alreadyConfirmed' : 'linkExpired');
    }
    const users = await this.users();
    await users.createProfile({ userId, accountType: toWireAccountType('free') }, call);
    const isMade = await source.transaction(async (manager) => {
      // Of several at once the others wait here, and find it used.
      if ((await codes.take(manager, claim)).state !== 'good') return false;
      const isAdded = await accounts.add(manager, { ...signUp, accountType: 'free', isMailboxProven });
      await manager.delete(SignUp, { userId });
      // Somebody else confirmed the same address meanwhile: the profile that was made is nobody's.
      if (!isAdded && !(await accounts.lock(manager, userId))) await accounts.tellDeleted(manager, userId, 1);
      return isAdded;
    });
    if (!isMade) throw new ProductError('alreadyConfirmed');
    return signUp.username ?? '';
  }

  /** @returns whether the password was given; not asking for it is fine where no other sign-up waits for the address. */
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
   * Notes that there may be a profile from now on: where the sign-up is never finished, it is taken away again.
   * @returns whether the sign-up still waits.
   */
  private async begin(userId: string): Promise<boolean> {
    const begun = await this.source.query<object[]>(
      `with begun as (
         update sign_up set profile_begun = true where user_id = $1 and expires_at > now() returning user_id
       ) select user_id from begun`,
      [userId],
    );
    return begun.length > 0;
  }

  private async keep(asked: Pick<SignUp, 'userId' | 'email' | 'username' | 'passwordHash'>): Promise<void> {
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

  /** By the clock of the database, as all that expires. */
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
