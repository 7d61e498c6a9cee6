import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Event } from '@switchback/platform/events/event';
import { connectService } from '@switchback/platform/db/database';
import type { DataSource } from 'typeorm';
import {
  applyCounts,
  type Count,
  countedKeys,
  countEvent,
  COUNTING_MODEL,
  countTopic,
  encoded,
} from './bus-fixtures.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { type Random, repetitions, runSeed, seededRandom } from './random.js';
import { SimulatedBroker, SimulatedBus } from './simulated-bus.js';
import { TestClock } from './test-clock.js';

const SEQUENCES = repetitions({ short: 2_000, full: 10_000 });
const SEQUENCES_IN_POSTGRES = repetitions({ short: 25, full: 100 });
const SEQUENCES_THROUGH_BUS = repetitions({ short: 60, full: 300 });
const COPIES = 3;
const MAX_KEYS = 4;
const MAX_VERSIONS = 5;
const TEST_TIMEOUT_MS = 120_000;

/** State of a consumer: the newest version of each key that it received. */
class ReadModel {
  readonly rows = new Map<string, number>();

  apply(events: Event<Count>[]): void {
    for (const { subject, version, payload } of events) {
      if (version > (this.rows.get(subject) ?? 0)) this.rows.set(subject, payload.n);
    }
  }
}

function randomHistory(random: Random): Event<Count>[] {
  return Array.from({ length: 1 + random.below(MAX_KEYS) }, (_, key) =>
    Array.from({ length: 1 + random.below(MAX_VERSIONS) }, (_unused, index) => countEvent(`key-${key}`, index + 1)),
  ).flat();
}

/** Returns the events as delivered under faults: each three times, in any order, in batches of any size. */
function badDay(random: Random, events: Event<Count>[]): Event<Count>[][] {
  const deliveries = random.shuffle(Array.from({ length: COPIES }, () => events).flat());
  const batches: Event<Count>[][] = [];
  while (deliveries.length > 0) batches.push(deliveries.splice(0, 1 + random.below(6)));
  return batches;
}

function rebuilt(events: Event<Count>[]): Map<string, number> {
  const model = new ReadModel();
  model.apply(events);
  return model.rows;
}

const seed = runSeed();

describe(`A versioned read model (SEED=${seed})`, () => {
  it(`equals a clean rebuild after each of ${SEQUENCES} shuffled and tripled sequences`, () => {
    // Aim: F4: whatever the order and the duplicates, an older version never overwrites a newer one.
    for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
      const random = seededRandom(seed + sequence);
      const events = randomHistory(random);
      const model = new ReadModel();
      for (const batch of badDay(random, events)) model.apply(batch);
      const expected = rebuilt(events);
      for (const [key, n] of expected) {
        if (model.rows.get(key) !== n)
          throw new Error(`SEED=${seed + sequence}: ${key} is ${model.rows.get(key)} instead of ${n}`);
      }
      if (model.rows.size !== expected.size) throw new Error(`SEED=${seed + sequence}: keys are missing`);
    }
  });

  it(
    'equals a clean rebuild behind a bus that repeats, delays and loses its members',
    async () => {
      // Aim: the delivery rules themselves, in simulated time, with a member killed in the middle of each run.
      for (let sequence = 0; sequence < SEQUENCES_THROUGH_BUS; sequence += 1) {
        const random = seededRandom(seed + sequence);
        const topic = countTopic('counting.count.v1');
        const broker = new SimulatedBroker(random, new TestClock({ skipsIdle: true }), { repeat: 0.3, delay: 0.3 });
        const events = randomHistory(random);
        const model = new ReadModel();
        const handler = async (batch: Event<Count>[]) => model.apply(batch);
        const [first, second] = [new SimulatedBus(broker), new SimulatedBus(broker)];
        for (const bus of [first, second]) {
          await bus.subscribe({ topic, group: 'model', handler });
          await bus.start();
        }
        await first.publish(topic, encoded(topic, events));
        await broker.clock.sleep(random.below(60));
        first.kill();
        for (let wait = 0; (await second.stats())[0]?.lag !== 0 && wait < 10_000; wait += 1)
          await broker.clock.sleep(5);
        await second.stop();
        expect({ seed: seed + sequence, rows: model.rows }).toEqual({ seed: seed + sequence, rows: rebuilt(events) });
      }
    },
    TEST_TIMEOUT_MS,
  );

  describe('in PostgreSQL', () => {
    let [database, dataSource]: [TestDatabase?, DataSource?] = [];
    beforeAll(async () => {
      database = await createTestDatabase();
      dataSource = await connectService({ url: database.url }, 'counting', COUNTING_MODEL);
    });
    afterAll(async () => {
      await dataSource?.destroy();
      await database?.drop();
    });

    it(
      'equals a clean rebuild when deliveries run at the same time',
      async () => {
        // Aim: versions alone decide, even with two deliveries racing for the same keys.
        for (let sequence = 0; sequence < SEQUENCES_IN_POSTGRES; sequence += 1) {
          const random = seededRandom(seed + sequence);
          const events = randomHistory(random);
          await dataSource!.query('truncate counter');
          const batches = badDay(random, events);
          while (batches.length > 0)
            await Promise.all(batches.splice(0, 2).map((batch) => applyCounts(dataSource!, batch)));
          const rows = new Map((await countedKeys(dataSource!)).map(({ subject, n }) => [subject, n]));
          expect({ seed: seed + sequence, rows }).toEqual({ seed: seed + sequence, rows: rebuilt(events) });
        }
      },
      TEST_TIMEOUT_MS,
    );
  });
});
