import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const EXPIRED_SIGN_UP = z.strictObject({ userId: z.string(), profileBegun: z.boolean() });

export function deleteExpiredSignUps(
  connection: SqlConnection,
  max: number,
): Promise<z.infer<typeof EXPIRED_SIGN_UP>[]> {
  return queryRows(
    connection,
    EXPIRED_SIGN_UP,
    `delete from sign_up where user_id in (select user_id from sign_up where expires_at <= now() limit $1)
     returning user_id as "userId", profile_begun as "profileBegun"`,
    [max],
  );
}

/**
 * Deletes codes that expired some days ago. The code of a confirmed sign-up stays as long as its account, so that its
 * link still reports that it was used.
 */
export async function deleteExpiredCodes(connection: SqlConnection, days: number, max: number): Promise<void> {
  await connection.query(
    `delete from code where hash in (
       select hash from code where expires_at < now() - make_interval(days => $1)
         and not (purpose = 'sign-up' and spent_at is not null and exists (select from account where account.user_id = code.user_id))
       limit $2)`,
    [days, max],
  );
}

export async function deleteExpiredSessions(connection: SqlConnection, idleDays: number, max: number): Promise<void> {
  await connection.query(
    `delete from session where id in (
       select id from session where expires_at <= now() or last_used_at <= now() - make_interval(hours => 24 * $1) limit $2)`,
    [idleDays, max],
  );
}

export async function deleteExpiredLogins(connection: SqlConnection, max: number): Promise<void> {
  await connection.query(
    'delete from oidc_login where state_hash in (select state_hash from oidc_login where expires_at <= now() limit $1)',
    [max],
  );
}

/** Deletes secrets of authenticator apps that got no first code in time. */
export async function deleteUnusedSecrets(connection: SqlConnection, hours: number, max: number): Promise<void> {
  await connection.query(
    `delete from totp where user_id in (
       select user_id from totp where on_since is null and created_at < now() - make_interval(hours => $1) limit $2)`,
    [hours, max],
  );
}

/** Deletes expired mails, and those whose claim is older than some hours. */
export async function deleteExpiredMails(connection: SqlConnection, claimHours: number, max: number): Promise<void> {
  await connection.query(
    `delete from mail where id in (
       select id from mail where expires_at <= now() or claimed_at < now() - make_interval(hours => $1) limit $2)`,
    [claimHours, max],
  );
}
