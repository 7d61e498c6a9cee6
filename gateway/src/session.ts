import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';

/**
 * Who makes a call, from the token in its body or in its `Authorization: Bearer` header; null for a visitor.
 * As long as nobody has an account, no token can be a valid one.
 *
 * @throws ProductError `invalidSession` for any token, so that a client drops it and asks again.
 */
export function callerOf(authorization: string | undefined, body: unknown): Caller | null {
  if (authorization !== undefined && /^bearer\b/i.test(authorization)) throw new ProductError('invalidSession');
  if (typeof body !== 'object' || body === null) return null;
  const { token } = body as { token?: unknown };
  if (typeof token === 'string' && token !== '') throw new ProductError('invalidSession');
  return null;
}
