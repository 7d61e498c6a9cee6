import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';
import type { Code } from './code.entity.js';

const CODE = z.strictObject({ newEmail: z.string().nullable(), state: z.enum(['good', 'spent', 'expired']) });

export interface NewCode extends Pick<Code, 'hash' | 'purpose' | 'userId' | 'newEmail'> {
  /** Hours until the code expires. */
  hours: number;
}

export async function insertCode(
  connection: SqlConnection,
  { hash, purpose, userId, newEmail, hours }: NewCode,
): Promise<void> {
  await connection.query(
    `insert into code (hash, purpose, user_id, new_email, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(hours => $5))`,
    [hash, purpose, userId, newEmail, hours],
  );
}

/** Returns the state of a code by the database's clock; undefined for an unknown code. */
export async function findCode(
  connection: SqlConnection,
  { hash, purpose, userId }: Pick<Code, 'hash' | 'purpose' | 'userId'>,
  lock: '' | 'for update' = '',
): Promise<z.infer<typeof CODE> | undefined> {
  const [code] = await queryRows(
    connection,
    CODE,
    `select new_email as "newEmail",
       case when spent_at is not null then 'spent' when expires_at <= now() then 'expired' else 'good' end as state
     from code where hash = $1 and purpose = $2 and user_id = $3 ${lock}`,
    [hash, purpose, userId],
  );
  return code;
}
