// Aim: notifications wake the relay and the bus immediately, whichever process wrote or redrove. The fallback poll
// never runs here, so that only notifications move events.
import { afterEach, beforeEach, it } from '@jest/globals';
import { type Clock, systemClock } from '@switchback/platform/clock';
import { connectService } from '@switchback/platform/db/database';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { OutboxRelay } from '@switchback/platform/events/outbox-relay';
import { PostgresOutbox } from '@switchback/platform/events/outbox-store';
import { PostgresBus } from '@switchback/platform/events/postgres-bus';
import type { DataSource } from 'typeorm';
import { consume, countEvents, COUNTING_MODEL, countTopic, Recorder } from './bus-fixtures.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { TcpProxy } from './tcp-proxy.js';
import { waitUntil } from './wait.js';

const FALLBACK_MIN_MS = 5_000;
const NEVER_MS = 3_600_000;
const clock: Clock = {
  ...systemClock,
  sleep: (ms, signal) => systemClock.sleep(ms < FALLBACK_MIN_MS ? ms : NEVER_MS, signal),
};
const topic = countTopic('counting.count.v1');

let database: TestDatabase;
/** In opening order; closed in reverse. */
let closing: (() => Promise<unknown>)[];

beforeEach(async () => {
  database = await createTestDatabase();
  closing = [() => database.drop()];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
});

async function connect(url = database.url): Promise<DataSource> {
  const source = await connectService({ url }, 'counting', COUNTING_MODEL);
  closing.push(() => source.destroy());
  return source;
}

async function openBus(url = database.url): Promise<PostgresBus> {
  const bus = await PostgresBus.connect({ url }, { clock, stopTimeoutMs: 500 });
  closing.push(() => bus.stop());
  return bus;
}

function relay(source: DataSource, bus: PostgresBus): OutboxRelay {
  const started = new OutboxRelay({ outbox: new PostgresOutbox(source), bus, topics: [topic], clock });
  started.start();
  closing.push(() => started.stop());
  return started;
}

async function write(source: DataSource) {
  const events = countEvents(3, 1);
  await source.transaction((manager) => appendToOutbox(manager, topic, events));
  return events;
}

/** Waits until an event has gone through, so that the relay holds the outbox. */
async function untilRelayed(recorder: Recorder, source: DataSource): Promise<void> {
  const events = await write(source);
  await waitUntil('the first events', () => recorder.has(events));
}

it('relays the events of any process: the relay, a standby and one without a relay', async () => {
  const [relaying, standingBy, other] = [await connect(), await connect(), await connect()];
  const [bus, consuming] = [await openBus(), await openBus()];
  const recorder = new Recorder();
  await consume(consuming, { topic, group: 'readers', handler: recorder.handler });
  const first = relay(relaying, bus);
  await untilRelayed(recorder, relaying);
  relay(standingBy, bus);
  for (const source of [relaying, standingBy, other]) {
    const events = await write(source);
    await waitUntil('the events', () => recorder.has(events));
  }
  await waitUntil('an empty outbox', async () => (await first.stats()).depth === 0);
});

it('relays immediately after its connection was lost, whichever process writes', async () => {
  const { proxy, url } = await TcpProxy.forUrl(database.url);
  closing.push(() => proxy.close());
  const [relaying, other] = [await connect(url), await connect()];
  const [bus, consuming] = [await openBus(), await openBus(url)];
  const recorder = new Recorder();
  await consume(consuming, { topic, group: 'readers', handler: recorder.handler });
  relay(relaying, bus);
  await untilRelayed(recorder, other);
  proxy.cut();
  const events = await write(other);
  proxy.restore();
  await waitUntil('the events', () => recorder.has(events));
});

it('delivers immediately what another process redrives', async () => {
  const [consuming, commanding] = [await openBus(), await openBus()];
  let isMended = false;
  const recorder = new Recorder(() => {
    if (!isMended) throw new Error('It is broken.');
  });
  await consume(consuming, { topic, group: 'readers', handler: recorder.handler, retry: { attempts: 1 } });
  const source = await connect();
  relay(source, commanding);
  const events = await write(source);
  const query = { topic: topic.name, group: 'readers', max: 10 };
  await waitUntil('dead letters', async () => (await commanding.deadLetters(query)).length === events.length);
  isMended = true;
  await commanding.redrive(query);
  await waitUntil('the redriven events', () => recorder.has(events));
});
