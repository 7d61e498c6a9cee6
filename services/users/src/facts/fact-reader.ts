import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CLOCK, LOGGER } from '@switchback/platform/nest/tokens';
import { DRIVES, type DrivesPeer } from '../peers.js';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { randomUUID } from 'node:crypto';
import type { Clock } from '@switchback/platform/clock';
import type { Call } from '@switchback/platform/rpc/call';
import { DataSource } from 'typeorm';
import { DriveFacts } from './drive-facts.js';

const BATCH = 100;
const RETRY_MS = 5_000;

/**
 * Reads the drives that were there before this service: of a product that has been running for longer than the bus keeps
 * events, their own events are gone. Once, beside the events that go on coming.
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

  /** Nobody waits for it. */
  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  /** What was read so far stays; the next start begins anew. */
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
        if (!signal.aborted) this.logger.warn({ error }, 'The drives that are there could not be read');
        await this.clock.sleep(RETRY_MS, signal);
      }
    }
  }

  /** Ends because the pages of the walk do. */
  private async readOnce(signal: AbortSignal): Promise<void> {
    const { source, facts } = this;
    const [{ done }] = await source.query<[{ done: boolean }]>('select exists (select from facts_read) as done');
    if (done) return;
    const drives = await this.drives();
    const call: Call = { requestId: randomUUID(), caller: null };
    let pageToken = '';
    do {
      signal.throwIfAborted();
      const { states, nextPageToken } = await drives.listStates({ pageToken, limit: BATCH }, call);
      await facts.apply(states);
      pageToken = nextPageToken;
    } while (pageToken !== '');
    await source.query('insert into facts_read values (clock_timestamp())');
  }
}
