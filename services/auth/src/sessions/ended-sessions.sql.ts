import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const ENDED = z.strictObject({ id: z.string(), userId: z.string() });

export type EndedSession = z.infer<typeof ENDED>;

/** Deletes the session of a token. No-op for an unknown token. */
export function deleteSessionByToken(connection: SqlConnection, tokenHash: Buffer): Promise<EndedSession[]> {
  return deleteSessions(connection, 'token_hash = $1', [tokenHash]);
}

/** Deletes a person's session. No-op for the session of another person. */
export function deleteSession(connection: SqlConnection, userId: string, id: string): Promise<EndedSession[]> {
  return deleteSessions(connection, 'user_id = $1 and id = $2', [userId, id]);
}

/** Deletes every session of a person but one. */
export function deleteOtherSessions(
  connection: SqlConnection,
  userId: string,
  exceptId: string,
): Promise<EndedSession[]> {
  return deleteSessions(connection, 'user_id = $1 and id <> $2', [userId, exceptId]);
}

/** Deletes a person's least recently used sessions, if there are more than `max`. */
export function deleteExcessSessions(connection: SqlConnection, userId: string, max: number): Promise<EndedSession[]> {
  const isExcess = `user_id = $1 and id in (
    select id from session where user_id = $1 order by last_used_at desc, created_at desc, id offset $2)`;
  return deleteSessions(connection, isExcess, [userId, max]);
}

function deleteSessions(connection: SqlConnection, condition: string, parameters: unknown[]): Promise<EndedSession[]> {
  const statement = `delete from session where ${condition} returning id, user_id as "userId"`;
  return queryRows(connection, ENDED, statement, parameters);
}
