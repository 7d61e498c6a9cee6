import { createHash } from 'node:crypto';
import type { Clock } from '@switchback/platform/clock';
import type { Call, Caller, Rpc } from '@switchback/platform/rpc/call';
import { accountTypeOf } from '@switchback/platform/wire/account-type';
import type { AuthService } from '@switchback/proto/auth/v1/service';

/** How long a session that has ended elsewhere may still be good here. */
const KEPT_MS = 5_000;
const SESSIONS_MAX = 20_000;

interface Kept {
  caller: Caller;
  untilMs: number;
}

/**
 * Whose session a token is. What the auth service said of one is kept for five seconds, in the order it came; what this
 * process itself ended is forgotten at once. That a token is none is never kept: a log in may make it one.
 */
export class Sessions {
  readonly #auth: Pick<Rpc<AuthService>, 'checkSession'>;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #kept = new Map<string, Kept>();
  /** The keys of what is kept of each person. */
  readonly #ofUser = new Map<string, Set<string>>();
  /** Raised by each {@link forget}: an answer that was asked for before it may be out of date. */
  #forgotten = 0;

  constructor(auth: Pick<Rpc<AuthService>, 'checkSession'>, clock: Pick<Clock, 'monotonicMs'>) {
    this.#auth = auth;
    this.#clock = clock;
  }

  /** @throws ProductError `invalidSession` for a token that is unknown, ended or expired. */
  async callerOf(token: string, call: Call): Promise<Caller> {
    const hash = createHash('sha256').update(token).digest();
    const key = hash.toString('base64');
    const kept = this.#kept.get(key);
    if (kept && kept.untilMs > this.#clock.monotonicMs()) return kept.caller;
    const forgotten = this.#forgotten;
    const untilMs = this.#clock.monotonicMs() + KEPT_MS;
    const answer = await this.#auth.checkSession({ tokenHash: hash }, call);
    const { sessionId, userId } = answer;
    const caller = { userId, accountType: accountTypeOf(answer.accountType), sessionId };
    if (forgotten === this.#forgotten) this.#keep(key, { caller, untilMs });
    return caller;
  }

  /** Lets go of all that is known of a person's sessions: some of them have ended. */
  forget(userId: string): void {
    this.#forgotten++;
    for (const key of this.#ofUser.get(userId) ?? []) this.#kept.delete(key);
    this.#ofUser.delete(userId);
  }

  /** How many sessions are kept, and of how many people. */
  get size(): { sessions: number; people: number } {
    return { sessions: this.#kept.size, people: this.#ofUser.size };
  }

  #keep(key: string, kept: Kept): void {
    // Anew, so that the first is always the oldest.
    this.#drop(key);
    this.#kept.set(key, kept);
    const { userId } = kept.caller;
    const keys = this.#ofUser.get(userId) ?? new Set();
    this.#ofUser.set(userId, keys.add(key));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > SESSIONS_MAX && oldest !== undefined) this.#drop(oldest);
  }

  #drop(key: string): void {
    const userId = this.#kept.get(key)?.caller.userId;
    if (userId === undefined) return;
    this.#kept.delete(key);
    const keys = this.#ofUser.get(userId);
    keys?.delete(key);
    if (keys?.size === 0) this.#ofUser.delete(userId);
  }
}
