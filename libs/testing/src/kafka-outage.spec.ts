// Aim: F3: while Kafka is unavailable or frozen, writes continue into the outbox; afterwards all arrive in order.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { connectService } from '@switchback/platform/db/database';
import { isTransient } from '@switchback/platform/transient';
import type { KafkaBus } from '@switchback/platform/events/kafka/kafka-bus';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { OutboxRelay } from '@switchback/platform/events/outbox-relay';
import { PostgresOutbox } from '@switchback/platform/events/outbox-store';
import type { DataSource } from 'typeorm';
import { consume, countEvents, COUNTING_MODEL, countTopic, encoded, Recorder } from './bus-fixtures.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { freshPrefix, KAFKA_BROKERS, openTestKafkaBus, WITHOUT_KAFKA } from './kafka.js';
import type { TcpProxy } from './tcp-proxy.js';
import { waitUntil } from './wait.js';

const WRITES = 20;
const WAIT_MS = 60_000;
const CALL_TIMEOUT_MS = 2_000;

const haveKafka = KAFKA_BROKERS.length > 0;

(haveKafka ? describe : describe.skip)(haveKafka ? 'On Kafka' : WITHOUT_KAFKA, () => {
  const topic = countTopic('counting.count.v1');
  const failures: unknown[] = [];
  let [database, source, bus, proxy, relay]: [TestDatabase?, DataSource?, KafkaBus?, TcpProxy?, OutboxRelay?] = [];

  beforeEach(async () => {
    failures.length = 0;
    database = await createTestDatabase();
    source = await connectService({ url: database.url }, 'counting', COUNTING_MODEL);
    const onError = (error: unknown) => failures.push(error);
    const timing = { prefix: freshPrefix(), callTimeoutMs: CALL_TIMEOUT_MS, requestTimeoutMs: 1_000 };
    ({ bus, proxy } = await openTestKafkaBus({ ...timing, onError }));
    relay = new OutboxRelay({ outbox: new PostgresOutbox(source), bus, topics: [topic] });
  });
  afterEach(async () => {
    await relay?.stop();
    await bus?.stop();
    await proxy?.close();
    await source?.destroy();
    await database?.drop();
  });

  it.each([
    { fault: 'unreachable', begin: () => proxy!.cut(), end: () => proxy!.restore() },
    { fault: 'suspended', begin: () => proxy!.pause(), end: () => proxy!.resume() },
  ])('writes continue while the broker is $fault, and all events arrive afterwards', async ({ begin, end }) => {
    const recorder = new Recorder();
    const [before, during] = [countEvents(5, 5), countEvents(5, WRITES)];
    const write = (events: typeof before) => source!.transaction((manager) => appendToOutbox(manager, topic, events));
    await consume(bus!, { topic, group: 'readers', handler: recorder.handler });
    relay!.start();
    await write(before);
    await waitUntil('what was written before', () => recorder.has(before), WAIT_MS);

    begin();
    for (let start = 0; start < during.length; start += 5) await write(during.slice(start, start + 5));
    const startedMs = systemClock.monotonicMs();
    const refusal = await bus!.publish(topic, encoded(topic, before)).catch((error: unknown) => error);
    expect(isTransient(refusal)).toBe(true);
    expect(systemClock.monotonicMs() - startedMs).toBeLessThan(CALL_TIMEOUT_MS + 3_000);
    await waitUntil('the consumer to notice', () => failures.length > 0, WAIT_MS);
    expect((await relay!.stats()).depth).toBe(during.length);

    end();
    await waitUntil('everything', () => recorder.has(during), WAIT_MS);
    await waitUntil('an empty outbox', async () => (await relay!.stats()).depth === 0, WAIT_MS);
    const arrived = recorder.events.filter(({ id }) => during.some((event) => event.id === id));
    const order = new Recorder();
    await order.handler(arrived, { signal: new AbortController().signal });
    for (const numbers of order.firstOrder.values()) expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(await bus!.deadLetters({ topic: topic.name, group: 'readers', max: 10 })).toEqual([]);
  });

  it('delivers events again after a broker was suspended for several attempts', async () => {
    const events = countEvents(1, 1);
    const patient = await openTestKafkaBus({ prefix: freshPrefix(), callTimeoutMs: 10_000, requestTimeoutMs: 500 });
    const publish = () => patient.bus.publish(topic, encoded(topic, events));
    try {
      await publish();
      patient.proxy.pause();
      const refusals = [await publish().catch(isTransient), await publish().catch(isTransient)];
      expect(refusals).toEqual([true, true]);
      patient.proxy.resume();
      await waitUntil(
        'an event that is taken',
        () =>
          publish().then(
            () => true,
            () => false,
          ),
        WAIT_MS,
      );
    } finally {
      await patient.bus.stop();
      await patient.proxy.close();
    }
  });
});
