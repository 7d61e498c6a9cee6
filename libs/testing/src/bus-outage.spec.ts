import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectService } from '@switchback/platform/db/database';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { OutboxRelay } from '@switchback/platform/events/outbox-relay';
import { PostgresOutbox } from '@switchback/platform/events/outbox-store';
import { PostgresBus } from '@switchback/platform/events/postgres-bus';
import { consume, countEvents, COUNTING_MODEL, countTopic, Recorder } from './bus-fixtures.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { repetitions } from './random.js';
import { TcpProxy } from './tcp-proxy.js';
import { waitUntil } from './wait.js';

const OUTAGES = repetitions({ short: 2, full: 20 });
const TEST_TIMEOUT_MS = 120_000;

describe('Outbox, relay and PostgreSQL bus', () => {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await database?.drop();
  });

  it(
    'recover without intervention after a database outage',
    async () => {
      // Aim: F7: every connection of the process is cut repeatedly, and nothing is lost or reordered.
      const { proxy, url } = await TcpProxy.forUrl(database!.url);
      const writer = await connectService({ url: database!.url }, 'counting', COUNTING_MODEL);
      const source = await connectService({ url }, 'counting', COUNTING_MODEL);
      const bus = await PostgresBus.connect({ url }, { stopTimeoutMs: 500 });
      const topic = countTopic('counting.count.v1');
      const relay = new OutboxRelay({ outbox: new PostgresOutbox(source), bus, topics: [topic] });
      const recorder = new Recorder();
      try {
        await consume(bus, { topic, group: 'readers', handler: recorder.handler });
        relay.start();
        for (let outage = 0; outage < OUTAGES; outage += 1) {
          const [before, during] = [countEvents(5, 5), countEvents(5, 5)];
          await writer.transaction((manager) => appendToOutbox(manager, topic, before));
          proxy.cut();
          await writer.transaction((manager) => appendToOutbox(manager, topic, during));
          proxy.restore();
          await waitUntil('all events', () => recorder.has([...before, ...during]));
        }
        await waitUntil('an empty outbox', async () => (await relay.stats()).depth === 0);
        expect(await bus.deadLetters({ topic: topic.name, group: 'readers', max: 10 })).toEqual([]);
      } finally {
        await relay.stop();
        await bus.stop();
        await source.destroy();
        await writer.destroy();
        await proxy.close();
      }
    },
    TEST_TIMEOUT_MS,
  );
});
