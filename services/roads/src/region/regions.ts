import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Settings } from '@switchback/platform/config/settings';
import { LOGGER, SETTINGS, STORAGE } from '@switchback/platform/nest/tokens';
import { FROM_SOURCES } from '@switchback/platform/process/line-program';
import { programNextTo } from '@switchback/platform/process/read-in-child';
import type { Storage } from '@switchback/platform/storage/storage';
import type { Logger } from '@switchback/platform/telemetry/logger';
import type { Region } from '@switchback/proto/roads/v1/service';
import type { BuiltRegion } from './build-region.js';
import type { RegionMessage, RegionOutcome } from './region-messages.js';
import { ARCHIVE_KEY, readStoredArchive, type StoredArchive } from './stored-archive.js';

const PROGRAM = programNextTo(import.meta.url, './build-region-process');
/** Increase to build the archive again though the extract did not change. */
const LAYOUT = 1;
/** The heap of the program; it holds the nodes and lines of a region outside of it. */
const HEAP_MEGABYTES = 1_024;
const ARCHIVE_BYTES_MAX = 20_000_000_000;
/** Bytes at either end of an extract that identify it, together with its size. */
const SAMPLE_BYTES = 1 << 20;
/** Progress is logged in steps of this share. */
const LOGGED_SHARE = 0.2;

/** The region of the extract that `OSM_PBF` names: built once, next to the archive of the region before. */
@Injectable()
export class Regions implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #ending = new AbortController();
  #state: Pick<Region, 'state' | 'progress' | 'reason'> = { state: 'building', progress: 0, reason: '' };
  #archive: StoredArchive | null = null;
  #running: Promise<void> | undefined;

  constructor(
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'OSM_PBF' | 'DATA_DIR'>,
    @Inject(STORAGE) private readonly storage: Storage,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>,
  ) {}

  onApplicationBootstrap(): void {
    const { OSM_PBF: pbf } = this.settings;
    if (pbf !== undefined) this.#running ??= this.#open(pbf);
  }

  async onModuleDestroy(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  /** Returns undefined without an extract. */
  get(): Region | undefined {
    if (this.settings.OSM_PBF === undefined) return undefined;
    const archive = this.#archive;
    return {
      ...this.#state,
      archive: archive
        ? { key: ARCHIVE_KEY, etag: archive.etag, bounds: archive.bounds, date: archive.date ?? '' }
        : undefined,
    };
  }

  async #open(pbf: string): Promise<void> {
    try {
      const source = `${LAYOUT}:${await identityOf(pbf)}`;
      this.#archive = await readStoredArchive(this.storage);
      if (this.#archive?.source !== source) await this.#build(pbf, source);
      this.#state = { state: 'ready', progress: 1, reason: '' };
    } catch (error) {
      if (this.#ending.signal.aborted) return;
      const reason = error instanceof BuildFailed ? error.message : 'The region could not be stored.';
      this.#state = { state: 'failed', progress: 0, reason };
      this.logger.error({ error }, `The region of ${basename(pbf)} was not built. ${reason}`);
    }
  }

  async #build(pbf: string, source: string): Promise<void> {
    const folder = join(this.settings.DATA_DIR, 'region');
    await mkdir(folder, { recursive: true });
    const inWork = await mkdtemp(join(folder, 'building-'));
    try {
      const path = join(inWork, 'streets.pmtiles');
      const startedMs = performance.now();
      const { bounds, date, skipped } = await this.#runProgram(pbf, path, source);
      const options = { contentType: 'application/vnd.pmtiles', maxBytes: ARCHIVE_BYTES_MAX };
      const { etag, size } = await this.storage.put(ARCHIVE_KEY, createReadStream(path), options);
      this.#archive = { etag, source, bounds, date };
      const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
      this.logger.info({ size, skipped }, `The region of ${basename(pbf)} is ready, after ${seconds} s`);
    } finally {
      await rm(inWork, { recursive: true, force: true });
    }
  }

  #runProgram(pbf: string, archive: string, source: string): Promise<BuiltRegion> {
    const execArgv = [
      `--max-old-space-size=${HEAP_MEGABYTES}`,
      ...(PROGRAM.endsWith('.ts') ? ['--conditions=@switchback/source', ...FROM_SOURCES] : []),
    ];
    const child = fork(PROGRAM, [pbf, archive, source], { execArgv, env: {}, serialization: 'advanced' });
    return this.#resultOf(child, basename(pbf));
  }

  async #resultOf(child: ChildProcess, name: string): Promise<BuiltRegion> {
    const kill = () => child.kill('SIGKILL');
    this.#ending.signal.addEventListener('abort', kill, { once: true });
    if (this.#ending.signal.aborted) kill();
    let outcome: RegionOutcome | undefined;
    child.on('message', (message: RegionMessage) => {
      if (message.kind === 'progress') this.#progress(message.share, name);
      else outcome = message;
    });
    try {
      const ended = await new Promise<string>((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code, signal) => {
          const end = () => resolve(String(signal ?? code));
          if (child.connected) child.once('disconnect', end);
          else end();
        });
      });
      if (outcome?.kind === 'built') return outcome.region;
      throw new BuildFailed(outcome?.reason ?? `The build ended early (${ended}): it may need more memory.`);
    } finally {
      this.#ending.signal.removeEventListener('abort', kill);
    }
  }

  #progress(share: number, name: string): void {
    const before = Math.floor(this.#state.progress / LOGGED_SHARE);
    this.#state = { state: 'building', progress: share, reason: '' };
    if (Math.floor(share / LOGGED_SHARE) > before)
      this.logger.info(`Building the map of ${name}: ${Math.round(share * 100)} %`);
  }
}

class BuildFailed extends Error {
  override readonly name = 'BuildFailed';
}

/** Identifies an extract by its size and both ends, which hold its date and its last objects. */
async function identityOf(pbf: string): Promise<string> {
  const file = await open(pbf, 'r').catch((cause: unknown) => {
    throw new BuildFailed(`${pbf} cannot be read.`, { cause });
  });
  try {
    const { size } = await file.stat();
    const hash = createHash('sha256').update(String(size));
    for (const position of [0, Math.max(0, size - SAMPLE_BYTES)]) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, position);
      hash.update(buffer.subarray(0, bytesRead));
    }
    return hash.digest('hex').slice(0, 32);
  } finally {
    await file.close();
  }
}
