import { systemClock } from '@switchback/platform/clock';
import { loadSettings } from '@switchback/platform/config/settings';
import { OutboxRelay } from '@switchback/platform/events/outbox-relay';
import { PostgresOutbox } from '@switchback/platform/events/outbox-store';
import { openBus } from '@switchback/platform/events/open-bus';
import { drivesTopic } from '@switchback/platform/events/topics';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { IndexConsumer } from '@switchback/search/consumers/index.consumer';
import { changeOf } from '@switchback/search/document';
import { toState } from '@switchback/drives/drive.mapper';
import type { Event } from '@switchback/platform/events/event';
import { waitUntil } from '@switchback/testing/wait';
import pg from 'pg';
import { batchesOf, type Catalogue } from './catalogue.js';
import type { BenchContext } from './context.js';
import { DriveWriter } from './drive-writer.js';
import { atLeast } from './result.js';
import { compare } from './statistics.js';
import { requireSame, timeOf } from './timing.js';

const BACKLOG = 10_000;
/** Batch size of the search service's consumer. */
const HANDED_OUT = 200;
const DRAIN_TIMEOUT_MS = 120_000;
const NEWS_TIMEOUT_MS = 30_000;

type Handle = (events: Event<DriveEvent>[]) => Promise<void>;

/** P10: drains a backlog of 10,000 events through relay and bus to a consumer, against the same work done directly. */
export async function measureBacklog(context: BenchContext, catalogue: Catalogue): Promise<void> {
  const drain = await openDrain(catalogue, context.seed);
  try {
    const { record, rounds } = context;
    const common = { goal: 'P10', size: catalogue.label, unit: 'events/s' };
    const dequeued = await compare(
      { rounds, isLong: true },
      { floor: () => drain.bareDequeue(), ours: () => drain.through(() => Promise.resolve()) },
    );
    const measure = `${BACKLOG} events through relay and bus / raw dequeue`;
    record({ ...common, measure, ...atLeast(0.3, dequeued), note: 'a consumer that does nothing' });
    const indexing = new IndexConsumer(catalogue.index);
    const applied = await compare(
      { rounds, isLong: true },
      { floor: () => drain.bareApply(), ours: () => drain.through((events) => indexing.consume(events)) },
    );
    const whole = `${BACKLOG} events into the index / the same changes handed to it directly`;
    record({ ...common, measure: whole, ...atLeast(0.3, applied) });
  } finally {
    await drain.close();
  }
}

async function openDrain({ url, drives, index, size, engines }: Catalogue, seed: number) {
  const writer = new DriveWriter(drives, size, seed);
  await writer.clearOutbox();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const bus = await openBus(loadSettings(engines.settings), { database: async () => ({ url }), clock: systemClock });
  let seen = 0;
  let handle: Handle = () => Promise.resolve();
  await bus.subscribe({
    topic: drivesTopic,
    group: 'bench',
    batchSize: HANDED_OUT,
    handler: async (events) => {
      await handle(events);
      seen += events.length;
    },
  });
  await bus.start();
  // Events published by earlier benchmarks are new to this group.
  const caughtUp = async () => (await bus.stats()).every(({ group, lag }) => group !== 'bench' || lag === 0);
  await waitUntil('the bus to have no news', caughtUp, NEWS_TIMEOUT_MS);
  const fill = async () => {
    const routes = Array.from({ length: BACKLOG }, () => writer.next());
    for (const batch of batchesOf(routes)) await writer.leaveBehind(batch);
    return routes;
  };
  return {
    bareDequeue: async () => {
      await fill();
      const ms = await timeOf(() => dequeue(client));
      requireSame(await writer.waiting(), 0, 'the outbox after the raw dequeue');
      return BACKLOG / (ms / 1_000);
    },
    bareApply: async () => {
      const changes = Array.from({ length: BACKLOG }, () => changeOf(toState(writer.next())));
      const ms = await timeOf(async () => {
        for (let first = 0; first < BACKLOG; first += HANDED_OUT)
          await index.apply(changes.slice(first, first + HANDED_OUT));
      });
      return BACKLOG / (ms / 1_000);
    },
    through: async (work: Handle) => {
      await fill();
      [seen, handle] = [0, work];
      const relay = new OutboxRelay({ outbox: new PostgresOutbox(drives), bus, topics: [drivesTopic] });
      const ms = await timeOf(async () => {
        relay.start();
        await waitUntil('the backlog to be handled', () => seen >= BACKLOG, DRAIN_TIMEOUT_MS);
      });
      await relay.stop();
      requireSame([seen, await writer.waiting()], [BACKLOG, 0], 'the events handled, and those left');
      return BACKLOG / (ms / 1_000);
    },
    close: async () => {
      await bus.stop();
      await client.end();
    },
  };
}

async function dequeue(client: pg.Client): Promise<void> {
  for (let taken = 0; taken < BACKLOG;) {
    const { rowCount } = await client.query(
      `delete from drives.outbox where position in (select position from drives.outbox order by position limit $1) returning *`,
      [HANDED_OUT],
    );
    if (!rowCount) return;
    taken += rowCount;
  }
}
