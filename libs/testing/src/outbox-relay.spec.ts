// Aim: after a rollback, events that the newer release left in an outbox neither block the rest nor are lost.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectService } from '@switchback/platform/db/database';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { OutboxRelay } from '@switchback/platform/events/outbox-relay';
import { PostgresOutbox } from '@switchback/platform/events/outbox-store';
import { PostgresBus } from '@switchback/platform/events/postgres-bus';
import type { DataSource } from 'typeorm';
import { consume, COUNTING_MODEL, countEvents, countTopic, Recorder } from './bus-fixtures.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { waitUntil } from './wait.js';

describe('An outbox with events of an unknown topic', () => {
  const [topic, newer] = [countTopic('counting.count.v1'), countTopic('counting.newer.v1')];
  let [database, source, bus]: [TestDatabase?, DataSource?, PostgresBus?] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    source = await connectService({ url: database.url }, 'counting', COUNTING_MODEL);
    bus = await PostgresBus.connect({ url: database.url }, { stopTimeoutMs: 500 });
  });
  afterAll(async () => {
    await bus?.stop();
    await source?.destroy();
    await database?.drop();
  });

  it('publishes all other events in order, and these once a release knows the topic', async () => {
    const [known, later] = [new Recorder(), new Recorder()];
    await consume(bus!, { topic, group: 'readers', handler: known.handler });
    await bus!.subscribe({ topic: newer, group: 'readers', handler: later.handler });
    const [left, events] = [countEvents(2, 3), countEvents(3, 4)];
    await source!.transaction(async (manager) => {
      await appendToOutbox(manager, newer, left);
      await appendToOutbox(manager, topic, events);
    });
    const errors: string[] = [];
    const outbox = new PostgresOutbox(source!);
    const relay = new OutboxRelay({
      outbox,
      bus: bus!,
      topics: [topic],
      onError: (error) => errors.push(String(error)),
    });
    relay.start();
    await waitUntil('all events', () => known.has(events));
    await waitUntil('the rest alone', async () => (await relay.stats()).depth === left.length);
    await relay.stop();
    expectOrder(known);
    expect(errors).toEqual([
      expect.stringContaining(`6 events wait for a release that supports their topic "${newer.name}"`),
    ]);
    expect(await outbox.countOthers([topic.name])).toEqual([{ topic: newer.name, count: left.length }]);
    expect(later.events).toEqual([]);

    const upgraded = new OutboxRelay({ outbox, bus: bus!, topics: [topic, newer] });
    upgraded.start();
    await waitUntil('what was left', () => later.has(left));
    await upgraded.stop();
    expectOrder(later);
  });
});

function expectOrder({ firstOrder }: Recorder): void {
  for (const numbers of firstOrder.values()) expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
}
