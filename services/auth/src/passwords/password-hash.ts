import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * Cost of a hash: memory in KiB, passes over it, lanes. The second recommendation of OWASP's password storage cheat
 * sheet for argon2id (RFC 9106), about 50 ms on one core.
 */
export interface HashCost {
  memory: number;
  passes: number;
  parallelism: number;
}
export const HASH_COST: HashCost = { memory: 19_456, passes: 2, parallelism: 1 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const FORM = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;

const derive = promisify(argon2);

/** Hashes a password in the PHC string format, which records the cost. Runs off the event loop. */
export async function hashPassword(password: string, cost: HashCost = HASH_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await deriveKey(password, salt, HASH_BYTES, cost);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

export interface Verdict {
  isRight: boolean;
  /** Whether the hash was made at a cost other than today's and should be replaced. */
  isOutdated: boolean;
}

/** @throws Error if the stored hash is not in our format. */
export async function verifyPassword(password: string, stored: string, cost: HashCost = HASH_COST): Promise<Verdict> {
  const [, memory, passes, parallelism, salt, hash] = FORM.exec(stored) ?? [];
  if (!salt || !hash) throw new Error('A stored password hash has an unknown format.');
  const own = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const expected = Buffer.from(hash, 'base64');
  const input = await deriveKey(password, Buffer.from(salt, 'base64'), expected.length, own);
  const isOutdated = own.memory !== cost.memory || own.passes !== cost.passes || own.parallelism !== cost.parallelism;
  return { isRight: timingSafeEqual(input, expected), isOutdated };
}

function deriveKey(password: string, nonce: Buffer, tagLength: number, cost: HashCost): Promise<Buffer> {
  return derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...cost });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
