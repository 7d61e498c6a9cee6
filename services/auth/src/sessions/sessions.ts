import { AUTH_SETTINGS, type AuthSettings } from '../auth-settings.js';
import { Inject, Injectable } from '@nestjs/common';
import { IDS } from '@switchback/platform/nest/tokens';
import type { AccountType } from '@switchback/contracts/rules/accounts';
import { ProductError } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import type { Origin } from '@switchback/proto/auth/v1/service';
import { DataSource, type EntityManager } from 'typeorm';
import { ACCOUNT_COLUMNS } from '../accounts/accounts.js';
import type { Account } from '../accounts/account.entity.js';
import { WANTS_CODE } from '../second-factor/totp-rows.js';
import { hashSecret, newSecret } from '../secrets.js';
import { EndedSessions } from './ended-sessions.js';

/** Sessions per person; when exceeded, the least recently used ones end. */
const SESSIONS_MAX = 100;
const AGENT_CHARS_MAX = 200;

/**
 * SQL condition for a live session, over `session as s` in a query that already uses $1; $2 is the idle limit. Counts
 * days of 24 hours, since days of a time zone may be longer or shorter.
 */
export const IS_LIVE = 's.expires_at > now() and s.last_used_at > now() - make_interval(hours => 24 * $2)';

/** Columns of a new session, and their values. */
const DRAFTED = '(id, user_id, token_hash, agent, address, expires_at)';
const DRAFT = '$1, $2, $3, $4, $5, now() + make_interval(hours => 24 * $6)';

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
    private readonly source: DataSource,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(AUTH_SETTINGS) private readonly settings: Pick<AuthSettings, 'sessions'>,
    private readonly ended: EndedSessions,
  ) {}

  /**
   * Opens a session in the caller's transaction, which has locked the account's row, so that no session is opened
   * concurrently with a change that ends them all.
   */
  async open(manager: EntityManager, userId: string, origin: Origin | undefined): Promise<OpenedSession> {
    const { token, sessionId, values } = this.draft(userId, origin);
    const [opened] = await manager.query<{ others: number }[]>(
      `insert into session ${DRAFTED} values (${DRAFT})
       returning (select count(*)::integer from session where user_id = $2) as others`,
      values,
    );
    if (opened && opened.others >= SESSIONS_MAX) await this.makeRoom(manager, userId);
    return { token, sessionId };
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
    const { token, sessionId, values } = this.draft(userId, origin);
    const [row] = await this.source.query<(Account & { others: number })[]>(
      `with held as materialized (
         select ${ACCOUNT_COLUMNS} from account
          where user_id = $2 and password_hash = $7 and enabled and not ${WANTS_CODE} for update of account),
       opened as (insert into session ${DRAFTED} select ${DRAFT} from held)
       select held.*, (select count(*)::integer from session where user_id = $2) as others from held`,
      [...values, passwordHash],
    );
    if (!row) return null;
    const { others, ...account } = row;
    // The count is from the start of the statement and misses sessions opened concurrently.
    if (others >= SESSIONS_MAX / 2) await this.makeRoomApart(userId);
    return { token, sessionId, account };
  }

  /**
   * Returns the session and owner of a token; records its use at most once a minute.
   * @param tokenHash SHA-256 of the token.
   * @throws ProductError `invalidSession` if it is unknown, ended or expired.
   */
  async check(tokenHash: Uint8Array): Promise<SessionHolder> {
    const [found] = await this.source.query<(SessionHolder & { isStale: boolean })[]>(
      `select s.id as "sessionId", s.user_id as "userId", a.account_type as "accountType",
         s.last_used_at < now() - interval '1 minute' as "isStale"
       from session as s join account as a on a.user_id = s.user_id
       where s.token_hash = $1 and a.enabled and ${IS_LIVE}`,
      [Buffer.from(tokenHash), this.settings.sessions.idleDays],
    );
    if (!found) throw new ProductError('invalidSession');
    const { isStale, ...holder } = found;
    if (isStale) await this.source.query('update session set last_used_at = now() where id = $1', [holder.sessionId]);
    return holder;
  }

  /** Returns whether a session was opened within the given minutes; false if it no longer exists. */
  async isYoung(userId: string, sessionId: string, minutes: number): Promise<boolean> {
    const young = await this.source.query<object[]>(
      'select id from session where id = $1 and user_id = $2 and created_at > now() - make_interval(mins => $3)',
      [sessionId, userId, minutes],
    );
    return young.length > 0;
  }

  /** Lists live sessions, most recently used first. */
  list(userId: string): Promise<SessionView[]> {
    return this.source.query<SessionView[]>(
      `select s.id, s.created_at as "createdAt", s.last_used_at as "lastUsedAt", s.agent
       from session as s where s.user_id = $1 and ${IS_LIVE} order by s.last_used_at desc, s.created_at desc, s.id`,
      [userId, this.settings.sessions.idleDays],
    );
  }

  /** No-op if the token is unknown. */
  async end(token: string): Promise<void> {
    await this.source.transaction((manager) => this.ended.end(manager, 'token_hash = $1', [hashSecret(token)]));
  }

  async endOne(userId: string, sessionId: string): Promise<void> {
    const isTheirs = 'user_id = $1 and id = $2';
    await this.source.transaction((manager) => this.ended.end(manager, isTheirs, [userId, sessionId]));
  }

  /** Ends every session of a person but one, in the caller's transaction, which has locked the account's row. */
  endAll(manager: EntityManager, userId: string, exceptSessionId = ''): Promise<void> {
    return this.ended.endAll(manager, userId, exceptSessionId);
  }

  private draft(userId: string, origin: Origin | undefined) {
    const token = newSecret();
    const agent = (origin?.agent ?? '').slice(0, AGENT_CHARS_MAX);
    const address = origin?.address ?? '';
    const sessionId = this.ids.uuid();
    return {
      token,
      sessionId,
      values: [sessionId, userId, hashSecret(token), agent, address, this.settings.sessions.days],
    };
  }

  /** Runs one at a time per account: two calls that end the same sessions would deadlock. */
  private async makeRoomApart(userId: string): Promise<void> {
    await this.source.transaction(async (manager) => {
      await manager.query('select from account where user_id = $1 for update', [userId]);
      await this.makeRoom(manager, userId);
    });
  }

  private makeRoom(manager: EntityManager, userId: string): Promise<void> {
    const isTooMany = `user_id = $1 and id in (
      select id from session where user_id = $1 order by last_used_at desc, created_at desc, id offset $2)`;
    return this.ended.end(manager, isTooMany, [userId, SESSIONS_MAX]);
  }
}
