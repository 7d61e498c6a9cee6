import { randomUUID } from 'node:crypto';
import type { Clock } from '@switchback/platform/clock';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import type { DrivesService } from '@switchback/proto/drives/v1/service';
import type { DataSource } from 'typeorm';
import type { DriveFacts } from './drive-facts.js';

const BATCH = 100;
const RETRY_MS = 5_000;

export interface FactReaderParts {
  source: DataSource;
  facts: Pick<DriveFacts, 'apply'>;
  /** Who tells every drive's newest state. */
  drives: () => Promise<Pick<Rpc<DrivesService>, 'listStates'>>;
  clock: Pick<Clock, 'sleep'>;
  /** Told of each round that failed; another follows. */
  onError: (error: unknown) => void;
}

/**
 * Reads the drives that were there before this service: of a product that has been running for longer than the bus keeps
 * events, their own events are gone. Once, beside the events that go on coming.
 */
export class FactReader {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly parts: FactReaderParts) {}

  start(): void {
    this.running = this.run();
  }

  /** What was read so far stays; the next start begins anew. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { clock, onError } = this.parts;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        return await this.readOnce(signal);
      } catch (error) {
        if (!signal.aborted) onError(error);
        await clock.sleep(RETRY_MS, signal);
      }
    }
  }

  /** Ends because the pages of the walk do. */
  private async readOnce(signal: AbortSignal): Promise<void> {
    const { source, facts } = this.parts;
    const [{ done }] = await source.query<[{ done: boolean }]>('select exists (select from facts_read) as done');
    if (done) return;
    const drives = await this.parts.drives();
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
