// Aim: the PostgreSQL bus forgets what is old and was had by all, and nothing else.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { PostgresBus, type PostgresBusOptions } from '@switchback/platform/events/postgres-bus';
import pg from 'pg';
import { consume, countEvents, countTopic, encoded, Recorder } from './bus-fixtures.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { waitUntil } from './wait.js';

/** Its minutes take milliseconds, and only they: what it sleeps is real. */
const HASTY_CLOCK = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() * 1_000 };
const HOUR_MS = 3_600_000;
const topic = countTopic('counting.count.v1');

describe('What the PostgreSQL bus keeps', () => {
  let [database, client]: [TestDatabase?, pg.Client?] = [];
  const buses: PostgresBus[] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterEach(async () => {
    for (const bus of buses.splice(0)) await bus.stop();
    await client?.end();
    await database?.drop();
  });

  const connect = async (options: PostgresBusOptions) => {
    const bus = await PostgresBus.connect({ url: database!.url }, { ...options, stopTimeoutMs: 200 });
    buses.push(bus);
    return bus;
  };
  const kept = async () => (await client!.query<{ id: string }>('select id from bus.event')).rows.map(({ id }) => id);

  it('is every event that a group has not had yet, however old', async () => {
    const bus = await connect({ clock: HASTY_CLOCK, retentionMs: 0 });
    const gate = Promise.withResolvers<void>();
    const [quick, slow] = [new Recorder(), new Recorder(() => gate.promise)];
    await consume(bus, { topic, group: 'quick', handler: quick.handler });
    await bus.subscribe({
      topic,
      group: 'slow',
      handler: slow.handler,
      batchSize: 3,
      retry: { handlerTimeoutMs: HOUR_MS },
    });
    const events = countEvents(8, 5);
    await bus.publish(topic, encoded(topic, events));
    await waitUntil('the quick group', () => quick.has(events));
    // A topic of its own tells that a sweep went by: its only event had its reader.
    const marker = countTopic('counting.marker.v1');
    const seen = new Recorder();
    await bus.subscribe({ topic: marker, group: 'quick', handler: seen.handler });
    const [markers] = [countEvents(1, 1)];
    await bus.publish(marker, encoded(marker, markers));
    await waitUntil('a sweep', async () => seen.has(markers) && !(await kept()).includes(markers[0]!.id));
    expect(new Set(await kept())).toEqual(new Set(events.map(({ id }) => id)));
    gate.resolve();
    await waitUntil('the slow group', () => slow.has(events));
    await waitUntil('nothing left', async () => (await kept()).length === 0);

    const late = new Recorder();
    await bus.subscribe({ topic, group: 'late', handler: late.handler });
    const fresh = countEvents(4, 1);
    await bus.publish(topic, encoded(topic, fresh));
    await waitUntil('the fresh events', () => late.has(fresh));
    expect(late.events).toHaveLength(fresh.length);
  });

  it('is every event younger than the retention, although all groups had it', async () => {
    const bus = await connect({ clock: HASTY_CLOCK, retentionMs: HOUR_MS });
    const recorder = new Recorder();
    await consume(bus, { topic, group: 'readers', handler: recorder.handler });
    const [old, young] = [countEvents(4, 5), countEvents(4, 5)];
    await bus.publish(topic, encoded(topic, old));
    await waitUntil('the old events', () => recorder.has(old));
    await client!.query(`update bus.event set published_at = published_at - interval '61 minutes'`);
    await bus.publish(topic, encoded(topic, young));
    await waitUntil('a sweep', async () => (await kept()).length <= young.length);
    expect(new Set(await kept())).toEqual(new Set(young.map(({ id }) => id)));
  });
});
