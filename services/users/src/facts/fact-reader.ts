import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Clock } from '@switchback/platform/clock';
import { CLOCK, LOGGER } from '@switchback/platform/nest/tokens';
import type { Call } from '@switchback/platform/rpc/call';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { DataSource } from 'typeorm';
import { DRIVES, type DrivesPeer } from '../peers.js';
import { DriveFacts } from './drive-facts.js';
import { isReadingDone, markReadingDone } from './fact-reader.sql.js';

const BATCH = 100;
const RETRY_MS = 5_000;

/**
 * Reads the drives that existed before this service: if the product has been running for longer than the bus retains
 * events, the events of those drives are gone. Runs once, while new events keep arriving.
 */
@Injectable()
export class FactReader implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly source: DataSource,
    @Inject(DriveFacts) private readonly facts: Pick<DriveFacts, 'apply'>,
    @Inject(DRIVES) private readonly drives: DrivesPeer,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'sleep'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Runs in the background: startup does not wait for it. */
  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  /** Keeps the drives read so far; the next start reads all of them again. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        return await this.readOnce(signal);
      } catch (error) {
        if (!signal.aborted) this.logger.warn({ error }, 'The existing drives could not be read; retrying');
        await this.clock.sleep(RETRY_MS, signal);
      }
    }
  }

  /** Terminates, because the number of pages is finite. */
  private async readOnce(signal: AbortSignal): Promise<void> {
    const { source, facts } = this;
    if (await isReadingDone(source)) return;
    const drives = await this.drives();
    const call: Call = { requestId: randomUUID(), caller: null };
    let pageToken = '';
    do {
      signal.throwIfAborted();
      const { states, nextPageToken } = await drives.listStates({ pageToken, limit: BATCH, ids: [] }, call);
      await facts.apply(states);
      pageToken = nextPageToken;
    } while (pageToken !== '');
    await markReadingDone(source);
  }
}
