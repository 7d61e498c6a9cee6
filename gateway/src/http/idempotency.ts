import { createHash } from 'node:crypto';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { FastifyRequest } from 'fastify';
import { fieldFault } from './faults.js';

const HEADER = 'idempotency-key';
const KEY = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.idempotencyKeyMax}}$`);

/** Which request this is, for one that may come twice. */
export interface Idempotency {
  key: string;
  /** Of the call and its body without the token. */
  fingerprint: string;
}

/** @throws ProductError `invalidInput` for a key that is none. */
export function idempotencyOf(request: FastifyRequest): Idempotency | null {
  const key = request.headers[HEADER];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw fieldFault(
      'Idempotency-Key',
      `Must have 1 to ${LIMITS.idempotencyKeyMax} printable characters, and no spaces.`,
    );
  }
  const { token: _token, ...asked } = (request.body ?? {}) as Record<string, unknown>;
  const text = JSON.stringify([request.method, request.url, asked]);
  return { key, fingerprint: createHash('sha256').update(text).digest('base64url') };
}
