import { cardAlt, photoAlt } from '@switchback/contracts/rules/pages';
import { ProductError } from '@switchback/platform/errors';
import { cardHash, driveCardOf } from '@switchback/platform/wire/drive-card';
import type { DriveSummary } from '@switchback/proto/drives/v1/drive';
import type { FastifyInstance } from 'fastify';
import type { GatewayParts } from '../gateway-parts.js';
import { callOf } from '../http/exchange.js';
import type { PageImage } from './html.js';

/** The size every card has. */
const CARD_SIZE = { width: 1_200, height: 630 } as const;
/** For ever, and on pages of others: that is what it is for. */
const KEPT_EVERYWHERE = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
};
const FILE = /^([0-9a-f]{16})\.png$/;

/** The picture beside a drive's link: its primary photo, else its route as a drawing. */
export function cardOf(drive: DriveSummary, product: string): { path: string } & Omit<PageImage, 'url'> {
  const photo = drive.photos[0];
  if (photo) return { path: photo.large, type: 'image/jpeg', alt: photo.description || photoAlt(drive) };
  return { path: cardPath(drive, product), type: 'image/png', size: CARD_SIZE, alt: cardAlt(drive) };
}

/** The path of a drive's present card: another card has another path, so that each can be kept for ever. */
function cardPath(drive: DriveSummary, product: string): string {
  return pathOf(drive.id, cardHash(driveCardOf(drive, product)));
}

/** Serves the pictures chats and crawlers show beside a drive's link; an older one leads to the present one. */
export function bindCards(
  fastify: FastifyInstance,
  { clients, metrics }: Pick<GatewayParts, 'clients' | 'metrics'>,
): void {
  const template = '/og/drives/{id}/{card}';
  const label = { template, meter: metrics.requests('GET', template, 'Web') };
  fastify.get<{ Params: { id: string; file: string } }>(
    '/og/drives/:id/:file',
    { config: { label } },
    async (request, reply) => {
      const { id, file } = request.params;
      const [, asked] = FILE.exec(file) ?? [];
      if (asked === undefined) throw new ProductError('driveNotFound');
      const { hash, png } = await clients.drives.getCard({ id, hash: asked }, callOf(request, null));
      if (hash !== asked) return reply.header('cache-control', 'no-cache').redirect(pathOf(id, hash), 302);
      return reply.headers(KEPT_EVERYWHERE).type('image/png').send(png);
    },
  );
}

function pathOf(id: string, hash: string): string {
  return `/og/drives/${encodeURIComponent(id)}/${hash}.png`;
}
