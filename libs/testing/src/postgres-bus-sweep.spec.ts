// Aim: the PostgreSQL bus deletes events that are old and consumed by every group, and nothing else.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Clock, systemClock } from '@switchback/platform/clock';
import { PostgresBus, type PostgresBusOptions } from '@switchback/platform/events/postgres-bus';
import pg from 'pg';
import { consume, countEvents, countTopic, encoded, Recorder } from './bus-fixtures.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { waitUntil } from './wait.js';

const POLL_MS = 10_000;
/** Runs minutes in milliseconds, and shortens the poll of an idle bus; other sleeps are real. */
const HASTY_CLOCK: Clock = {
  ...systemClock,
  monotonicMs: () => systemClock.monotonicMs() * 1_000,
  sleep: (ms, signal) => systemClock.sleep(ms === POLL_MS ? 50 : ms, signal),
};
const HOUR_MS = 3_600_000;
const topic = countTopic('counting.count.v1');

describe('The PostgreSQL bus retains', () => {
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
  const stored = async () => (await client!.query<{ id: string }>('select id from bus.event')).rows.map(({ id }) => id);

  const absent = async (group: string) => {
    const { rows } = await client!.query<{ ms: number }>(
      'select absent_ms::int as ms from bus.consumer_group where name = $1',
      [group],
    );
    return rows[0]?.ms ?? -1;
  };

  it('every event that a group has not handled yet, however old', async () => {
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
    // A separate topic shows that a sweep ran: its only event had been consumed.
    const marker = countTopic('counting.marker.v1');
    const seen = new Recorder();
    await bus.subscribe({ topic: marker, group: 'quick', handler: seen.handler });
    const [markers] = [countEvents(1, 1)];
    await bus.publish(marker, encoded(marker, markers));
    await waitUntil('a sweep', async () => seen.has(markers) && !(await stored()).includes(markers[0]!.id));
    expect(new Set(await stored())).toEqual(new Set(events.map(({ id }) => id)));
    gate.resolve();
    await waitUntil('the slow group', () => slow.has(events));
    await waitUntil('nothing left', async () => (await stored()).length === 0);

    const late = new Recorder();
    await bus.subscribe({ topic, group: 'late', handler: late.handler });
    const fresh = countEvents(4, 1);
    await bus.publish(topic, encoded(topic, fresh));
    await waitUntil('the fresh events', () => late.has(fresh));
    expect(late.events).toHaveLength(fresh.length);
  });

  it('every event younger than the retention, although all groups handled it', async () => {
    const bus = await connect({ clock: HASTY_CLOCK, retentionMs: HOUR_MS });
    const recorder = new Recorder();
    await consume(bus, { topic, group: 'readers', handler: recorder.handler });
    const [old, young] = [countEvents(4, 5), countEvents(4, 5)];
    await bus.publish(topic, encoded(topic, old));
    await waitUntil('the old events', () => recorder.has(old));
    await client!.query(`update bus.event set published_at = published_at - interval '61 minutes'`);
    await bus.publish(topic, encoded(topic, young));
    await waitUntil('a sweep', async () => (await stored()).length <= young.length);
    expect(new Set(await stored())).toEqual(new Set(young.map(({ id }) => id)));
  });

  it('nothing for a group that has had no consumer for too long, unless it is only slow or just started', async () => {
    // Aim: a renamed or removed group does not retain the log forever; an active one loses nothing.
    const old = await connect({});
    const [before, stuck] = [new Recorder(), Promise.withResolvers<void>()];
    await consume(old, { topic, group: 'removed', handler: before.handler });
    const first = countEvents(2, 1);
    await old.publish(topic, encoded(topic, first));
    await waitUntil('the first events', () => before.has(first));
    await old.stop();

    const errors: string[] = [];
    const options = {
      clock: HASTY_CLOCK,
      retentionMs: 0,
      onError: (error: unknown) => void errors.push(String(error)),
    };
    const patient = await connect({ ...options, absenceMs: HOUR_MS });
    const slow = new Recorder(() => stuck.promise);
    await consume(patient, { topic, group: 'slow', handler: slow.handler, retry: { handlerTimeoutMs: HOUR_MS } });
    const events = countEvents(4, 2);
    await patient.publish(topic, encoded(topic, events));
    await waitUntil('a look', async () => (await absent('removed')) > 0);
    expect(await stored()).toEqual(expect.arrayContaining(events.map(({ id }) => id)));
    await waitUntil(
      'a long absence',
      async () =>
        (await client!.query(`update bus.consumer_group set absent_ms = ${HOUR_MS} + 1 where name = 'removed'`))
          .rowCount === 1 && errors.length > 0,
    );
    expect(errors).toEqual([expect.stringContaining(`Group removed of ${topic.name} has had no consumer`)]);
    expect(await absent('slow')).toBe(0);
    stuck.resolve();
    await waitUntil('an empty log', async () => (await stored()).length === 0);
    expect(slow.has(events)).toBe(true);

    const again = new Recorder();
    await patient.subscribe({ topic, group: 'removed', handler: again.handler });
    expect(await absent('removed')).toBe(0);
    const fresh = countEvents(2, 1);
    await patient.publish(topic, encoded(topic, fresh));
    await waitUntil('the fresh events', () => again.has(fresh));
  });
});
