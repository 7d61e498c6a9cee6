import { systemClock } from '@switchback/platform/clock';
import { loadSettings } from '@switchback/platform/config/settings';
import { OutboxRelay } from '@switchback/platform/events/outbox-relay';
import { PostgresOutbox } from '@switchback/platform/events/outbox-store';
import { openBus } from '@switchback/platform/events/open-bus';
import { drivesTopic } from '@switchback/platform/events/topics';
import { waitUntil } from '@switchback/testing/wait';
import type pg from 'pg';
import { batchesOf, type Catalogue, withClient } from './catalogue.js';
import { DriveWriter } from './drive-writer.js';
import type { BenchContext } from './options.js';
import { atLeast, record } from './result.js';
import { compare } from './statistics.js';
import { requireSame, timeOf } from './timing.js';

const BACKLOG = 10_000;
/** Batch size of the search service's consumer. */
const HANDED_OUT = 200;
const DRAIN_TIMEOUT_MS = 120_000;
const NEWS_TIMEOUT_MS = 30_000;

/** P10: drains a backlog of 10,000 events through relay and bus to a consumer, against a raw dequeue. */
export async function measureBacklog({ seed, rounds }: BenchContext, catalogue: Catalogue): Promise<void> {
  const { url, drives, size, engines, label } = catalogue;
  const writer = new DriveWriter(drives, size, seed);
  await writer.clearOutbox();
  const bus = await openBus(loadSettings(engines.settings), { database: async () => ({ url }), clock: systemClock });
  let seen = 0;
  const handler = async (events: readonly unknown[]) => void (seen += events.length);
  await bus.subscribe({ topic: drivesTopic, group: 'bench', batchSize: HANDED_OUT, handler });
  await bus.start();
  // Events published by earlier benchmarks are new to this group.
  const caughtUp = async () => (await bus.stats()).every(({ group, lag }) => group !== 'bench' || lag === 0);
  await waitUntil('the bus to have no news', caughtUp, NEWS_TIMEOUT_MS);
  const fill = async () => {
    const routes = Array.from({ length: BACKLOG }, () => writer.next());
    for (const batch of batchesOf(routes)) await writer.leaveBehind(batch);
  };
  const rateOf = async (ms: number) => {
    requireSame(await writer.waiting(), 0, 'the outbox afterwards');
    return BACKLOG / (ms / 1_000);
  };
  const drainRaw = async (client: pg.Client) => {
    await fill();
    return rateOf(await timeOf(() => dequeue(client)));
  };
  const drainThrough = async () => {
    await fill();
    seen = 0;
    const relay = new OutboxRelay({ outbox: new PostgresOutbox(drives), bus, topics: [drivesTopic] });
    const ms = await timeOf(async () => {
      relay.start();
      await waitUntil('the backlog to be handled', () => seen >= BACKLOG, DRAIN_TIMEOUT_MS);
    });
    await relay.stop();
    requireSame(seen, BACKLOG, 'the events handled');
    return rateOf(ms);
  };
  try {
    const figures = await withClient(url, (client) =>
      compare({ rounds, isLong: true }, { floor: () => drainRaw(client), ours: drainThrough }),
    );
    const measure = `${BACKLOG} events through relay and bus / raw dequeue`;
    const note = 'a consumer that does nothing';
    record({ goal: 'P10', size: label, unit: 'events/s', measure, ...atLeast(0.3, figures), note });
  } finally {
    await bus.stop();
  }
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
