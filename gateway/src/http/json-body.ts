import { isUtf8 } from 'node:buffer';
import { ProductError } from '@switchback/platform/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fieldFault } from './faults.js';
import { isTooDeep, JSON_DEPTH_MAX } from './json-depth.js';

export const TOO_DEEP = `Must nest at most ${JSON_DEPTH_MAX} levels deep.`;

/**
 * Accepts JSON bodies only; an empty body counts as `{}`. Refuses broken UTF-8, excessive nesting, names that could
 * reach a prototype, and NUL, which database texts cannot hold.
 */
export function acceptJsonBodies(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    if (isEncoded(request)) return done(new ProductError('unsupportedType'));
    if (bytes.length === 0) return done(null, {});
    if (!isUtf8(bytes)) return done(new ProductError('malformedBody', { message: 'The body is not valid UTF-8.' }));
    const text = bytes.toString('utf8');
    if (isTooDeep(text)) return done(new ProductError('malformedBody', { message: TOO_DEEP }));
    void parse(request, text, (error, parsed) => {
      if (error) return done(new ProductError('malformedBody'));
      const nul = text.includes('\\u0000') ? pathOfNul(parsed, 'body') : undefined;
      if (nul) return done(fieldFault(nul, 'Must not contain a NUL character.'));
      done(null, parsed);
    });
  });
}

function isEncoded(request: FastifyRequest): boolean {
  const encoding = request.headers['content-encoding'];
  return encoding !== undefined && encoding !== 'identity';
}

/** Returns the path of the first NUL character in a value whose depth is already limited. */
export function pathOfNul(value: unknown, path: string, depth = 0): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const inner = depth === 0 ? key : `${path}.${key}`;
    const found = key.includes('\0') ? path : pathOfNul(member, inner, depth + 1);
    if (found) return found;
  }
  return undefined;
}
