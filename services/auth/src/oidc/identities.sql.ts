import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';
import type { SignUp } from '../accounts/sign-up.entity.js';
import type { Identity } from './identity.entity.js';

const LINKED = z.strictObject({ userId: z.string() });
const STARTED = z.strictObject({
  expiresAt: z.date(),
  consents: z.record(z.string(), z.string()).nullable(),
  consentedAt: z.date().nullable(),
});

export interface StartedSignUp extends Pick<SignUp, 'userId' | 'email' | 'emailKey' | 'consents'> {
  /** Minutes until the sign-up expires. */
  minutes: number;
}

/** @returns whether the identity is new. */
export async function insertIdentity(
  connection: SqlConnection,
  { issuer, subject, userId }: Pick<Identity, 'issuer' | 'subject' | 'userId'>,
): Promise<boolean> {
  const inserted = await queryRows(
    connection,
    LINKED,
    `insert into identity (issuer, subject, user_id) values ($1, $2, $3)
     on conflict do nothing returning user_id as "userId"`,
    [issuer, subject, userId],
  );
  return inserted.length > 0;
}

/** Inserts a sign-up without a password, whose profile may exist from now on. */
export async function insertStartedSignUp(
  connection: SqlConnection,
  { userId, email, emailKey, minutes, consents }: StartedSignUp,
): Promise<z.infer<typeof STARTED>> {
  const [started] = await queryRows(
    connection,
    STARTED,
    `insert into sign_up (user_id, email, email_key, profile_begun, expires_at, consents, consented_at)
     values ($1, $2, $3, true, now() + make_interval(mins => $4), $5, now())
     returning expires_at as "expiresAt", consents, consented_at as "consentedAt"`,
    [userId, email, emailKey, minutes, consents],
  );
  return started!;
}
