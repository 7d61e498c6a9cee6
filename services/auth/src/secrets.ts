import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** Returns 256 random bits that fit into a link: a session's token, or a mailed code. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Hashes a secret for storage. One pass is enough: 256 random bits cannot be guessed. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
