import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const CLOSURE = z.strictObject({ gone: z.boolean() });

/** Records that a person is leaving. No-op for an unknown person. */
export async function markLeaving(connection: SqlConnection, userId: string): Promise<void> {
  await connection.query(
    'update customer set leaving_at = coalesce(leaving_at, clock_timestamp()) where user_id = $1',
    [userId],
  );
}

/** Records that a person's account is deleted, also if they were not known to be leaving. */
export async function markGone(connection: SqlConnection, userId: string): Promise<void> {
  await connection.query(
    'update customer set leaving_at = coalesce(leaving_at, clock_timestamp()), gone = true where user_id = $1',
    [userId],
  );
}

/** Whether a person is leaving and has no change in progress. */
export async function isEndable(connection: SqlConnection, userId: string): Promise<boolean> {
  const customers = await queryRows(
    connection,
    CLOSURE,
    `select gone from customer where user_id = $1 and leaving_at is not null
       and (busy_until is null or busy_until < clock_timestamp())`,
    [userId],
  );
  return customers.length > 0;
}

/** Locks a person who is leaving until the transaction ends; undefined for anyone else. */
export async function lockLeaving(
  connection: SqlConnection,
  userId: string,
): Promise<z.infer<typeof CLOSURE> | undefined> {
  const statement = 'select gone from customer where user_id = $1 and leaving_at is not null for update';
  const [customer] = await queryRows(connection, CLOSURE, statement, [userId]);
  return customer;
}

export async function deleteEventsOf(connection: SqlConnection, userId: string): Promise<void> {
  await connection.query(`delete from provider_event where snapshot->>'userId' = $1 or ended_customer = $1`, [userId]);
}
