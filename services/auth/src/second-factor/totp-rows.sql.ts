import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';
import { STEP_SECONDS } from './totp.js';
import type { Totp } from './totp.entity.js';

const TOTP = z.strictObject({
  userId: z.string(),
  secret: z.instanceof(Buffer),
  lastStep: z.string(),
  onSince: z.date().nullable(),
  createdAt: z.date(),
}) satisfies z.ZodType<Totp>;
const UNPROVEN = z.strictObject({ since: z.date() });
const STATE = z.strictObject({ on: z.boolean(), recoveryCodesLeft: z.number() });
const STEP = z.strictObject({ step: z.number() });

/** SQL condition over `account`: whether it needs a code at each login. */
export const WANTS_CODE = 'exists (select from totp as t where t.user_id = account.user_id and t.on_since is not null)';

/** Returns the secret of an account, whether in use or not yet confirmed. */
export async function findTotp(connection: SqlConnection, userId: string): Promise<Totp | undefined> {
  const [totp] = await queryRows(
    connection,
    TOTP,
    `select user_id as "userId", secret, last_step as "lastStep", on_since as "onSince", created_at as "createdAt"
     from totp where user_id = $1`,
    [userId],
  );
  return totp;
}

/**
 * Returns when the account's codes were turned on, if a password reset may turn them off; null otherwise. A reset may
 * do so if they were turned on before a client that knows the password first proved to own the mailbox: a stranger who
 * signed up with the address first may have turned them on (ADR 32).
 */
export async function unprovenSince(connection: SqlConnection, userId: string): Promise<Date | null> {
  const [row] = await queryRows(
    connection,
    UNPROVEN,
    `select t.on_since as since from totp as t join account as a on a.user_id = t.user_id
     where t.user_id = $1 and t.on_since is not null
       and (a.mailbox_proven_at is null or t.on_since < a.mailbox_proven_at)`,
    [userId],
  );
  return row?.since ?? null;
}

/** Returns whether codes are on, and the number of recovery codes left. */
export async function totpState(connection: SqlConnection, userId: string): Promise<z.infer<typeof STATE>> {
  const [state] = await queryRows(
    connection,
    STATE,
    `select exists (select from totp where user_id = $1 and on_since is not null) as "on",
       (select count(*)::integer from recovery_code where user_id = $1) as "recoveryCodesLeft"`,
    [userId],
  );
  return state!;
}

/** Returns the current step, by the database's clock. */
export async function currentStep(connection: SqlConnection): Promise<number> {
  const statement = `select floor(extract(epoch from now()) / ${STEP_SECONDS})::double precision as step`;
  const [now] = await queryRows(connection, STEP, statement);
  return now!.step;
}

/** Stores a secret, in place of an earlier one. */
export async function upsertSecret(connection: SqlConnection, userId: string, secret: Buffer): Promise<void> {
  await connection.query(
    `insert into totp (user_id, secret) values ($1, $2)
     on conflict (user_id) do update set secret = excluded.secret, created_at = now()`,
    [userId, secret],
  );
}

/** Spends the codes of a step and of earlier ones. SQL, because it runs at logins. */
export async function spendStep(
  connection: SqlConnection,
  { userId, secret }: Pick<Totp, 'userId' | 'secret'>,
  step: number,
): Promise<void> {
  await connection.query('update totp set last_step = $2, secret = $3 where user_id = $1', [userId, step, secret]);
}
