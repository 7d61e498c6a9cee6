import { ProductError } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import { toWireAccountType } from '@switchback/platform/wire/account-type';
import type { ConfirmSignUpRequest, SignUpRequest } from '@switchback/proto/auth/v1/service';
import type { UsersService } from '@switchback/proto/users/v1/service';
import type { DataSource } from 'typeorm';
import { SignUp } from '../auth.entities.js';
import type { AuthLimits } from '../auth-limits.js';
import type { Codes } from '../codes.js';
import { emailKey } from '../email-key.js';
import { requireEmail, requirePassword } from '../input.js';
import { MAIL_KINDS } from '../mails/mail-kinds.js';
import type { MailQueue } from '../mails/mail-queue.js';
import type { PasswordHasher } from '../passwords/password-hasher.js';
import { hashSecret } from '../secrets.js';
import type { Accounts } from './accounts.js';

export type LatestSignUp = Pick<SignUp, 'userId' | 'email' | 'passwordHash'>;

/** The one that is looked at when somebody logs in who has no account yet: of the address whose key is $1. */
export const LATEST_SIGN_UP = `select user_id as "userId", email, password_hash as "passwordHash" from sign_up
  where email_key = $1 and expires_at > now() and password_hash is not null order by created_at desc limit 1`;

interface Parts {
  source: DataSource;
  accounts: Accounts;
  codes: Codes;
  mails: MailQueue;
  limits: AuthLimits;
  hasher: PasswordHasher;
  users: () => Promise<Pick<Rpc<UsersService>, 'reserveUsername' | 'createProfile'>>;
  ids: Ids;
  passwordMin: number;
}

/** From what somebody asks for to the account. Nothing here tells whether an address has one: the mail does. */
export class SignUps {
  /** Those being asked for now, by what is asked for. */
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(private readonly parts: Parts) {}

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
    const { source, hasher, ids, limits, passwordMin } = this.parts;
    const email = requireEmail('email', typed);
    const password = requirePassword('password', chosen, passwordMin);
    await limits.askForMail(origin?.address ?? '');
    const [earlier] = await source.query<LatestSignUp[]>(LATEST_SIGN_UP, [emailKey(email)]);
    const stored = earlier?.passwordHash ?? null;
    const { isRight, hash: passwordHash } = await hasher.verifyAndHash(password, stored, call.deadlineMs);
    const userId = earlier && isRight ? earlier.userId : ids.uuid();
    const users = await this.parts.users();
    // Seen through also when nobody waits any more: a name held for a sign-up that was never kept would be nobody's.
    const lasting = { ...call };
    delete lasting.deadlineMs;
    await users.reserveUsername({ userId, username, until: await this.linkEnd() }, lasting);
    await this.keep({ userId, email, passwordHash });
  }

  /** Mails the link of a sign-up again, to somebody who knows its password. */
  async remind({ userId, email }: LatestSignUp): Promise<void> {
    const { source, mails, limits } = this.parts;
    if (!(await limits.mayMail(emailKey(email)))) return;
    await mails.send([await mails.add(source.manager, { kind: 'sign-up', address: email, userId })]);
  }

  /**
   * Makes the account. The profile comes first, so that nobody can log in without one.
   * @throws ProductError `linkExpired` for a link that is none or too old, `alreadyConfirmed` once there is an account.
   */
  async confirm({ userId, code }: ConfirmSignUpRequest, call: Call): Promise<void> {
    const { source, accounts, codes } = this.parts;
    const claim = { purpose: 'sign-up', userId, code } as const;
    const state = await codes.stateOf(claim);
    // What was begun may end between one look and the next.
    const signUp = state === 'good' ? await this.begin(userId) : null;
    if (!signUp) {
      const isConfirmed = state !== 'unknown' && (await accounts.find(userId)) !== null;
      throw new ProductError(isConfirmed ? 'alreadyConfirmed' : 'linkExpired');
    }
    if (await accounts.findByEmail(signUp.email)) throw new ProductError('alreadyConfirmed');
    const users = await this.parts.users();
    await users.createProfile({ userId, accountType: toWireAccountType('free') }, call);
    const isMade = await source.transaction(async (manager) => {
      // Of several at once the others wait here, and find it used.
      if ((await codes.take(manager, claim)).state !== 'good') return false;
      const isAdded = await accounts.add(manager, { ...signUp, accountType: 'free' });
      await manager.delete(SignUp, { userId });
      // Somebody else confirmed the same address meanwhile: the profile that was made is nobody's.
      if (!isAdded && !(await accounts.lock(manager, userId))) await accounts.tellDeleted(manager, userId, 1);
      return isAdded;
    });
    if (!isMade) throw new ProductError('alreadyConfirmed');
  }

  /** Notes that there may be a profile from now on: where the sign-up is never finished, it is taken away again. */
  private async begin(userId: string): Promise<SignUp | null> {
    const [signUp] = await this.parts.source.query<SignUp[]>(
      `with begun as (
         update sign_up set profile_begun = true where user_id = $1 and expires_at > now() returning *
       ) select user_id as "userId", email, email_key as "emailKey", password_hash as "passwordHash" from begun`,
      [userId],
    );
    return signUp ?? null;
  }

  private async keep({
    userId,
    email,
    passwordHash,
  }: Pick<SignUp, 'userId' | 'email' | 'passwordHash'>): Promise<void> {
    const { source, mails, limits } = this.parts;
    const key = emailKey(email);
    const mayMail = await limits.mayMail(key);
    const mailIds = await source.transaction(async (manager) => {
      await manager.query(
        `insert into sign_up (user_id, email, email_key, password_hash, expires_at)
         values ($1, $2, $3, $4, now() + make_interval(hours => $5))
         on conflict (user_id) do update
           set email = excluded.email, password_hash = excluded.password_hash, expires_at = excluded.expires_at`,
        [userId, email, key, passwordHash, MAIL_KINDS['sign-up'].hours],
      );
      return mayMail ? [await mails.add(manager, { kind: 'sign-up', address: email, userId })] : [];
    });
    await mails.send(mailIds);
  }

  /** By the clock of the database, as all that expires. */
  private async linkEnd(): Promise<string> {
    const [row] = await this.parts.source.query<{ at: Date }[]>('select now() + make_interval(hours => $1) as at', [
      MAIL_KINDS['sign-up'].hours,
    ]);
    return row!.at.toISOString();
  }
}
