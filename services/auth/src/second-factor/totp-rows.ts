import type { EntityManager } from 'typeorm';
import type { Totp } from '../auth.entities.js';

/** Whether an account asks for a code at each login, over `account`. */
export const WANTS_CODE = 'exists (select from totp as t where t.user_id = account.user_id and t.on_since is not null)';

/** Whether sessions of the account want a code, for who holds its row. */
export async function wantsCode(manager: EntityManager, userId: string): Promise<boolean> {
  return Boolean((await findTotp(manager, userId))?.onSince);
}

/** Codes are asked for no more, in the transaction of who holds the account's row. @returns whether they were. */
export async function forgetTotp(manager: EntityManager, userId: string): Promise<boolean> {
  const wasOn = await wantsCode(manager, userId);
  await manager.query('delete from totp where user_id = $1', [userId]);
  await manager.query('delete from recovery_code where user_id = $1', [userId]);
  return wasOn;
}

/**
 * Since when codes are asked for that a password reset may turn off: those turned on before who knows the password ever
 * showed that the mailbox is theirs. Somebody else may have turned them on, who signed up with the address first (ADR 32).
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

/** Of an account that has a secret, in use or only begun. */
export async function findTotp(manager: EntityManager, userId: string): Promise<Totp | null> {
  const [totp] = await manager.query<Totp[]>(
    `select user_id as "userId", secret, last_step as "lastStep", on_since as "onSince", created_at as "createdAt"
     from totp where user_id = $1`,
    [userId],
  );
  return totp ?? null;
}
