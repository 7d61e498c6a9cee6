import { systemClock } from '@switchback/platform/clock';
import type { EventBus, GroupStats, HandlerContext, Subscription } from '@switchback/platform/events/bus';
import type { CrashPoint } from '@switchback/platform/events/crash-points';
import {
  defineTopic,
  type EncodedEvent,
  type Event,
  EventFactory,
  type Topic,
} from '@switchback/platform/events/event';
import { createOutbox } from '@switchback/platform/events/outbox';
import { randomIds } from '@switchback/platform/ids';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { applyOnce, createInbox } from './inbox.js';

/** Payload of the conformance suite: the position of an event in the order of its key. */
export interface Count {
  n: number;
}

export function countTopic(name: string): Topic<Count> {
  return defineTopic<Count>({
    name,
    codec: {
      encode: ({ n }) => Buffer.from(String(n)),
      decode: (bytes) => {
        const n = Number(Buffer.from(bytes).toString());
        if (Number.isNaN(n)) throw new Error('This is no number.');
        return { n };
      },
    },
  });
}

const factory = new EventFactory({ source: 'counting', clock: systemClock, ids: randomIds });

export function countEvent(subject: string, n: number): Event<Count> {
  return factory.create({ type: 'counted', subject, version: n, payload: { n } });
}

/** Returns `perKey` events for each of `keys` keys, interleaved by key. */
export function countEvents(keys: number, perKey: number): Event<Count>[] {
  return Array.from({ length: keys * perKey }, (_, index) =>
    countEvent(`key-${index % keys}`, Math.floor(index / keys) + 1),
  );
}

export function encoded(topic: Topic<Count>, events: Event<Count>[]): EncodedEvent[] {
  return events.map((event) => ({ ...event, payload: topic.codec.encode(event.payload) }));
}

/** A consumer that records its events. */
export class Recorder {
  readonly events: Event<Count>[] = [];

  constructor(
    private readonly before: (events: Event<Count>[], context: HandlerContext) => Promise<void> | void = () =>
      undefined,
  ) {}

  readonly handler = async (events: Event<Count>[], context: HandlerContext): Promise<void> => {
    await this.before(events, context);
    this.events.push(...events);
  };

  get ids(): Set<string> {
    return new Set(this.events.map((event) => event.id));
  }

  has(events: Event<Count>[]): boolean {
    const { ids } = this;
    return events.every((event) => ids.has(event.id));
  }

  /** Returns the numbers of each key in the order of their first delivery. */
  get firstOrder(): Map<string, number[]> {
    const order = new Map<string, number[]>();
    const seen = new Set<string>();
    for (const { id, subject, payload } of this.events) {
      if (seen.has(id)) continue;
      seen.add(id);
      order.set(subject, [...(order.get(subject) ?? []), payload.n]);
    }
    return order;
  }
}

/** A hook that halts its process for good the first time it reaches a point, and reports that it did. */
export class CrashAt {
  readonly happened = Promise.withResolvers<void>();
  private armed = true;

  constructor(
    private readonly point: CrashPoint,
    private readonly kill: () => void,
  ) {}

  readonly hook = (point: CrashPoint): Promise<void> | void => {
    if (point !== this.point || !this.armed) return;
    this.armed = false;
    this.kill();
    this.happened.resolve();
    // A dead process never gets past this point.
    return new Promise<void>(() => undefined);
  };
}

/** Starts a bus with one subscription. */
export async function consume(bus: EventBus, subscription: Subscription<Count>): Promise<void> {
  await bus.subscribe(subscription);
  await bus.start();
}

/** Tables of a service that both writes and consumes: its state per key, and how many events it handled. */
export class CountingTables1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createOutbox(runner);
    await createInbox(runner);
    await runner.query('create table written (subject text primary key, n int not null)');
    await runner.query('create table counter (subject text primary key, n int not null, changes int not null)');
    await runner.query('create table tally (subject text primary key, events int not null)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table tally, counter, written, inbox, outbox');
  }
}

/** Schema of a service with these tables. */
export const COUNTING_MODEL = { entities: [], migrations: [CountingTables1764000000000] };

/**
 * Applies a batch, decided by versions as in every read model. If each version of a key arrived in order and had one
 * effect, `changes` equals the version.
 * @param onEffect called within the transaction after each event's effect.
 */
export async function applyCounts(
  dataSource: DataSource,
  events: Event<Count>[],
  onEffect: () => void = () => undefined,
): Promise<void> {
  // Updates keys in one fixed order, so that two batches never deadlock.
  const sorted = events.toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
  await dataSource.transaction(async (manager) => {
    for (const { subject, payload } of sorted) {
      await manager.query(
        `insert into counter (subject, n, changes) values ($1, $2, 1)
         on conflict (subject) do update set n = excluded.n, changes = counter.changes + 1 where counter.n < excluded.n`,
        [subject, payload.n],
      );
      onEffect();
    }
  });
}

/**
 * Counts the events of each key: an effect without a version, so that only the inbox detects duplicates.
 * @param onEffect called within the transaction after each event's effect.
 */
export async function tallyOnce(
  dataSource: DataSource,
  events: Event<unknown>[],
  onEffect: () => void = () => undefined,
): Promise<void> {
  await applyOnce(dataSource, 'tally', events, async (manager, fresh) => {
    for (const subject of fresh.map((event) => event.subject).sort()) {
      await manager.query(
        'insert into tally values ($1, 1) on conflict (subject) do update set events = tally.events + 1',
        [subject],
      );
      onEffect();
    }
  });
}

export interface CountedKey {
  subject: string;
  n: number;
  changes: number;
  /** Number of events in the tally. */
  events: number;
}

export function countedKeys(dataSource: DataSource): Promise<CountedKey[]> {
  return dataSource.query(
    'select subject, n, changes, coalesce(events, 0) as events from counter left join tally using (subject) order by subject',
  );
}

/** Marks one event in a hundred, for a consumer that permanently fails on some. */
export function isPoison({ payload }: { payload: Count }): boolean {
  return payload.n % 100 === 0;
}

/** Returns the backlog of a group; undefined if the bus does not know the group. */
export async function backlogOf(bus: EventBus, topic: string, group: string): Promise<GroupStats | undefined> {
  return (await bus.stats()).find((entry) => entry.topic === topic && entry.group === group);
}
