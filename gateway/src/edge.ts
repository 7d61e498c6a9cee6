import compress from '@fastify/compress';
import { Inject, Injectable } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import type { FastifyInstance } from 'fastify';
import { constants } from 'node:zlib';
import { bindMailbox } from './dev/mailbox.js';
import { bindLinkedFiles } from './files/linked-files.js';
import { bindUserPictures } from './files/user-pictures.js';
import { GATEWAY_PARTS, type GatewayParts } from './gateway-parts.js';
import { BodyPace } from './http/body-pace.js';
import { CallLimits } from './http/call-limits.js';
import { installHooks } from './http/hooks.js';
import { takeJsonBodies } from './http/json-body.js';
import { RateLimit } from './http/rate-limit.js';
import { knowAllMethods } from './http/server.js';
import { bindDocs } from './openapi/docs-page.js';
import { bindPages } from './pages/pages.js';
import { bindRoutes } from './routes/bind.js';
import { allRoutes } from './routes/all-routes.js';
import { Uploads } from './uploads/uploads.js';

const COMPRESS_FROM_BYTES = 1_024;
/** Up to here a stream and its way to another thread and back cost more than the packing itself, 0.2 ms for a page of drives. */
const COMPRESS_AT_ONCE_BYTES = 65_536;

/** Texts. Bytes of no known type stay as they are: the tiles of the base map are compressed already. */
const COMPRESSED_TYPES = /^text\/|[/+](json|xml|javascript)(;|$)/;

/** Puts the gateway onto a Fastify server: around every request, the calls of the contract, their description, the pages. */
@Injectable()
export class Edge {
  readonly #parts: GatewayParts;

  constructor(@Inject(GATEWAY_PARTS) parts: GatewayParts) {
    this.#parts = parts;
  }

  async mount(fastify: FastifyInstance): Promise<void> {
    const { metrics, settings, limits, sessions, ids, storage, clock } = this.#parts;
    const pace = new BodyPace(clock);
    const uploads = new Uploads(storage, ids);
    const callLimits = new CallLimits(limits, settings);
    const methods = knowAllMethods(fastify);
    await fastify.register(compress, {
      globalDecompression: false,
      encodings: ['br', 'gzip'],
      threshold: COMPRESS_FROM_BYTES,
      syncThreshold: COMPRESS_AT_ONCE_BYTES,
      customTypes: COMPRESSED_TYPES,
      // Half the work of the next level, for answers two percent larger.
      brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
      zlibOptions: { level: 3 },
    });
    const unknown = { template: '(unknown)', meter: metrics.requests('(any)', '(unknown)', 'Other') };
    installHooks(fastify, this.#parts, new RateLimit(settings.READ_LIMIT_PER_MINUTE, limits), pace, unknown);
    takeJsonBodies(fastify);
    await bindRoutes(fastify, allRoutes({ ...this.#parts, callLimits }), methods, {
      ...{ metrics, sessions, uploads, callLimits, pace },
    });
    await bindDocs(fastify, this.#parts);
    bindLinkedFiles(fastify, this.#parts);
    bindUserPictures(fastify, this.#parts);
    bindMailbox(fastify, this.#parts);
    await bindPages(fastify, this.#parts, unknown);
    fastify.setNotFoundHandler(() => {
      throw new ProductError('unknownRoute');
    });
  }
}
