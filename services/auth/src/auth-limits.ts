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
/** A /48 of IPv6 holds 65,536 addresses as they are counted here, and often belongs to one customer. */
const ADDRESSES_PER_SITE = 10;

/** A login that is about to be tried. */
export interface LoginAttempt {
  /** What is typed, whether there is such an account or not. */
  emailKey: string;
  address: string;
  /** Whether the account is used from this address. */
  isKnownAddress: boolean;
}

/** Takes back what was counted: the attempt did not fail. */
export type GiveBack = () => Promise<void>;

/**
 * The limits of logging in and of being sent mails. An attempt is counted before it is made, so that making many at once
 * helps nobody, and taken back when it succeeds. Each refusal tells when it ends, and refused attempts make none longer.
 */
@Injectable()
export class AuthLimits {
  readonly #limits: Limits;
  readonly #perAccount: Limit;
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
    this.#perAddress = { name: 'login-address', calls: settings.failuresPerAddress, ...login };
    this.#leavesPerAddress = { name: 'login-provider', calls: settings.failuresPerAddress, ...login };
    this.#mailsPerMailbox = { name: 'mail-mailbox', calls: settings.mailsPerMailbox, ...mail };
    this.#mailsPerAddress = { name: 'mail-address', calls: settings.mailsPerAddress, ...mail };
    this.#mailsPerSite = { name: 'mail-site', calls: settings.mailsPerAddress * ADDRESSES_PER_SITE, ...mail };
    this.#mailsPerAccount = { name: 'mail-account', calls: settings.mailsPerAccount, ...mail };
    this.#mailsPerHour = { name: 'mail-all', calls: settings.mailsPerHour, ...mail };
  }

  /**
   * Counts a login. Strangers share the count of an account; who uses it has one of their own for their address, so that
   * nobody can keep them out by failing in their name.
   * @throws ProductError `tooManyRequests`.
   */
  async logIn({ emailKey, address, isKnownAddress }: LoginAttempt): Promise<GiveBack> {
    const account = isKnownAddress ? hashed(`${emailKey} ${address}`) : hashed(emailKey);
    return this.#takeAll([
      [this.#perAddress, address],
      [this.#perAccount, account],
    ]);
  }

  /** Counts a password that somebody with a session types. @throws ProductError `tooManyRequests`. */
  async password(userId: string): Promise<GiveBack> {
    return this.#takeAll([[this.#perAccount, hashed(userId)]]);
  }

  /** Counts who goes away to be let in by somebody else. @throws ProductError `tooManyRequests`. */
  async leaveForProvider(address: string): Promise<void> {
    await this.#takeAll([[this.#leavesPerAddress, address]]);
  }

  /** Counts what has a mail sent without a session. @throws ProductError `tooManyRequests`. */
  async askForMail(address: string): Promise<void> {
    const site = siteOf(address);
    await this.#takeAll([
      ...(site === null ? [] : [[this.#mailsPerSite, site] as const]),
      [this.#mailsPerAddress, address],
    ]);
  }

  /** Counts what has a mail sent in a session, to an address somebody names. @throws ProductError `tooManyRequests`. */
  async askForMailAs(userId: string): Promise<void> {
    await this.#takeAll([[this.#mailsPerAccount, hashed(userId)]]);
  }

  /**
   * Counts a letter that somebody asked for and that is about to leave. Whoever asked is not refused by it: that only
   * letters to somebody count would tell of the address.
   * @returns null where it has to wait, else how to take it back.
   */
  async takeLetter(): Promise<GiveBack | null> {
    if ((await this.#limits.take(this.#mailsPerHour, 'all')) > 0) return null;
    return () => this.#limits.giveBack(this.#mailsPerHour, 'all');
  }

  /**
   * Whether a mailbox may get one more. Who asked is not told: the answer would be one about the mailbox, and refusing
   * would let anybody keep its owner from asking.
   */
  async mayMail(email: string): Promise<boolean> {
    return (await this.#limits.take(this.#mailsPerMailbox, hashed(mailboxKey(email)))) === 0;
  }

  async #takeAll(taken: readonly (readonly [Limit, string])[]): Promise<GiveBack> {
    for (const [limit, key] of taken) {
      const retryAfterMs = await this.#limits.take(limit, key);
      if (retryAfterMs === 0) continue;
      const retryAfterSeconds = Math.ceil(retryAfterMs / 1_000);
      throw new ProductError('tooManyRequests', { additional: { retryAfterSeconds } });
    }
    return async () => {
      await Promise.all(taken.map(([limit, key]) => this.#limits.giveBack(limit, key)));
    };
  }
}

/** The /48 of an IPv6 address, of which the edge may have told the first groups alone; null for an IPv4 address. */
function siteOf(address: string): string | null {
  if (!address.includes(':')) return null;
  const [head = ''] = address.split('::');
  return [...head.split(':'), '0', '0', '0'].slice(0, 3).join(':');
}

/** Keys of limits are kept elsewhere, and hold no address of anybody's. */
function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
