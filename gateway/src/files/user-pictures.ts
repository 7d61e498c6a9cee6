import { ProductError } from '@switchback/platform/errors';
import type { Storage } from '@switchback/platform/storage/storage';
import type { Metrics } from '@switchback/platform/telemetry/metrics';
import type { FastifyInstance } from 'fastify';
import { sendPicture } from './send-picture.js';

/** A new picture gets a new id, so that each can be cached forever. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';
const ID = /^[a-z0-9][a-z0-9-]{0,63}$/;
const FILE = /^(?:small|medium|original)\.jpg$/;

type Params = Record<'userId' | 'avatarId' | 'file', string>;

/** Serves avatars, which are public. */
export function bindUserPictures(fastify: FastifyInstance, metrics: Metrics, storage: () => Promise<Storage>): void {
  const template = '/media/users/{userId}/{avatarId}/{file}';
  const config = { label: { template, meter: metrics.requests('GET', template, 'Web') } };
  fastify.get<{ Params: Params }>('/media/users/:userId/:avatarId/:file', { config }, async (request, reply) => {
    const { userId, avatarId, file } = request.params;
    if (!ID.test(userId) || !ID.test(avatarId) || !FILE.test(file)) throw new ProductError('unknownRoute');
    return sendPicture(request, reply, await storage(), `users/${userId}/${avatarId}/${file}`, CACHE_CONTROL);
  });
}
