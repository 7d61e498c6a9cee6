// Aim: Kafka's limits, on message size and session length, cost no event and no order.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { isTransient } from '@switchback/platform/transient';
import { defineTopic, type EncodedEvent } from '@switchback/platform/events/event';
import type { KafkaBus } from '@switchback/platform/events/kafka/kafka-bus';
import { consume, countEvents, countTopic, encoded, Recorder } from './bus-fixtures.js';
import { freshPrefix, KAFKA_BROKERS, openTestKafkaBus, WITHOUT_KAFKA } from './kafka.js';
import type { TcpProxy } from './tcp-proxy.js';
import { waitUntil } from './wait.js';

const MIB = 1024 * 1024;
const SESSION_MS = 6_000;
const WAIT_MS = 40_000;

const haveKafka = KAFKA_BROKERS.length > 0;

(haveKafka ? describe : describe.skip)(haveKafka ? 'On Kafka' : WITHOUT_KAFKA, () => {
  const bytesTopic = defineTopic<Uint8Array>({
    name: 'bytes.v1',
    codec: { encode: (bytes) => bytes, decode: (bytes) => bytes },
  });
  const failures: unknown[] = [];
  let [bus, proxy]: [KafkaBus?, TcpProxy?] = [];

  beforeEach(async () => {
    failures.length = 0;
    ({ bus, proxy } = await openTestKafkaBus({ prefix: freshPrefix(), onError: (error) => failures.push(error) }));
  });
  afterEach(async () => {
    await bus?.stop();
    await proxy?.close();
  });

  const eventsOf = (count: number, bytes: number): EncodedEvent[] =>
    encoded(countTopic('bytes.v1'), countEvents(1, count)).map((event) => ({
      ...event,
      payload: Buffer.alloc(bytes, 7),
    }));

  it('publishes more than a broker accepts at once, in order', async () => {
    const events = eventsOf(30, MIB / 5);
    const versions: number[] = [];
    await bus!.publish(bytesTopic, events);
    await bus!.subscribe({
      topic: bytesTopic,
      group: 'readers',
      handler: async (batch) => void versions.push(...batch.map(({ version }) => version)),
    });
    await bus!.start();
    await waitUntil('all events', () => versions.length >= events.length, WAIT_MS);
    expect(versions).toEqual(events.map(({ version }) => version));
  });

  it('rejects an event that is too large, with its key and the limits, and stores none of its batch', async () => {
    const [small, large] = [eventsOf(3, 10), eventsOf(1, MIB)];
    const refusal = await bus!.publish(bytesTopic, [...small, ...large]).catch((error: unknown) => error);
    expect(String(refusal)).toMatch(/key-0 has \d+ bytes; Kafka accepts at most \d+/);
    expect(isTransient(refusal)).toBe(false);
    await bus!.subscribe({ topic: bytesTopic, group: 'readers', handler: async () => undefined });
    expect(await bus!.stats()).toMatchObject([{ group: 'readers', lag: 0 }]);
  });

  it('stores the largest accepted event as a dead letter, however long its cause is', async () => {
    const isTaken = (bytes: number) =>
      bus!.publish(bytesTopic, eventsOf(1, bytes)).then(
        () => true,
        () => false,
      );
    let bytes = MIB;
    while (!(await isTaken(bytes))) bytes -= 500;
    const handler = async () => {
      throw new Error('\u20ac'.repeat(5_000));
    };
    await bus!.subscribe({ topic: bytesTopic, group: 'readers', handler, retry: { attempts: 1 } });
    await bus!.start();
    const query = { topic: bytesTopic.name, group: 'readers', max: 10 };
    await waitUntil('the dead letter', async () => (await bus!.stats())[0]?.deadLetters === 1, WAIT_MS);
    expect((await bus!.deadLetters(query))[0]?.event.payload).toHaveLength(bytes);
    expect(failures).toEqual([]);
  });

  it('keeps its partitions during a call that exceeds the session timeout', async () => {
    const topic = countTopic('counting.count.v1');
    const recorder = new Recorder(() => systemClock.sleep(SESSION_MS + 2_000));
    const events = countEvents(1, 3);
    await consume(bus!, { topic, group: 'readers', handler: recorder.handler });
    await bus!.publish(topic, encoded(topic, events));
    await waitUntil('the events to be handled', async () => (await bus!.stats())[0]?.lag === 0, WAIT_MS);
    expect(recorder.events).toEqual(events);
    expect(failures).toEqual([]);
  });
});
