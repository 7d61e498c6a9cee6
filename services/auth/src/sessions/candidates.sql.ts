import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';
import { LATEST_SIGN_UP, SELECT_LATEST_SIGN_UP } from '../accounts/sign-ups.sql.js';
import { IS_LIVE } from './sessions.sql.js';

const CANDIDATE = z.strictObject({
  userId: z.string().nullable(),
  passwordHash: z.string().nullable(),
  signUp: LATEST_SIGN_UP.nullable(),
  isKnownAddress: z.boolean(),
});

/**
 * Returns the account and the latest sign-up of an email, and whether the account has a live session opened from a
 * network address. Does the same work for every email, so that the duration does not reveal an account.
 */
export async function findCandidate(
  connection: SqlConnection,
  { emailKey, address }: { emailKey: string; address: string },
  idleDays: number,
): Promise<z.infer<typeof CANDIDATE>> {
  const [candidate] = await queryRows(
    connection,
    CANDIDATE,
    `select a.user_id as "userId", a.password_hash as "passwordHash", to_json(l) as "signUp",
       exists (select from session as s where s.user_id = a.user_id and s.address = $3 and ${IS_LIVE}) as "isKnownAddress"
     from (values (1)) as asked left join account as a on a.email_key = $1 left join (${SELECT_LATEST_SIGN_UP}) as l on true`,
    [emailKey, idleDays, address],
  );
  return candidate!;
}
