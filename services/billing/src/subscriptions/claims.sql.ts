import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

/** Lease TTL. The holder renews it while it works, so the lease of a dead process expires within seconds. */
const LEASE_SECONDS = 4;

const ACQUIRED = z.strictObject({ userId: z.string() });
const LEASE = z.strictObject({ lease: z.string().nullable() });

/** @returns whether the person's lease was free; never for a person who is leaving. */
export async function acquireLease(connection: SqlConnection, userId: string, token: string): Promise<boolean> {
  const acquired = await queryRows(
    connection,
    ACQUIRED,
    `insert into customer as c (user_id, busy_until, busy_token)
       values ($1, clock_timestamp() + make_interval(secs => $2), $3)
     on conflict (user_id) do update set busy_until = excluded.busy_until, busy_token = excluded.busy_token
       where c.leaving_at is null and (c.busy_until is null or c.busy_until < clock_timestamp())
     returning user_id as "userId"`,
    [userId, LEASE_SECONDS, token],
  );
  return acquired.length > 0;
}

/** No-op if the lease belongs to another holder. */
export async function renewLease(connection: SqlConnection, userId: string, token: string): Promise<void> {
  await connection.query(
    `update customer set busy_until = clock_timestamp() + make_interval(secs => $2)
      where user_id = $1 and busy_token = $3`,
    [userId, LEASE_SECONDS, token],
  );
}

/** Returns the holder and end of a person's lease; undefined for a person who is unknown or leaving. */
export async function leaseOf(connection: SqlConnection, userId: string): Promise<z.infer<typeof LEASE> | undefined> {
  const statement = `select busy_token || ' ' || busy_until as lease from customer where user_id = $1 and leaving_at is null`;
  const [row] = await queryRows(connection, LEASE, statement, [userId]);
  return row;
}
