import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { AccountType } from '@switchback/contracts/rules/accounts';
import { ProductError } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import { IDS } from '@switchback/platform/nest/tokens';
import type { Origin } from '@switchback/proto/auth/v1/service';
import { type EntityManager, Repository } from 'typeorm';
import type { Account } from '../accounts/account.entity.js';
import { lockAccount } from '../accounts/accounts.sql.js';
import { AUTH_SETTINGS, type AuthSettings } from '../auth-settings.js';
import { hashSecret, newSecret } from '../secrets.js';
import { EndedSessions } from './ended-sessions.js';
import { Session } from './session.entity.js';
import {
  findHolder,
  insertSession,
  insertSessionIfUnchanged,
  isOpenedWithin,
  liveSessions,
  type NewSession,
  touchSession,
} from './sessions.sql.js';

/** Sessions per person; when exceeded, the least recently used ones end. */
const SESSIONS_MAX = 100;
const AGENT_CHARS_MAX = 200;

/** A new session. Its token is returned only once, and stored hashed. */
export interface OpenedSession {
  token: string;
  sessionId: string;
}

/** Session and owner of a token. */
export interface SessionHolder {
  sessionId: string;
  userId: string;
  accountType: AccountType;
}

/** A session as shown to its owner. */
export interface SessionView {
  id: string;
  createdAt: Date;
  lastUsedAt: Date;
  agent: string;
}

/** Opens, checks and ends sessions. Stores only hashes of tokens. */
@Injectable()
export class Sessions {
  constructor(
    @InjectRepository(Session) private readonly sessions: Repository<Session>,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(AUTH_SETTINGS) private readonly settings: Pick<AuthSettings, 'sessions'>,
    private readonly ended: EndedSessions,
  ) {}

  /**
   * Opens a session in the caller's transaction, which has locked the account's row, so that no session is opened
   * concurrently with a change that ends them all.
   */
  async open(manager: EntityManager, userId: string, origin: Origin | undefined): Promise<OpenedSession> {
    const { token, session } = this.draft(userId, origin);
    const others = await insertSession(manager, session);
    if (others >= SESSIONS_MAX) await this.ended.endExcess(manager, userId, SESSIONS_MAX);
    return { token, sessionId: session.id };
  }

  /**
   * Opens a session for an account whose password was just checked, in one statement that locks its row: the fast path
   * of an ordinary login.
   * @returns null, without opening a session, if the account has changed since or needs a code.
   */
  async openUnchanged(
    { userId, passwordHash }: Pick<Account, 'userId' | 'passwordHash'>,
    origin: Origin | undefined,
  ): Promise<(OpenedSession & { account: Account }) | null> {
    const { token, session } = this.draft(userId, origin);
    const opened = await insertSessionIfUnchanged(this.sessions.manager, session, passwordHash);
    if (!opened) return null;
    const { others, ...account } = opened;
    // The count is from the start of the statement and misses sessions opened concurrently.
    if (others >= SESSIONS_MAX / 2) await this.endExcess(userId);
    return { token, sessionId: session.id, account };
  }

  /**
   * Returns the session and owner of a token; records its use at most once a minute.
   * @param tokenHash SHA-256 of the token.
   * @throws ProductError `invalidSession` if it is unknown, ended or expired.
   */
  async check(tokenHash: Uint8Array): Promise<SessionHolder> {
    const { manager } = this.sessions;
    const found = await findHolder(manager, Buffer.from(tokenHash), this.settings.sessions.idleDays);
    if (!found) throw new ProductError('invalidSession');
    const { isStale, ...holder } = found;
    if (isStale) await touchSession(manager, holder.sessionId);
    return holder;
  }

  /** Returns whether a session was opened within the given minutes; false if it no longer exists. */
  isYoung(userId: string, sessionId: string, minutes: number): Promise<boolean> {
    return isOpenedWithin(this.sessions.manager, { userId, id: sessionId }, minutes);
  }

  /** Lists live sessions, most recently used first. */
  list(userId: string): Promise<SessionView[]> {
    return liveSessions(this.sessions.manager, userId, this.settings.sessions.idleDays);
  }

  /** No-op if the token is unknown. */
  async end(token: string): Promise<void> {
    await this.sessions.manager.transaction((manager) => this.ended.endByToken(manager, hashSecret(token)));
  }

  async endOne(userId: string, sessionId: string): Promise<void> {
    await this.sessions.manager.transaction((manager) => this.ended.endOne(manager, userId, sessionId));
  }

  /** Ends every session of a person but one, in the caller's transaction, which has locked the account's row. */
  endAll(manager: EntityManager, userId: string, exceptSessionId = ''): Promise<void> {
    return this.ended.endAll(manager, userId, exceptSessionId);
  }

  private draft(userId: string, origin: Origin | undefined): { token: string; session: NewSession } {
    const token = newSecret();
    const session = {
      id: this.ids.uuid(),
      userId,
      tokenHash: hashSecret(token),
      agent: (origin?.agent ?? '').slice(0, AGENT_CHARS_MAX),
      address: origin?.address ?? '',
      days: this.settings.sessions.days,
    };
    return { token, session };
  }

  /** Runs one at a time per account: two calls that end the same sessions would deadlock. */
  private async endExcess(userId: string): Promise<void> {
    await this.sessions.manager.transaction(async (manager) => {
      await lockAccount(manager, userId);
      await this.ended.endExcess(manager, userId, SESSIONS_MAX);
    });
  }
}
