import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';
import type { SignUp } from './sign-up.entity.js';

export const LATEST_SIGN_UP = z.strictObject({
  userId: z.string(),
  email: z.string(),
  passwordHash: z.string().nullable(),
});
const PENDING_SIGN_UP = z.strictObject({
  userId: z.string(),
  email: z.string(),
  emailKey: z.string(),
  passwordHash: z.string().nullable(),
  username: z.string().nullable(),
  consents: z.record(z.string(), z.string()).nullable(),
  consentedAt: z.date().nullable(),
  isContested: z.boolean(),
}) satisfies z.ZodType<PendingSignUp>;
const SIGN_UP_ID = z.strictObject({ userId: z.string() });
const END = z.strictObject({ at: z.date() });

/** Selects a {@link LATEST_SIGN_UP} for the address whose key is $1. */
export const SELECT_LATEST_SIGN_UP = `select user_id as "userId", email, password_hash as "passwordHash" from sign_up
  where email_key = $1 and expires_at > now() and password_hash is not null order by created_at desc limit 1`;

/** Latest pending sign-up with a password. */
export type LatestSignUp = z.infer<typeof LATEST_SIGN_UP>;

type PendingFields = 'userId' | 'email' | 'emailKey' | 'passwordHash' | 'username' | 'consents' | 'consentedAt';

export interface PendingSignUp extends Pick<SignUp, PendingFields> {
  /** Whether another sign-up is pending for the same address. */
  isContested: boolean;
}

export interface NewSignUp extends Pick<
  SignUp,
  'userId' | 'email' | 'emailKey' | 'passwordHash' | 'username' | 'consents'
> {
  /** Hours until the sign-up expires. */
  hours: number;
}

export async function latestSignUp(connection: SqlConnection, emailKey: string): Promise<LatestSignUp | undefined> {
  const [latest] = await queryRows(connection, LATEST_SIGN_UP, SELECT_LATEST_SIGN_UP, [emailKey]);
  return latest;
}

/** Returns a sign-up; undefined if it is unknown or expired. */
export async function findPendingSignUp(connection: SqlConnection, userId: string): Promise<PendingSignUp | undefined> {
  const [signUp] = await queryRows(
    connection,
    PENDING_SIGN_UP,
    `select s.user_id as "userId", s.email, s.email_key as "emailKey", s.password_hash as "passwordHash", s.username,
       s.consents, s.consented_at as "consentedAt",
       exists (select from sign_up as o where o.email_key = s.email_key and o.user_id <> s.user_id
         and o.expires_at > now() and o.password_hash is not null) as "isContested"
     from sign_up as s where s.user_id = $1 and s.expires_at > now()`,
    [userId],
  );
  return signUp;
}

/**
 * Records that a profile may exist from now on, so that it is deleted if the sign-up is never completed.
 * @returns whether the sign-up is still pending.
 */
export async function markProfileBegun(connection: SqlConnection, userId: string): Promise<boolean> {
  const begun = await queryRows(
    connection,
    SIGN_UP_ID,
    `update sign_up set profile_begun = true where user_id = $1 and expires_at > now() returning user_id as "userId"`,
    [userId],
  );
  return begun.length > 0;
}

/** Stores a sign-up, or replaces what a repeated one asks for. */
export async function upsertSignUp(
  connection: SqlConnection,
  { userId, email, emailKey, username, passwordHash, hours, consents }: NewSignUp,
): Promise<void> {
  await connection.query(
    `insert into sign_up (user_id, email, email_key, username, password_hash, expires_at, consents, consented_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(hours => $6), $7, now())
     on conflict (user_id) do update set email = excluded.email, username = excluded.username,
       password_hash = excluded.password_hash, expires_at = excluded.expires_at,
       consents = excluded.consents, consented_at = excluded.consented_at`,
    [userId, email, emailKey, username, passwordHash, hours, consents],
  );
}

/** Returns the time in some hours by the database's clock, as all expiry is. */
export async function hoursFromNow(connection: SqlConnection, hours: number): Promise<Date> {
  const [end] = await queryRows(connection, END, 'select now() + make_interval(hours => $1) as at', [hours]);
  return end!.at;
}
