// Aim: a process that stops loses no event and dead-letters none: an event in progress is completed or left to the next
// process.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { loadSettings } from '@switchback/platform/config/settings';
import { connectService } from '@switchback/platform/db/database';
import type { EventBus, Handler, HandlerContext } from '@switchback/platform/events/bus';
import type { Event } from '@switchback/platform/events/event';
import { OnEvents, WorksOn } from '@switchback/platform/nest/handlers';
import { HOST } from '@switchback/platform/nest/tokens';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { type Host, type RunningProcess, startProcess } from '@switchback/platform/process/host';
import { startServices } from '@switchback/platform/start/start-services';
import type { Service, ServiceHost } from '@switchback/platform/process/service';
import {
  applyCounts,
  backlogOf,
  type Count,
  countedKeys,
  countEvent,
  COUNTING_MODEL,
  countTopic,
  encoded,
  tallyOnce,
} from '@switchback/testing/bus-fixtures';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { freePorts } from '@switchback/testing/free-ports';
import { countingJob } from '@switchback/testing/jobs-fixtures';
import { waitUntil } from '@switchback/testing/wait';
import { DataSource } from 'typeorm';

const TOPIC = countTopic('counting.count.v1');
const GROUP = 'counters';
const LETTERS = { topic: TOPIC.name, group: GROUP, max: 10 };
const JOB = countingJob();
const EVENT = countEvent('key', 1);
const TIMEOUT_MS = 60_000;

interface Engines {
  bus: EventBus;
  jobs: Jobs;
  source: DataSource;
}

/** Stages of a process's shutdown that an event handler can await. */
interface Ending {
  /** The process told the bus to stop consuming. */
  stopsConsuming: Promise<void>;
  /** The service closed its connections. */
  closed: Promise<void>;
}

type Before = (ending: Ending, engines: Engines) => Handler<Count>;

let database: TestDatabase;
const started: RunningProcess[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const running of started.splice(0)) await running.stop();
  await database.drop();
});

const ENGINES = Symbol('Engines');

/**
 * Starts a process with one service that counts events and jobs.
 * @param before runs in the event handler before it counts.
 */
async function start(before: Before): Promise<Engines & { running: RunningProcess }> {
  const port = await freePorts();
  const settings = loadSettings({
    DATABASE_URL: database.url,
    LOG_LEVEL: 'silent',
    LISTEN_HOST: '127.0.0.1',
    PORT: String(port),
    MANAGEMENT_PORT: String(port + 1),
  });
  const [closed, stopsConsuming] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let engines: Engines | undefined;
  let isConsuming = true;
  const open = async (host: ServiceHost): Promise<Engines> => {
    const [bus, jobs] = await Promise.all([host.bus(), host.jobs()]);
    const stopConsuming = bus.stopConsuming.bind(bus);
    bus.stopConsuming = async () => {
      stopsConsuming.resolve();
      await stopConsuming();
      isConsuming = false;
    };
    return (engines = { bus, jobs, source: await connectService({ url: database.url }, 'counting', COUNTING_MODEL) });
  };

  @Controller()
  class Counter implements OnApplicationShutdown {
    constructor(@Inject(ENGINES) private readonly engines: Engines) {}

    @OnEvents(TOPIC, GROUP)
    async consume(events: Event<Count>[], context: HandlerContext): Promise<void> {
      await before({ closed: closed.promise, stopsConsuming: stopsConsuming.promise }, this.engines)(events, context);
      await applyCounts(this.engines.source, events);
      await tallyOnce(this.engines.source, events);
    }

    @WorksOn(JOB)
    async count({ n }: { n: number }): Promise<void> {
      await applyCounts(this.engines.source, [countEvent('job', n)]);
    }

    async onApplicationShutdown(): Promise<void> {
      const { source, bus } = this.engines;
      await source.destroy();
      // Simulates services that are slow to close: a bus that still consumes would have time to dead-letter an event.
      closed.resolve();
      await waitUntil('the end', async () => !isConsuming || (await bus.deadLetters(LETTERS)).length > 0);
    }
  }

  @Module({
    controllers: [Counter],
    providers: [
      { provide: ENGINES, inject: [HOST], useFactory: open },
      { provide: DataSource, inject: [ENGINES], useFactory: ({ source }: Engines) => source },
    ],
  })
  class CountingModule {}

  const counting: Service = {
    name: 'drives',
    definition: { fullName: 'Counting', methods: {} },
    module: CountingModule,
  };
  const kind = { name: 'counting', command: '', defaultPort: port, isAlone: false };
  const startHost = async (host: Host) => {
    await startServices(host, { counting });
    return 'nowhere';
  };
  const running = await startProcess({ ...kind, start: startHost }, settings);
  started.push(running);
  return { running, ...engines! };
}

const ready: Before = () => async () => undefined;

/** Starts the next process and returns its state once the backlog is handled. */
async function afterRestart() {
  const next = await start(ready);
  await waitUntil('no backlog', async () => (await backlogOf(next.bus, TOPIC.name, GROUP))?.lag === 0);
  const letters = await next.bus.deadLetters(LETTERS);
  return { next, letters, counted: await countedKeys(next.source) };
}

const ONCE = { subject: 'key', n: 1, changes: 1, events: 1 };

describe('a process that is asked to stop', () => {
  it(
    'finishes its current event, and the job that follows from it, before its connections close',
    async () => {
      const entered = Promise.withResolvers<void>();
      let calls = 0;
      const { running, bus } = await start(({ stopsConsuming, closed }, { jobs }) => async () => {
        calls += 1;
        entered.resolve();
        await Promise.race([stopsConsuming, closed]);
        await jobs.enqueue(JOB, { n: 1 });
      });
      await bus.publish(TOPIC, encoded(TOPIC, [EVENT]));
      await entered.promise;
      await running.stop();
      const { next, letters, counted } = await afterRestart();
      expect(letters).toEqual([]);
      expect(calls).toBe(1);
      expect(counted).toContainEqual(ONCE);
      await waitUntil('the job', async () => (await countedKeys(next.source)).some(({ subject }) => subject === 'job'));
    },
    TIMEOUT_MS,
  );

  it(
    'leaves a slow event to the next process, without counting a failure',
    async () => {
      const entered = Promise.withResolvers<void>();
      const { running, bus } = await start(({ closed }) => async (_events, { signal }) => {
        entered.resolve();
        const givenUp = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        await Promise.race([givenUp, closed]);
        throw new Error('The handler was interrupted.');
      });
      await bus.publish(TOPIC, encoded(TOPIC, [EVENT]));
      await entered.promise;
      await running.stop();
      const { letters, counted } = await afterRestart();
      expect(letters).toEqual([]);
      expect(counted).toEqual([ONCE]);
    },
    TIMEOUT_MS,
  );
});
