// F3: while the bus is unavailable, writes succeed and wait in the outbox; afterwards all of them arrive in order.
import { systemClock } from '@switchback/platform/clock';
import { KAFKA_BROKERS } from '@switchback/testing/kafka';
import type { Random } from '@switchback/testing/random';
import { TcpProxy } from '@switchback/testing/tcp-proxy';
import pg from 'pg';
import { caseOn } from './buses.js';
import type { FaultCase, Seen } from './fault.js';
import type { BusName, Stage } from './stage.js';
import { Works } from './works.js';

const OUTAGE_MS = { short: 3_000, full: 30_000 };
const UNHURT_WRITES = 20;
/** A write that takes longer was blocked by the bus. */
const WRITE_MS_MAX = 2_000;
const PAUSE_MS = 60;

/** Starts and ends an outage of the bus. */
interface Outage {
  start(): Promise<void> | void;
  end(): Promise<void> | void;
}

type Way = 'cut' | 'stalled' | 'locked';

async function holdAway(stage: Stage, random: Random, bus: BusName, way: Way): Promise<Seen> {
  const { ways, outage } = await outageOf(stage, bus, way);
  const works = await Works.start(stage, bus, random, { ways, pauseMs: PAUSE_MS });
  await works.traffic.acknowledgements(UNHURT_WRITES);
  const { writeLog } = works.oracle;

  works.traffic.slowestMs = 0;
  await outage.start();
  const before = writeLog.acknowledgedCount;
  // Writes in flight may have been stored and published before the outage.
  const underWay = writeLog.unansweredCount;
  await systemClock.sleep(stage.isShort ? OUTAGE_MS.short : OUTAGE_MS.full);
  const during = writeLog.acknowledgedCount - before;
  const depth = await works.oracle.outboxDepth();
  await outage.end();
  const backMs = systemClock.monotonicMs();

  if (works.traffic.slowestMs > WRITE_MS_MAX)
    throw new Error(`A write took ${works.traffic.slowestMs.toFixed(0)} ms while the bus was away`);
  if (during < UNHURT_WRITES) throw new Error(`Only ${during} writes were acknowledged while the bus was away`);
  // Events published but not yet deleted when the outage began may be counted too.
  if (depth < during - underWay) throw new Error(`${during} writes, and ${depth} events in the outbox`);
  await works.check();
  const drainedMs = systemClock.monotonicMs() - backMs;
  works.requireAlive();
  const detail = `${during} writes during the outage, the slowest ${works.traffic.slowestMs.toFixed(0)} ms, ${depth} events waited, recovered after ${drainedMs.toFixed(0)} ms`;
  return { times: 1, detail };
}

async function outageOf(stage: Stage, bus: BusName, way: Way) {
  if (way === 'locked') return { ways: {}, outage: lockTables(stage) };
  const [host = '', port = ''] = (KAFKA_BROKERS[0] ?? '').split(':');
  const { proxy, url } =
    bus === 'kafka'
      ? { proxy: await TcpProxy.start({ host, port: Number(port) }), url: stage.url }
      : await TcpProxy.forUrl(stage.url);
  stage.atEnd(() => proxy.close());
  const ways = bus === 'kafka' ? { kafkaPort: proxy.port } : { databaseUrl: url };
  const outage: Outage =
    way === 'cut'
      ? { start: () => proxy.cut(), end: () => proxy.restore() }
      : { start: () => proxy.pause(), end: () => proxy.resume() };
  return { ways, outage };
}

/** Locks only the tables of the bus: no process can publish, read or commit its position. */
function lockTables(stage: Stage): Outage {
  const client = new pg.Client({ connectionString: stage.url });
  stage.atEnd(() => client.end());
  return {
    start: async () => {
      await client.connect();
      for (let isLocked = false; !isLocked;) isLocked = await tryLock(client);
    },
    end: async () => void (await client.query('rollback')),
  };
}

/**
 * Processes lock these tables in a different order. If the server aborts this transaction as a deadlock, returns false,
 * so that the caller retries.
 */
async function tryLock(client: pg.Client): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query('lock table bus.event, bus.partition, bus.position in access exclusive mode');
    return true;
  } catch {
    await client.query('rollback');
    return false;
  }
}

function caseOf(bus: BusName, way: Way, title: string, short = 1): FaultCase {
  const run = (stage: Stage, random: Random) => holdAway(stage, random, bus, way);
  return caseOn(bus, { fault: 'F3', title, runs: { short, full: 5 }, run });
}

export const busAwayCases: readonly FaultCase[] = [
  caseOf('postgres', 'locked', 'tables of the PostgreSQL bus locked'),
  caseOf('postgres', 'stalled', 'PostgreSQL stalled for relay and consumer', 0),
  caseOf('postgres', 'cut', 'PostgreSQL disconnected from relay and consumer'),
  caseOf('kafka', 'cut', 'Kafka disconnected'),
  caseOf('kafka', 'stalled', 'Kafka stalled', 0),
];
