import { basename } from 'node:path';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Clock } from '@switchback/platform/clock';
import type { Settings } from '@switchback/platform/config/settings';
import { CLOCK, LOGGER, SETTINGS, STORAGE } from '@switchback/platform/nest/tokens';
import type { Storage } from '@switchback/platform/storage/storage';
import type { Logger } from '@switchback/platform/telemetry/logger';
import type { Region } from '@switchback/proto/roads/v1/service';
import { BuildFailed, storeRegion } from './region-build.js';
import { RegionRoads } from './roads/region-roads.js';
import { RegionStops } from './stops/region-stops.js';
import { ARCHIVE_KEY, readStoredArchive, type StoredArchive } from './stored-archive.js';

/** Progress is logged in steps of this share. */
const LOGGED_SHARE = 0.2;
/** Interval at which a process looks for an archive that another one stored, such as `npm run region`. */
const FOLLOW_MS = 30_000;
const READY = { state: 'ready', progress: 1, reason: '' };

/** The region in the storage: that of the extract that `OSM_PBF` names, or one that `npm run region` built. */
@Injectable()
export class Regions implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #ending = new AbortController();
  #state: Pick<Region, 'state' | 'progress' | 'reason'>;
  #archive: StoredArchive | null = null;
  #running: Promise<void> | undefined;

  constructor(
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'OSM_PBF' | 'DATA_DIR'>,
    @Inject(STORAGE) private readonly storage: Storage,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>,
    private readonly roads: RegionRoads,
    private readonly stops: RegionStops,
  ) {
    this.#state = settings.OSM_PBF === undefined ? READY : { ...READY, state: 'building', progress: 0 };
  }

  onApplicationBootstrap(): void {
    this.#running ??= this.#run();
  }

  async onModuleDestroy(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  /** Returns undefined without an extract or a stored region. */
  get(): Region | undefined {
    const archive = this.#archive;
    if (this.settings.OSM_PBF === undefined && !archive) return undefined;
    return {
      ...this.#state,
      archive: archive
        ? { key: ARCHIVE_KEY, etag: archive.etag, bounds: archive.bounds, date: archive.date ?? '' }
        : undefined,
    };
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    await this.#look();
    const { OSM_PBF: pbf } = this.settings;
    if (pbf !== undefined) await this.#open(pbf);
    while (!signal.aborted) {
      await this.clock.sleep(FOLLOW_MS, signal);
      if (!signal.aborted) await this.#look();
    }
  }

  /** Reads the stored archive if it changed. */
  async #look(): Promise<void> {
    try {
      const facts = await this.storage.head(ARCHIVE_KEY);
      if (facts?.etag === this.#archive?.etag) return;
      await this.#use(await readStoredArchive(this.storage));
    } catch (error) {
      this.logger.warn({ error }, 'The region could not be read from the storage.');
    }
  }

  async #use(archive: StoredArchive | null): Promise<void> {
    await this.roads.load(archive?.source ?? null);
    await this.stops.load(archive?.source ?? null);
    this.#archive = archive;
  }

  async #open(pbf: string): Promise<void> {
    const name = basename(pbf);
    try {
      const { archive, built } = await storeRegion(pbf, {
        storage: this.storage,
        clock: this.clock,
        dataDir: this.settings.DATA_DIR,
        signal: this.#ending.signal,
        onProgress: (share) => this.#progress(share, name),
      });
      if (archive.etag !== this.#archive?.etag) await this.#use(archive);
      this.#state = READY;
      if (!built) return;
      const { seconds, size, skipped } = built;
      this.logger.info({ size, skipped }, `The region of ${name} is ready, after ${seconds.toFixed(1)} s`);
    } catch (error) {
      if (this.#ending.signal.aborted) return;
      const reason = error instanceof BuildFailed ? error.message : 'The region could not be stored.';
      this.#state = { state: 'failed', progress: 0, reason };
      this.logger.error({ error }, `The region of ${name} was not built. ${reason}`);
    }
  }

  #progress(share: number, name: string): void {
    const before = Math.floor(this.#state.progress / LOGGED_SHARE);
    this.#state = { state: 'building', progress: share, reason: '' };
    if (Math.floor(share / LOGGED_SHARE) > before)
      this.logger.info(`Building the map of ${name}: ${Math.round(share * 100)} %`);
  }
}
