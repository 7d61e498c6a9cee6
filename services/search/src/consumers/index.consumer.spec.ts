// Aim: every change in the drives' outbox becomes searchable, whatever the bus does to it.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { connectService } from '@switchback/platform/db/database';
import { type EncodedEvent, type Event, EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox, createOutbox } from '@switchback/platform/events/outbox';
import { OutboxRelay } from '@switchback/platform/events/outbox-relay';
import { PostgresOutbox } from '@switchback/platform/events/outbox-store';
import { PostgresBus } from '@switchback/platform/events/postgres-bus';
import { drivesTopic } from '@switchback/platform/events/topics';
import { randomIds } from '@switchback/platform/ids';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { createTestDatabase } from '@switchback/testing/database';
import { runSeed, seededRandom } from '@switchback/testing/random';
import { waitUntil } from '@switchback/testing/wait';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { catalogue, noFilters } from '../index/catalogue.fixture.js';
import type { PostgresIndex } from '../index/postgres/postgres-index.js';
import { connectSearch, openPostgresIndex } from '../open-index.js';
import { INDEX_GROUP, IndexConsumer } from './index.consumer.js';

const seed = runSeed();
const TIMEOUT_MS = 180_000;
const factory = new EventFactory({ source: 'drives', clock: systemClock, ids: randomIds });

class Outbox1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createOutbox(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table outbox');
  }
}

/** Opens a writer's outbox, its relay, the bus in PostgreSQL and the index consuming it. */
async function open() {
  const database = await createTestDatabase();
  const writer = await connectService({ url: database.url }, 'drives', {
    entities: [],
    migrations: [Outbox1764000000000],
  });
  const source = await connectSearch({ url: database.url });
  const index = await openPostgresIndex(source, systemClock);
  const bus = await PostgresBus.connect({ url: database.url });
  const retry = { attempts: 2, backoffMs: 1 };
  const consumer = new IndexConsumer(index);
  const handler = (events: Event<DriveEvent>[]) => consumer.consume(events);
  await bus.subscribe({ topic: drivesTopic, group: INDEX_GROUP, handler, batchSize: 200, retry });
  await bus.start();
  const relay = new OutboxRelay({ outbox: new PostgresOutbox(writer), bus, topics: [drivesTopic] });
  relay.start();
  const close = async () => {
    await relay.stop();
    await bus.stop();
    await source.destroy();
    await writer.destroy();
    await database.drop();
  };
  return { writer, index, bus, close };
}

function eventOf(payload: DriveEvent): Event<DriveEvent> {
  return factory.create({ type: 'drive.saved', subject: payload.id, version: payload.rev, payload });
}

function write(writer: DataSource, events: readonly Event<DriveEvent>[]): Promise<void> {
  return writer.transaction((manager) => appendToOutbox(manager, drivesTopic, [...events]));
}

function revised(event: DriveEvent, rev: number, title: string): DriveEvent {
  return { ...event, rev, saved: { ...event.saved!, summary: { ...event.saved!.summary!, rev, title } } };
}

function encoded(event: Event<DriveEvent>): EncodedEvent {
  return { ...event, payload: drivesTopic.codec.encode(event.payload) };
}

/** Returns the titles that a visitor finds, by id. */
async function titles(index: PostgresIndex, ids: readonly string[]): Promise<Map<string, string>> {
  const { hits } = await index.search({
    filters: noFilters({ ids: [...ids] }),
    caller: null,
    sort: 'distance',
    after: null,
    limit: 100,
    includeCount: false,
    have: [],
  });
  return new Map(hits.map(({ id, summary }) => [id, (JSON.parse(summary!) as { title: string }).title]));
}

describe(`the index behind the bus (SEED=${seed})`, () => {
  let opened: Awaited<ReturnType<typeof open>>;
  const events = catalogue(60, seed, seededRandom(seed)).filter(
    ({ saved }) => saved!.summary!.privacy === 'public' && saved!.summary!.status === 'approved',
  );
  const ids = events.map(({ id }) => id);

  beforeAll(async () => {
    opened = await open();
  }, TIMEOUT_MS);
  afterAll(() => opened.close());

  const settled = async (message: string) =>
    waitUntil(message, async () => (await opened.bus.stats()).every(({ lag }) => lag === 0), TIMEOUT_MS);

  // A drive is found once its transaction is committed, never before; a changed or deleted one in its current state.
  it(
    'contains the latest state of every write',
    async () => {
      const { writer, index } = opened;
      const [first, second, third] = events as [DriveEvent, DriveEvent, DriveEvent];
      await write(writer, events.map(eventOf));
      await waitUntil('all drives', async () => (await titles(index, ids)).size === events.length, TIMEOUT_MS);
      const rolledBack = writer.transaction(async (manager) => {
        await appendToOutbox(manager, drivesTopic, [eventOf(revised(third, 2, 'Never written'))]);
        throw new Error('The write failed.');
      });
      await expect(rolledBack).rejects.toThrow('The write failed.');
      const deletion: DriveEvent = { id: second.id, rev: 2, saved: undefined, deleted: {} };
      await write(writer, [eventOf(revised(first, 2, 'Renamed Once')), eventOf(deletion)]);
      await write(writer, [eventOf(revised(first, 3, 'Renamed Twice'))]);
      await waitUntil('the change', async () => (await titles(index, ids)).get(first.id) === 'Renamed Twice');
      await settled('every event');
      const found = await titles(index, ids);
      expect([found.size, found.has(second.id)]).toEqual([events.length - 1, false]);
      expect(found.get(third.id)).toBe(third.saved!.summary!.title);
    },
    TIMEOUT_MS,
  );

  // Redelivered events in another order change no result.
  it(
    'is unchanged by repeated events',
    async () => {
      const { bus, index } = opened;
      const before = await titles(index, ids);
      const random = seededRandom(seed + 1);
      const again = [...events, ...events].map((event) => encoded(eventOf(event)));
      await bus.publish(drivesTopic, random.shuffle(again));
      await settled('the repetitions');
      expect(await titles(index, ids)).toEqual(before);
    },
    TIMEOUT_MS,
  );

  // An event that cannot be handled is set aside with its cause; drives written with it and after it are found.
  it(
    'stores a poisoned event as a dead letter and continues',
    async () => {
      const { writer, bus, index } = opened;
      const [good, bad, late] = catalogue(3, seed + 2, seededRandom(seed + 2)).map((event): DriveEvent => ({
        ...event,
        saved: {
          ...event.saved!,
          sharedWith: [],
          summary: { ...event.saved!.summary!, privacy: 'public', status: 'approved' },
        },
      })) as [DriveEvent, DriveEvent, DriveEvent];
      const poison = eventOf({ ...bad, saved: { ...bad.saved!, path: '' } });
      await write(writer, [eventOf(good), poison, eventOf(late)]);
      const three = [good.id, bad.id, late.id];
      await waitUntil('its neighbours', async () => (await titles(index, three)).size === 2, TIMEOUT_MS);
      await settled('every event');
      const letters = await bus.deadLetters({ topic: drivesTopic.name, group: INDEX_GROUP, max: 10 });
      expect(letters.map(({ event }) => event.id)).toEqual([poison.id]);
      expect(letters[0]?.cause).toContain(`Drive ${bad.id} has no route.`);
      // The next state of the same drive is found as usual.
      await write(writer, [eventOf(revised(bad, 2, 'Whole Again'))]);
      await waitUntil('the whole drive', async () => (await titles(index, three)).get(bad.id) === 'Whole Again');
    },
    TIMEOUT_MS,
  );
});
