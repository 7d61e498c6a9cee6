import { AUTH_SETTINGS, type AuthSettings } from './auth-settings.js';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '@switchback/platform/nest/tokens';
import { createHash } from 'node:crypto';
import { ProductError } from '@switchback/platform/errors';
import { mailboxKey } from './email-key.js';
import type { Limit, Limits } from '@switchback/platform/limits/limits';

const MINUTE_MS = 60_000;
const LOGIN_WINDOW_MS = 15 * MINUTE_MS;
const MAIL_WINDOW_MS = 60 * MINUTE_MS;
/** An IPv6 /48 holds 65,536 addresses as counted here, and often belongs to one customer. */
const ADDRESSES_PER_SITE = 10;

/** A login about to be attempted. */
export interface LoginAttempt {
  /** Key of the typed address, whether or not it has an account. */
  emailKey: string;
  address: string;
  /** Whether the account is in use from this address. */
  isKnownAddress: boolean;
}

/** Source of a one-time code: an app, or the list in case the app is lost. */
export type CodeKind = 'app' | 'recovery';

/** Gives the count back, because the attempt did not fail. */
export type GiveBack = () => Promise<void>;

/**
 * Rate limits for logins and mails. An attempt is counted before it runs, so that concurrent attempts gain nothing, and
 * given back if it succeeds. Each refusal states when it ends; refused attempts do not extend it.
 */
@Injectable()
export class AuthLimits {
  readonly #limits: Limits;
  readonly #perAccount: Limit;
  readonly #codes: Readonly<Record<CodeKind, Limit>>;
  readonly #perAddress: Limit;
  readonly #leavesPerAddress: Limit;
  readonly #mailsPerMailbox: Limit;
  readonly #mailsPerAddress: Limit;
  readonly #mailsPerSite: Limit;
  readonly #mailsPerAccount: Limit;
  readonly #mailsPerHour: Limit;

  constructor(@Inject(LIMITS) limits: Limits, @Inject(AUTH_SETTINGS) { rates: settings }: Pick<AuthSettings, 'rates'>) {
    this.#limits = limits;
    const login = { windowMs: LOGIN_WINDOW_MS };
    const mail = { windowMs: MAIL_WINDOW_MS };
    this.#perAccount = { name: 'login-account', calls: settings.failuresPerAccount, ...login };
    this.#codes = {
      app: { ...this.#perAccount, name: 'login-code' },
      recovery: { ...this.#perAccount, name: 'login-recovery' },
    };
    this.#perAddress = { name: 'login-address', calls: settings.failuresPerAddress, ...login };
    this.#leavesPerAddress = { name: 'login-provider', calls: settings.failuresPerAddress, ...login };
    this.#mailsPerMailbox = { name: 'mail-mailbox', calls: settings.mailsPerMailbox, ...mail };
    this.#mailsPerAddress = { name: 'mail-address', calls: settings.mailsPerAddress, ...mail };
    this.#mailsPerSite = { name: 'mail-site', calls: settings.mailsPerAddress * ADDRESSES_PER_SITE, ...mail };
    this.#mailsPerAccount = { name: 'mail-account', calls: settings.mailsPerAccount, ...mail };
    this.#mailsPerHour = { name: 'mail-all', calls: settings.mailsPerHour, ...mail };
  }

  /**
   * Counts a login. Strangers share one count per account. An address from which the account is in use has its own
   * count, so that failed attempts by strangers cannot lock the owner out.
   * @throws ProductError `tooManyRequests`.
   */
  async logIn(attempt: LoginAttempt): Promise<GiveBack> {
    return this.#countAll([
      [this.#perAddress, attempt.address],
      [this.#perAccount, accountKey(attempt)],
    ]);
  }

  /**
   * Counts a one-time code of a login whose password was right. Each kind has its own count: whoever knows the password
   * and guesses codes of the app cannot keep the owner from using a recovery code.
   * @throws ProductError `tooManyRequests`.
   */
  async oneTimeCode(attempt: LoginAttempt, kind: CodeKind): Promise<GiveBack> {
    return this.#countAll([
      [this.#perAddress, attempt.address],
      [this.#codes[kind], accountKey(attempt)],
    ]);
  }

  /** Counts a one-time code of a login through the provider. @throws ProductError `tooManyRequests`. */
  async oneTimeCodeOf(userId: string, kind: CodeKind): Promise<GiveBack> {
    return this.#countAll([[this.#codes[kind], hashed(userId)]]);
  }

  /** Counts a password attempt within a session. @throws ProductError `tooManyRequests`. */
  async password(userId: string): Promise<GiveBack> {
    return this.#countAll([[this.#perAccount, hashed(userId)]]);
  }

  /** Counts a redirect to the login provider. @throws ProductError `tooManyRequests`. */
  async leaveForProvider(address: string): Promise<void> {
    await this.#countAll([[this.#leavesPerAddress, address]]);
  }

  /** Counts a request without a session that sends a mail. @throws ProductError `tooManyRequests`. */
  async askForMail(address: string): Promise<void> {
    const site = siteOf(address);
    await this.#countAll([
      ...(site === null ? [] : [[this.#mailsPerSite, site] as const]),
      [this.#mailsPerAddress, address],
    ]);
  }

  /**
   * Counts a request in a session that sends a mail to an address from the request.
   * @throws ProductError `tooManyRequests`.
   */
  async askForMailAs(userId: string): Promise<void> {
    await this.#countAll([[this.#mailsPerAccount, hashed(userId)]]);
  }

  /**
   * Counts a requested mail just before it is sent. The request itself is never refused: only mails to existing
   * accounts count, so a refusal would reveal whether the address has one.
   * @returns null if the mail has to wait, otherwise a function that gives the count back.
   */
  async countMail(): Promise<GiveBack | null> {
    if ((await this.#limits.count(this.#mailsPerHour, 'all')) > 0) return null;
    return () => this.#limits.giveBack(this.#mailsPerHour, 'all');
  }

  /**
   * Returns whether a mailbox may get one more mail. The response must not reveal the result: it would disclose
   * something about the mailbox, and a refusal would let anyone keep the owner from asking.
   */
  async mayMail(email: string): Promise<boolean> {
    return (await this.#limits.count(this.#mailsPerMailbox, hashed(mailboxKey(email)))) === 0;
  }

  async #countAll(counted: readonly (readonly [Limit, string])[]): Promise<GiveBack> {
    for (const [limit, key] of counted) {
      const retryAfterMs = await this.#limits.count(limit, key);
      if (retryAfterMs === 0) continue;
      const retryAfterSeconds = Math.ceil(retryAfterMs / 1_000);
      throw new ProductError('tooManyRequests', { additional: { retryAfterSeconds } });
    }
    return async () => {
      await Promise.all(counted.map(([limit, key]) => this.#limits.giveBack(limit, key)));
    };
  }
}

/** Returns an IPv6 address's /48, of which the edge may pass on only the first groups; null for an IPv4 address. */
function siteOf(address: string): string | null {
  if (!address.includes(':')) return null;
  const [head = ''] = address.split('::');
  return [...head.split(':'), '0', '0', '0'].slice(0, 3).join(':');
}

function accountKey({ emailKey, address, isKnownAddress }: LoginAttempt): string {
  return hashed(isKnownAddress ? `${emailKey} ${address}` : emailKey);
}

/** Hashes a limit key: limit keys are stored outside this service and must not contain anyone's address. */
function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
