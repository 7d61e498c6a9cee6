import type { EntityManager } from 'typeorm';
import { findTotp } from './totp-rows.sql.js';
import { RecoveryCode, Totp } from './totp.entity.js';

/** Returns whether logins to the account need a code; the caller has locked the account's row. */
export async function wantsCode(manager: EntityManager, userId: string): Promise<boolean> {
  return Boolean((await findTotp(manager, userId))?.onSince);
}

/** Turns codes off, in the transaction that locked the account's row. @returns whether they were on. */
export async function deleteTotp(manager: EntityManager, userId: string): Promise<boolean> {
  const wasOn = await wantsCode(manager, userId);
  await manager.delete(Totp, { userId });
  await manager.delete(RecoveryCode, { userId });
  return wasOn;
}
