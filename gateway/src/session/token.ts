import { ProductError } from '@switchback/platform/errors';

/** As the contract has it; nothing longer is looked for. */
const LENGTH_MAX = 512;
const BEARER = /^bearer\b/i;

/**
 * The session token of a request: in its `Authorization: Bearer` header, or in its body as the spec has it; null for a
 * visitor. No other header says who asks.
 *
 * @throws ProductError `invalidSession` for a header that holds none, and where header and body do not agree.
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
