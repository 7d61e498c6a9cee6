import type { DataSource, EntitySubscriberInterface, QueryRunner } from 'typeorm';
import { type Clock, systemClock } from '../clock.js';
import { inSpans } from '../telemetry/tracing.js';
import type { EventBus } from './bus.js';
import { type CrashHook, noCrash } from './crash-points.js';
import type { TopicName } from './event.js';
import { type EventRow, eventOfRow, OUTBOX_MARK } from './outbox.js';
import { Signal } from './signal.js';

const BATCH_EVENTS = 500;
const BATCH_BYTES = 8 * 1024 * 1024;
const POLL_MS = 150;
/** Another process relays this outbox; how often we look whether it is gone. */
const STANDBY_MS = 500;
const RETRY_MS = 250;
/** After a round, what is written meanwhile is left to gather: a busy writer then shares its disk with few rounds. */
const GATHER_MS = 20;

export interface OutboxRelayOptions {
  dataSource: DataSource;
  bus: Pick<EventBus, 'publish'>;
  /** Every topic the service writes to. */
  topics: TopicName[];
  clock?: Clock;
  pollMs?: number;
  crashHook?: CrashHook;
  /** Told of each failed round; the relay goes on by itself. */
  onError?: (error: unknown) => void;
}

interface TakenRow extends EventRow {
  position: string;
  topic: string;
}

/**
 * Publishes what a service wrote to its outbox, in the order of positions, and deletes it after: rows that commit late
 * are found by still being there, never by counting on from the last one. One process relays at a time; when it dies
 * between publishing and deleting, its successor publishes the same events again.
 */
export class OutboxRelay {
  private readonly clock: Clock;
  private readonly crashHook: CrashHook;
  private readonly topics: Map<string, TopicName>;
  private readonly written = new Signal();
  private readonly subscriber: EntitySubscriberInterface;
  private stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(private readonly options: OutboxRelayOptions) {
    this.clock = options.clock ?? systemClock;
    this.crashHook = options.crashHook ?? noCrash;
    this.topics = new Map(options.topics.map((topic) => [topic.name, topic]));
    this.subscriber = {
      afterTransactionCommit: ({ queryRunner }) => {
        if (queryRunner.data[OUTBOX_MARK]) this.wake();
        delete queryRunner.data[OUTBOX_MARK];
      },
    };
  }

  start(): void {
    if (this.running) return;
    this.stopping = new AbortController();
    this.options.dataSource.subscribers.push(this.subscriber);
    this.running = this.run(this.stopping.signal);
  }

  /** Lets the round under way end; what is left in the outbox waits for the next start. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.written.notify();
    const { subscribers } = this.options.dataSource;
    const index = subscribers.indexOf(this.subscriber);
    if (index >= 0) subscribers.splice(index, 1);
    await this.running;
    this.running = undefined;
  }

  /** Looks into the outbox now instead of at the next poll. */
  wake(): void {
    this.written.notify();
  }

  /** For metrics: events waiting, and the age of the oldest (0 when there is none). */
  async stats(): Promise<{ depth: number; oldestAgeMs: number }> {
    const rows: { depth: string; age: string | null }[] = await this.options.dataSource.query(
      `select count(*) as depth, extract(epoch from clock_timestamp() - min(written_at)) * 1000 as age from outbox`,
    );
    return { depth: Number(rows[0]?.depth ?? 0), oldestAgeMs: Math.max(0, Number(rows[0]?.age ?? 0)) };
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const runner = this.options.dataSource.createQueryRunner();
      try {
        await runner.connect();
        await this.relayWhileLocked(runner, signal);
      } catch (error) {
        this.options.onError?.(error);
        await this.clock.sleep(RETRY_MS, signal);
      } finally {
        await runner.release().catch(() => undefined);
      }
    }
  }

  /** The lock belongs to this connection, which also takes and deletes: whoever lost the lock cannot delete any more. */
  private async relayWhileLocked(runner: QueryRunner, signal: AbortSignal): Promise<void> {
    const schema: unknown = this.options.dataSource.driver.schema;
    const lockName = `outbox of ${String(schema)}`;
    const rows = await runner.manager.query<{ locked: boolean }[]>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
      [lockName],
    );
    if (!rows[0]?.locked) return this.clock.sleep(STANDBY_MS, signal);
    try {
      while (!signal.aborted) {
        const seen = this.written.version;
        const published = await this.relayBatch(runner);
        if (published === 0) await this.written.wait(seen, this.options.pollMs ?? POLL_MS, this.clock);
        else if (published < BATCH_EVENTS) await this.clock.sleep(GATHER_MS, signal);
      }
    } finally {
      await runner.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lockName]).catch(() => undefined);
    }
  }

  private async relayBatch(runner: QueryRunner): Promise<number> {
    const rows = await this.take(runner);
    await this.crashHook('relay.taken');
    if (rows.length === 0) return 0;
    for (const name of new Set(rows.map((row) => row.topic))) {
      const topic = this.topics.get(name);
      if (!topic) throw new Error(`The outbox holds events of "${name}", which its relay was not told of.`);
      const events = rows.filter((row) => row.topic === name).map(eventOfRow);
      const work = { name: `publish ${name}`, kind: 'producer' } as const;
      const traces = events.map(({ trace }) => trace);
      await inSpans(work, traces, () => this.options.bus.publish(topic, events));
    }
    await this.crashHook('relay.published');
    await runner.query('delete from outbox where position = any ($1::bigint[])', [rows.map((row) => row.position)]);
    await this.crashHook('relay.deleted');
    return rows.length;
  }

  private take(runner: QueryRunner): Promise<TakenRow[]> {
    return runner.query(
      `select * from (
         select *, sum(octet_length(payload)) over (order by position) - octet_length(payload) as bytes_before
         from (select * from outbox order by position limit $1) as front
       ) as measured where bytes_before < $2 order by position`,
      [BATCH_EVENTS, BATCH_BYTES],
    );
  }
}
