import { ACCOUNT_TYPES } from '@switchback/contracts/rules/accounts';
import { bothColumns, type ColumnList, entityRows } from '@switchback/platform/db/entity-columns';
import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Account } from '../accounts/account.entity.js';
import { accountColumns } from '../accounts/accounts.sql.js';
import { WANTS_CODE } from '../second-factor/totp-rows.sql.js';
import type { Session } from './session.entity.js';

const INSERTED = z.strictObject({ others: z.number() });
const HOLDER = z.strictObject({
  sessionId: z.string(),
  userId: z.string(),
  accountType: z.enum(ACCOUNT_TYPES),
  isStale: z.boolean(),
});
const SESSION_ID = z.strictObject({ id: z.string() });
const LISTED = z.strictObject({ id: z.string(), createdAt: z.date(), lastUsedAt: z.date(), agent: z.string() });

/**
 * Condition for a live session, over `session as s` in a statement that already uses $1; $2 is the idle limit. Counts
 * days of 24 hours, since days of a time zone may be longer or shorter.
 */
export const IS_LIVE = 's.expires_at > now() and s.last_used_at > now() - make_interval(hours => 24 * $2)';

/** Columns of a new session, and their values. */
const COLUMNS = '(id, user_id, token_hash, agent, address, expires_at)';
const VALUES = '$1, $2, $3, $4, $5, now() + make_interval(hours => 24 * $6)';

export interface NewSession extends Pick<Session, 'id' | 'userId' | 'tokenHash' | 'agent' | 'address'> {
  /** Days until the session expires. */
  days: number;
}

/** @returns the number of the person's other sessions. */
export async function insertSession(connection: SqlConnection, session: NewSession): Promise<number> {
  const [inserted] = await queryRows(
    connection,
    INSERTED,
    `insert into session ${COLUMNS} values (${VALUES})
     returning (select count(*)::integer from session where user_id = $2) as others`,
    valuesOf(session),
  );
  return inserted!.others;
}

/**
 * Inserts a session if the account has this password, is enabled and needs no code; locks its row.
 * @returns the account, and the number of the person's other sessions; undefined if there is no such account.
 */
export async function insertSessionIfUnchanged(
  manager: EntityManager,
  session: NewSession,
  passwordHash: Account['passwordHash'],
): Promise<(Account & { others: number }) | undefined> {
  const account = accountColumns(manager);
  const others: ColumnList<{ others: number }> = '(select count(*)::integer from session where user_id = $2) as others';
  const [opened] = await entityRows(
    manager,
    bothColumns(account, others),
    `with held as materialized (
       select ${account} from account
        where user_id = $2 and password_hash = $7 and enabled and not ${WANTS_CODE} for update of account),
     opened as (insert into session ${COLUMNS} select ${VALUES} from held)
     select held.*, ${others} from held`,
    [...valuesOf(session), passwordHash],
  );
  return opened;
}

/** Returns the live session of a token, and its owner; undefined if there is none, or the account is disabled. */
export async function findHolder(
  connection: SqlConnection,
  tokenHash: Buffer,
  idleDays: number,
): Promise<z.infer<typeof HOLDER> | undefined> {
  const [holder] = await queryRows(
    connection,
    HOLDER,
    `select s.id as "sessionId", s.user_id as "userId", a.account_type as "accountType",
       s.last_used_at < now() - interval '1 minute' as "isStale"
     from session as s join account as a on a.user_id = s.user_id
     where s.token_hash = $1 and a.enabled and ${IS_LIVE}`,
    [tokenHash, idleDays],
  );
  return holder;
}

/** Records the use of a session. SQL, because it runs while requests wait. */
export async function touchSession(connection: SqlConnection, id: string): Promise<void> {
  await connection.query('update session set last_used_at = now() where id = $1', [id]);
}

/** Returns whether a session was opened within the given minutes; false if it no longer exists. */
export async function isOpenedWithin(
  connection: SqlConnection,
  { userId, id }: Pick<Session, 'userId' | 'id'>,
  minutes: number,
): Promise<boolean> {
  const young = await queryRows(
    connection,
    SESSION_ID,
    'select id from session where id = $1 and user_id = $2 and created_at > now() - make_interval(mins => $3)',
    [id, userId, minutes],
  );
  return young.length > 0;
}

/** Lists a person's live sessions, most recently used first. */
export function liveSessions(
  connection: SqlConnection,
  userId: string,
  idleDays: number,
): Promise<z.infer<typeof LISTED>[]> {
  return queryRows(
    connection,
    LISTED,
    `select s.id, s.created_at as "createdAt", s.last_used_at as "lastUsedAt", s.agent
     from session as s where s.user_id = $1 and ${IS_LIVE} order by s.last_used_at desc, s.created_at desc, s.id`,
    [userId, idleDays],
  );
}

function valuesOf({ id, userId, tokenHash, agent, address, days }: NewSession): unknown[] {
  return [id, userId, tokenHash, agent, address, days];
}
