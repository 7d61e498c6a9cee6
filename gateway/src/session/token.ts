import { ProductError } from '@switchback/platform/errors';

/** Maximum token length, as in the contract. */
const LENGTH_MAX = 512;
const BEARER = /^bearer\b/i;

/**
 * Returns the session token of a request from its `Authorization: Bearer` header, or from its body as in the spec; null
 * for a visitor. No other header identifies the caller.
 *
 * @throws ProductError `invalidSession` for a header without a token, and if header and body differ.
 */
export function tokenOf(authorization: string | undefined, body: unknown): string | null {
  const inBody = bodyToken(body);
  if (authorization === undefined || !BEARER.test(authorization)) return inBody;
  const inHeader = authorization.slice('bearer'.length).trim();
  if (inHeader === '' || inHeader.length > LENGTH_MAX) throw new ProductError('invalidSession');
  if (inBody !== null && inBody !== inHeader) throw new ProductError('invalidSession');
  return inHeader;
}

function bodyToken(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const { token } = body as { token?: unknown };
  if (typeof token !== 'string' || token === '') return null;
  if (token.length > LENGTH_MAX) throw new ProductError('invalidSession');
  return token;
}
