import { Inject, Injectable } from '@nestjs/common';
import type { Bounds } from '@switchback/geo/location';
import { ProductError } from '@switchback/platform/errors';
import type { Call } from '@switchback/platform/rpc/call';
import type { Storage } from '@switchback/platform/storage/storage';
import type { Metrics } from '@switchback/platform/telemetry/metrics';
import { present } from '@switchback/platform/wire/values';
import type { FastifyInstance } from 'fastify';
import { callOf } from '../http/exchange.js';
import { STREETS_PATH } from '../http/streets-path.js';
import { OPEN_STORAGE } from '../http/tokens.js';
import { Region } from './region.js';
import { sendArchive, type TileArchive } from './send-archive.js';
import { StreetsFile } from './streets-file.js';

/** The archive of street tiles: the operator's file, else that of the region. */
@Injectable()
export class Streets {
  constructor(
    private readonly file: StreetsFile,
    private readonly region: Region,
    @Inject(OPEN_STORAGE) private readonly storage: () => Promise<Storage>,
  ) {}

  /** Returns address and area of the archive; null if there is none. */
  async settings(call: Call): Promise<{ url: string; bounds: Bounds } | null> {
    if (this.file.settings) return this.file.settings;
    const archive = (await this.region.get(call))?.archive;
    return archive ? { url: `${STREETS_PATH}?v=${archive.etag}`, bounds: present(archive.bounds, 'bounds') } : null;
  }

  /** Serves the archive, whole or in ranges; GET and HEAD. */
  bind(fastify: FastifyInstance, metrics: Metrics): void {
    const label = { template: STREETS_PATH, meter: metrics.requests('GET', STREETS_PATH, 'Web') };
    // Ranges refer to the stored bytes, so the answer is never compressed.
    fastify.get(STREETS_PATH, { config: { label }, compress: false }, async (request, reply) => {
      const archive = this.file.settings ? await this.file.open() : await this.#ofRegion(callOf(request, null));
      return sendArchive(request, reply, archive);
    });
  }

  async #ofRegion(call: Call): Promise<TileArchive> {
    const key = (await this.region.get(call))?.archive?.key;
    const storage = key === undefined ? undefined : await this.storage();
    const facts = await storage?.head(key!);
    if (!storage || !facts) throw new ProductError('unknownRoute');
    return { size: facts.size, etag: facts.etag, read: async (range) => (await storage.get(facts.key, range)).body };
  }
}
