import { connectService } from '@switchback/platform/db/database';
import type { CrashPoint } from '@switchback/platform/events/crash-points';
import type { Event } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { OutboxRelay } from '@switchback/platform/events/outbox-relay';
import { PostgresOutbox } from '@switchback/platform/events/outbox-store';
import { PostgresBus } from '@switchback/platform/events/postgres-bus';
import type { DataSource } from 'typeorm';
import { applyCounts, consume, type Count, countEvent, COUNTING_MODEL, countTopic, tallyOnce } from './bus-fixtures.js';

export const COUNTS = countTopic('counting.count.v1');
export const COUNTERS = 'counters';
/** Key on whose events the consumer always fails. */
export const POISON = 'poison';
const BATCH_SIZE = 4;

/** Crash points of the bus, and two of the service: between commit and acknowledgment, and halfway through a batch. */
export type Step = CrashPoint | 'write.committed' | 'effect.half';

/** A small service on the PostgreSQL bus that writes, relays and consumes counts. */
export class CountingService {
  private constructor(
    readonly dataSource: DataSource,
    readonly bus: PostgresBus,
    readonly relay: OutboxRelay,
    private readonly onStep: (step: Step) => void,
  ) {}

  /** @param onStep called at each step, where a test can end the process. */
  static async start(url: string, onStep: (step: Step) => void = () => undefined): Promise<CountingService> {
    const dataSource = await connectService({ url }, 'counting', COUNTING_MODEL);
    const bus = await PostgresBus.connect({ url }, { crashHook: onStep, stopTimeoutMs: 500 });
    const handler = async (events: Event<Count>[]) => {
      if (events.some(({ subject }) => subject === POISON)) throw new Error('This event is poison.');
      await applyCounts(dataSource, events, () => onStep('effect.half'));
      await tallyOnce(dataSource, events);
    };
    const retry = { attempts: 2, backoffMs: 1 };
    await consume(bus, { topic: COUNTS, group: COUNTERS, handler, batchSize: BATCH_SIZE, retry });
    const outbox = new PostgresOutbox(dataSource);
    const relay = new OutboxRelay({ outbox, bus, topics: [COUNTS], crashHook: onStep, batchEvents: BATCH_SIZE });
    relay.start();
    return new CountingService(dataSource, bus, relay, onStep);
  }

  /** Increments a key; resolves with its new count once committed. */
  async write(subject: string): Promise<number> {
    const n = await this.dataSource.transaction(async (manager) => {
      const rows: { n: number }[] = await manager.query(
        'insert into written values ($1, 1) on conflict (subject) do update set n = written.n + 1 returning n',
        [subject],
      );
      const count = rows[0]?.n ?? 0;
      await appendToOutbox(manager, COUNTS, [countEvent(subject, count)]);
      return count;
    });
    this.onStep('write.committed');
    return n;
  }

  /** Reports whether every written event has been published and handled. */
  async isDrained(): Promise<boolean> {
    const { depth } = await this.relay.stats();
    return depth === 0 && (await this.bus.stats()).every(({ lag }) => lag === 0);
  }

  async stop(): Promise<void> {
    await this.relay.stop();
    await this.bus.stop();
    await this.dataSource.destroy();
  }
}
