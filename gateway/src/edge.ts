import compress from '@fastify/compress';
import { Inject, Injectable } from '@nestjs/common';
import type { Settings } from '@switchback/platform/config/settings';
import { SETTINGS } from '@switchback/platform/nest/tokens';
import { LocalFiles } from '@switchback/platform/storage/disk/local-files';
import type { Storage } from '@switchback/platform/storage/storage';
import type { Metrics } from '@switchback/platform/telemetry/metrics';
import type { FastifyInstance } from 'fastify';
import { constants } from 'node:zlib';
import { bindMailbox } from './dev/mailbox.js';
import { bindDrivePhotos } from './files/drive-photos.js';
import { bindLinkedFiles } from './files/linked-files.js';
import { Streets } from './files/streets.js';
import { bindUserPictures } from './files/user-pictures.js';
import { RequestHooks } from './http/hooks.js';
import { acceptJsonBodies } from './http/json-body.js';
import { refuseOtherMethods } from './http/other-methods.js';
import { knowAllMethods } from './http/server.js';
import { METRICS, OPEN_STORAGE } from './http/tokens.js';
import { bindDocs } from './openapi/docs-page.js';
import { Pages } from './pages/pages.js';
import { RefusalFilter } from './refusal.filter.js';
import { CLIENTS, type Clients } from './services/clients.js';

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
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(METRICS) private readonly metrics: Metrics,
    @Inject(CLIENTS) private readonly clients: Clients,
    @Inject(OPEN_STORAGE) private readonly storage: () => Promise<Storage>,
    @Inject(LocalFiles) private readonly localFiles: LocalFiles | null,
    private readonly filter: RefusalFilter,
    private readonly hooks: RequestHooks,
    private readonly pages: Pages,
    private readonly streets: Streets,
  ) {}

  async mount(fastify: FastifyInstance): Promise<void> {
    const { settings, metrics, storage } = this;
    const methods = knowAllMethods(fastify);
    fastify.setErrorHandler((error, request, reply) => this.filter.refuse(error, request, reply));
    await fastify.register(compress, {
      globalDecompression: false,
      // Zstandard takes half of Brotli's time for a page of drives, and makes it smaller.
      encodings: ['zstd', 'br', 'gzip'],
      threshold: COMPRESS_FROM_BYTES,
      syncThreshold: COMPRESS_AT_ONCE_BYTES,
      customTypes: COMPRESSED_TYPES,
      // Half the work of the next level, for answers two percent larger.
      brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
      zlibOptions: { level: 3 },
    });
    const unknown = { template: '(unknown)', meter: metrics.requests('(any)', '(unknown)', 'Other') };
    this.hooks.install(fastify, unknown);
    acceptJsonBodies(fastify);
    refuseOtherMethods(fastify, methods, metrics.requests('(other)', '(other method)', 'Other'));
    await bindDocs(fastify, metrics, settings);
    bindLinkedFiles(fastify, metrics, this.localFiles);
    bindUserPictures(fastify, metrics, storage);
    bindDrivePhotos(fastify, metrics, this.clients.media, storage);
    this.streets.bind(fastify, metrics);
    bindMailbox(fastify, metrics, settings);
    await this.pages.bind(fastify, unknown);
  }
}
