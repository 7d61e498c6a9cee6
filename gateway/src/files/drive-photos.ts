import { ProductError } from '@switchback/platform/errors';
import type { Storage } from '@switchback/platform/storage/storage';
import type { Metrics } from '@switchback/platform/telemetry/metrics';
import type { FastifyInstance } from 'fastify';
import { callOf } from '../http/exchange.js';
import type { Clients } from '../services/clients.js';
import { sendPicture } from './send-picture.js';

/** Limits how long shared caches serve a deleted photo; private ones are revalidated each time. */
const CACHE_CONTROL = { public: 'public, max-age=300', private: 'private, no-cache' };
const FILE = /^(?:small|medium|large|original)\.jpg$/;

type Params = Record<'driveId' | 'photoId' | 'file', string>;

/** Serves the photos of drives. The media service decides each time who may see one, by the name in a signed URL. */
export function bindDrivePhotos(
  fastify: FastifyInstance,
  metrics: Metrics,
  media: Clients['media'],
  storage: () => Promise<Storage>,
): void {
  const template = '/media/drives/{driveId}/{photoId}/{file}';
  const config = { label: { template, meter: metrics.requests('GET', template, 'Web') } };
  fastify.get<{ Params: Params }>('/media/drives/:driveId/:photoId/:file', { config }, async (request, reply) => {
    const { driveId, photoId: id, file } = request.params;
    if (!FILE.test(file)) throw new ProductError('unknownRoute');
    const query = new URLSearchParams((request.raw.url ?? '').split('?')[1]);
    const valueOf = (name: string) => query.get(name) ?? '';
    const asked = { driveId, id, size: file.replace('.jpg', '') };
    const link = { viewer: valueOf('viewer'), expires: valueOf('expires'), signature: valueOf('signature') };
    const { key, isPublic } = await media.openPhoto({ ...asked, ...link }, callOf(request, null));
    const cacheControl = isPublic ? CACHE_CONTROL.public : CACHE_CONTROL.private;
    return sendPicture(request, reply, await storage(), key, cacheControl);
  });
}
