import { createHash } from 'node:crypto';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { FastifyRequest } from 'fastify';
import { fieldFault } from './faults.js';

const HEADER = 'idempotency-key';

/** Identity of a request that may be repeated. */
export interface Idempotency {
  key: string;
  /** Hash of the call and its body without the token. */
  fingerprint: string;
}

/**
 * @param address scopes the key of a caller without a session to that address and the call.
 * @throws ProductError `invalidInput` for an invalid key.
 */
export function idempotencyOf(request: FastifyRequest, address: string | null): Idempotency | null {
  const key = request.headers[HEADER];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key === '' || key.length > LIMITS.idempotencyKeyMax) {
    throw fieldFault('Idempotency-Key', `Must have 1 to ${LIMITS.idempotencyKeyMax} characters.`);
  }
  const requests = Object.entries(request.body ?? {}).filter(([name]) => name !== 'token');
  const text = JSON.stringify([request.method, request.url, requests]);
  const scoped = address === null ? key : JSON.stringify([address, request.method, request.url, key]);
  return { key: scoped, fingerprint: createHash('sha256').update(text).digest('base64url') };
}
