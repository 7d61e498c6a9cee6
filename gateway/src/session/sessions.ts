import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@switchback/platform/clock';
import { CLOCK } from '@switchback/platform/nest/tokens';
import type { Call, Caller } from '@switchback/platform/rpc/call';
import { accountTypeOf } from '@switchback/platform/wire/account-type';
import { CLIENTS, type Clients } from '../services/clients.js';

/** Cache TTL: the longest time for which a session ended elsewhere stays valid here. */
const CACHE_TTL_MS = 5_000;
const SESSIONS_MAX = 20_000;

type AuthClient = Pick<Clients['auth'], 'checkSession'>;

interface CachedSession {
  caller: Caller;
  untilMs: number;
}

/**
 * Resolves tokens to callers. Caches positive answers of the auth service for five seconds, in order of arrival;
 * sessions ended by this process are dropped immediately. Never caches negative answers: a login may validate the
 * token.
 */
@Injectable()
export class Sessions {
  readonly #auth: AuthClient;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #cached = new Map<string, CachedSession>();
  /** Cache keys by user. */
  readonly #ofUser = new Map<string, Set<string>>();
  /** Incremented by each {@link evict}: an answer requested before it may be outdated. */
  #evictions = 0;

  constructor(@Inject(CLIENTS) { auth }: { auth: AuthClient }, @Inject(CLOCK) clock: Pick<Clock, 'monotonicMs'>) {
    this.#auth = auth;
    this.#clock = clock;
  }

  /** @throws ProductError `invalidSession` for a token that is unknown, ended or expired. */
  async callerOf(token: string, call: Call): Promise<Caller> {
    const hash = createHash('sha256').update(token).digest();
    const key = hash.toString('base64');
    const cached = this.#cached.get(key);
    if (cached && cached.untilMs > this.#clock.monotonicMs()) return cached.caller;
    const evictions = this.#evictions;
    const untilMs = this.#clock.monotonicMs() + CACHE_TTL_MS;
    const answer = await this.#auth.checkSession({ tokenHash: hash }, call);
    const { sessionId, userId } = answer;
    const caller = { userId, accountType: accountTypeOf(answer.accountType), sessionId };
    if (evictions === this.#evictions) this.#cache(key, { caller, untilMs });
    return caller;
  }

  /** Drops a person's cached sessions after some of them have ended. */
  evict(userId: string): void {
    this.#evictions++;
    for (const key of this.#ofUser.get(userId) ?? []) this.#cached.delete(key);
    this.#ofUser.delete(userId);
  }

  /** Returns the number of cached sessions and of their users. */
  get size(): { sessions: number; people: number } {
    return { sessions: this.#cached.size, people: this.#ofUser.size };
  }

  #cache(key: string, session: CachedSession): void {
    // Reinsert, so that the first key is always the oldest.
    this.#drop(key);
    this.#cached.set(key, session);
    const { userId } = session.caller;
    const keys = this.#ofUser.get(userId) ?? new Set();
    this.#ofUser.set(userId, keys.add(key));
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > SESSIONS_MAX && oldest !== undefined) this.#drop(oldest);
  }

  #drop(key: string): void {
    const userId = this.#cached.get(key)?.caller.userId;
    if (userId === undefined) return;
    this.#cached.delete(key);
    const keys = this.#ofUser.get(userId);
    keys?.delete(key);
    if (keys?.size === 0) this.#ofUser.delete(userId);
  }
}
