import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { hashSecret } from '../secrets.js';
import { base32 } from './totp.js';
import { RecoveryCode } from './totp.entity.js';

const COUNT = 10;
/** 80 bits cannot be guessed, so one pass of a hash protects them. */
const BYTES = 10;

/** Replaces the recovery codes. @returns the new ones, in groups of four letters; only hashes of them are stored. */
export async function replaceRecoveryCodes(manager: EntityManager, userId: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => base32(randomBytes(BYTES)));
  await manager.delete(RecoveryCode, { userId });
  await manager.insert(
    RecoveryCode,
    codes.map((code) => ({ userId, hash: hashSecret(code) })),
  );
  return codes.map((code) => code.replace(/(.{4})(?!$)/g, '$1-'));
}

/** Spends a code. @param code without spaces and dashes, in capitals. @returns whether it was valid. */
export async function redeemRecoveryCode(manager: EntityManager, userId: string, code: string): Promise<boolean> {
  const { affected } = await manager.delete(RecoveryCode, { userId, hash: hashSecret(code) });
  return Boolean(affected);
}
