import compress from '@fastify/compress';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { constants } from 'node:zlib';
import { bindMailbox } from './dev/mailbox.js';
import { bindLinkedFiles } from './files/linked-files.js';
import { bindDrivePhotos } from './files/drive-photos.js';
import { bindUserPictures } from './files/user-pictures.js';
import { GATEWAY_DEPENDENCIES, type GatewayDependencies } from './gateway-dependencies.js';
import { BodyPace } from './http/body-pace.js';
import { installHooks } from './http/hooks.js';
import { acceptJsonBodies } from './http/json-body.js';
import { refuseOtherMethods } from './http/other-methods.js';
import { RateLimit } from './http/rate-limit.js';
import { RefusalFilter } from './http/refusal.filter.js';
import { knowAllMethods } from './http/server.js';
import { bindDocs } from './openapi/docs-page.js';
import { bindPages } from './pages/pages.js';

const COMPRESS_FROM_BYTES = 1_024;
/** Up to this size, a stream and a thread round trip cost more than the compression (0.2 ms for a page of drives). */
const COMPRESS_AT_ONCE_BYTES = 65_536;

/** Text types. Unknown types stay as they are: the tiles of the base map are compressed already. */
const COMPRESSED_TYPES = /^text\/|[/+](json|xml|javascript)(;|$)/;

/**
 * Adds everything but controllers to the Fastify server: hooks around every request, API documentation, files, pages.
 */
@Injectable()
export class Edge {
  constructor(
    @Inject(GATEWAY_DEPENDENCIES) private readonly deps: GatewayDependencies,
    private readonly pace: BodyPace,
    private readonly filter: RefusalFilter,
  ) {}

  async mount(fastify: FastifyInstance): Promise<void> {
    const { metrics, settings, limits } = this.deps;
    const methods = knowAllMethods(fastify);
    fastify.setErrorHandler((error, request, reply) => this.filter.refuse(error, request, reply));
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
    installHooks(fastify, this.deps, new RateLimit(settings.READ_LIMIT_PER_MINUTE, limits), this.pace, unknown);
    acceptJsonBodies(fastify);
    refuseOtherMethods(fastify, methods, metrics.requests('(other)', '(other method)', 'Other'));
    await bindDocs(fastify, this.deps);
    bindLinkedFiles(fastify, this.deps);
    bindUserPictures(fastify, this.deps);
    bindDrivePhotos(fastify, this.deps);
    bindMailbox(fastify, this.deps);
    await bindPages(fastify, this.deps, unknown);
  }
}
