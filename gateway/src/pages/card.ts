import { cardAlt, photoAlt } from '@switchback/contracts/rules/pages';
import { ProductError } from '@switchback/platform/errors';
import { cardHash, driveCardOf } from '@switchback/platform/wire/drive-card';
import type { DriveSummary } from '@switchback/proto/drives/v1/drive';
import type { Metrics } from '@switchback/platform/telemetry/metrics';
import type { FastifyInstance } from 'fastify';
import { callOf } from '../http/exchange.js';
import type { Clients } from '../services/clients.js';
import type { PageImage } from './html.js';

/** Size of every card in pixels. */
const CARD_SIZE = { width: 1_200, height: 630 } as const;
/** Cached forever and embeddable by other sites, as cards are meant to be. */
const KEPT_EVERYWHERE = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
};
const FILE = /^([0-9a-f]{16})\.png$/;

/** Returns the picture shown next to a drive's link: its primary photo, else a drawing of its route. */
export function cardOf(drive: DriveSummary, product: string): { path: string } & Omit<PageImage, 'url'> {
  const photo = drive.photos[0];
  if (photo) return { path: photo.large, type: 'image/jpeg', alt: photo.description || photoAlt(drive) };
  return { path: cardPath(drive, product), type: 'image/png', size: CARD_SIZE, alt: cardAlt(drive) };
}

/** Returns the path of a drive's current card; every new card gets a new path, so that each can be cached forever. */
function cardPath(drive: DriveSummary, product: string): string {
  return pathOf(drive.id, cardHash(driveCardOf(drive, product)));
}

/**
 * Serves the pictures that chats and crawlers show next to a drive's link; redirects outdated paths to the current one.
 */
export function bindCards(fastify: FastifyInstance, metrics: Metrics, drives: Clients['drives']): void {
  const template = '/og/drives/{id}/{card}';
  const label = { template, meter: metrics.requests('GET', template, 'Web') };
  fastify.get<{ Params: { id: string; file: string } }>(
    '/og/drives/:id/:file',
    { config: { label } },
    async (request, reply) => {
      const { id, file } = request.params;
      const [, asked] = FILE.exec(file) ?? [];
      if (asked === undefined) throw new ProductError('driveNotFound');
      const { hash, png } = await drives.getCard({ id, hash: asked }, callOf(request, null));
      if (hash !== asked) return reply.header('cache-control', 'no-cache').redirect(pathOf(id, hash), 302);
      return reply.headers(KEPT_EVERYWHERE).type('image/png').send(png);
    },
  );
}

function pathOf(id: string, hash: string): string {
  return `/og/drives/${encodeURIComponent(id)}/${hash}.png`;
}
