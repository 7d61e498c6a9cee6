import { ProductError } from '@switchback/platform/errors';
import { isStorageError } from '@switchback/platform/storage/storage';
import type { FastifyInstance } from 'fastify';
import type { GatewayParts } from '../gateway-parts.js';

/** A new picture has a new id, so that each can be kept for ever. It is shown, never run. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};
const ID = /^[a-z0-9][a-z0-9-]{0,63}$/;
const FILE = /^(?:small|medium|original)\.jpg$/;

type Params = Record<'userId' | 'avatarId' | 'file', string>;

/** Answers the pictures people show of themselves, which are public. */
export function bindUserPictures(
  fastify: FastifyInstance,
  { storage, metrics }: Pick<GatewayParts, 'storage' | 'metrics'>,
): void {
  const template = '/media/users/{userId}/{avatarId}/{file}';
  const config = { label: { template, meter: metrics.requests('GET', template, 'Web') } };
  fastify.get<{ Params: Params }>('/media/users/:userId/:avatarId/:file', { config }, async (request, reply) => {
    const { userId, avatarId, file } = request.params;
    if (!ID.test(userId) || !ID.test(avatarId) || !FILE.test(file)) throw new ProductError('unknownRoute');
    const key = `users/${userId}/${avatarId}/${file}`;
    try {
      const { body, size, etag } = await (await storage()).get(key);
      reply.headers({ ...HEADERS, etag: `"${etag}"`, 'content-length': size }).type('image/jpeg');
      if (request.headers['if-none-match'] !== `"${etag}"`) return reply.send(body);
      body.destroy();
      return reply.code(304).removeHeader('content-length').send();
    } catch (error) {
      if (isStorageError(error, 'not-found')) throw new ProductError('unknownRoute', { cause: error });
      throw error;
    }
  });
}
