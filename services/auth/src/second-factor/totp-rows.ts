import type { EntityManager } from 'typeorm';
import type { Totp } from './totp.entity.js';

/** SQL condition over `account`: whether it needs a code at each login. */
export const WANTS_CODE = 'exists (select from totp as t where t.user_id = account.user_id and t.on_since is not null)';

/** Returns whether logins to the account need a code; the caller has locked the account's row. */
export async function wantsCode(manager: EntityManager, userId: string): Promise<boolean> {
  return Boolean((await findTotp(manager, userId))?.onSince);
}

/** Turns codes off, in the transaction that locked the account's row. @returns whether they were on. */
export async function deleteTotp(manager: EntityManager, userId: string): Promise<boolean> {
  const wasOn = await wantsCode(manager, userId);
  await manager.query('delete from totp where user_id = $1', [userId]);
  await manager.query('delete from recovery_code where user_id = $1', [userId]);
  return wasOn;
}

/**
 * Returns when the account's codes were turned on, if a password reset may turn them off; null otherwise. A reset may
 * do so if they were turned on before a client that knows the password first proved to own the mailbox: a stranger who
 * signed up with the address first may have turned them on (ADR 32).
 */
export async function unprovenSince(manager: EntityManager, userId: string): Promise<Date | null> {
  const [row] = await manager.query<{ since: Date }[]>(
    `select t.on_since as since from totp as t join account as a on a.user_id = t.user_id
     where t.user_id = $1 and t.on_since is not null
       and (a.mailbox_proven_at is null or t.on_since < a.mailbox_proven_at)`,
    [userId],
  );
  return row?.since ?? null;
}

/** Returns the secret of an account, whether in use or not yet confirmed. */
export async function findTotp(manager: EntityManager, userId: string): Promise<Totp | null> {
  const [totp] = await manager.query<Totp[]>(
    `select user_id as "userId", secret, last_step as "lastStep", on_since as "onSince", created_at as "createdAt"
     from totp where user_id = $1`,
    [userId],
  );
  return totp ?? null;
}
