import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';
import type { OidcLogin } from './oidc-login.entity.js';

const STATE_HASH = z.strictObject({ stateHash: z.instanceof(Buffer) });
const USER = z.strictObject({ userId: z.string().nullable() });

export type LoginKey = Pick<OidcLogin, 'stateHash' | 'browserHash'>;

export async function insertLogin(
  connection: SqlConnection,
  { stateHash, browserHash }: LoginKey,
  minutes: number,
): Promise<void> {
  await connection.query(
    'insert into oidc_login (state_hash, browser_hash, expires_at) values ($1, $2, now() + make_interval(mins => $3))',
    [stateHash, browserHash, minutes],
  );
}

/** Marks a login as answered. @returns whether it was in progress and had no answer. */
export async function markAnswered(connection: SqlConnection, { stateHash, browserHash }: LoginKey): Promise<boolean> {
  const marked = await queryRows(
    connection,
    STATE_HASH,
    `update oidc_login set taken_at = now()
     where state_hash = $1 and browser_hash = $2 and taken_at is null and expires_at > now()
     returning state_hash as "stateHash"`,
    [stateHash, browserHash],
  );
  return marked.length > 0;
}

/** Returns the recorded user of a login; null if there is none, or the login is unknown or expired. */
export async function userOfLogin(
  connection: SqlConnection,
  { stateHash, browserHash }: LoginKey,
): Promise<string | null> {
  const [login] = await queryRows(
    connection,
    USER,
    `select user_id as "userId" from oidc_login where state_hash = $1 and browser_hash = $2 and expires_at > now()`,
    [stateHash, browserHash],
  );
  return login?.userId ?? null;
}
