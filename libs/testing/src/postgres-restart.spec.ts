// Aim: F7: the relay and the consumer survive a restart of their PostgreSQL and recover within seconds by themselves.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EmbeddedPostgres, joinOrStart } from '@switchback/platform/db/embedded-postgres';
import { isRunning } from '@switchback/platform/db/process-mark';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { countedKeys } from './bus-fixtures.js';
import { COUNTERS, CountingService, COUNTS } from './counting-service.js';
import { repetitions } from './random.js';
import { waitUntil } from './wait.js';

const KEYS = ['a', 'b', 'c'];
const WRITES = 30;
const TERMINATIONS = repetitions({ short: 3, full: 10 });
const RESTARTS = 2;
/** Relay and consumer each poll after ten seconds, in case a notification was lost with its connection. */
const RECONNECT_MS = 25_000;

describe('A service after an outage of PostgreSQL', () => {
  let [dataDir, server, service]: [string?, EmbeddedPostgres?, CountingService?] = [];
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'switchback-restart-'));
    // Durable as in production: acknowledged writes must survive a kill of the server.
    server = await joinOrStart({ dataDir });
    service = await CountingService.start(server.url);
  });
  afterAll(async () => {
    await service?.stop();
    await server?.stop();
    await rm(dataDir!, { recursive: true, force: true });
  });

  /** Highest acknowledged count of each key. */
  const acknowledged = new Map<string, number>();
  const write = async (subject: string) => acknowledged.set(subject, await service!.write(subject));
  const writeMany = async () => {
    for (let count = 0; count < WRITES; count += 1) await write(KEYS[count % KEYS.length]!);
  };
  const isWritable = () =>
    write(KEYS[0]!).then(
      () => true,
      () => false,
    );
  const expectBack = async () => {
    await waitUntil('a write', isWritable, RECONNECT_MS);
    await writeMany();
    await waitUntil('no backlog', () => service!.isDrained().catch(() => false), RECONNECT_MS);
    const counted = await countedKeys(service!.dataSource);
    const rows: { subject: string; n: number }[] = await service!.dataSource.query('select * from written order by 1');
    expect(counted).toEqual(rows.map(({ subject, n }) => ({ subject, n, changes: n, events: n })));
    for (const [subject, n] of acknowledged)
      expect(rows.find((row) => row.subject === subject)?.n).toBeGreaterThanOrEqual(n);
    expect(await service!.bus.deadLetters({ topic: COUNTS.name, group: COUNTERS, max: 10 })).toEqual([]);
  };

  it('recovers after an administrator closed all its connections', async () => {
    for (let round = 0; round < TERMINATIONS; round += 1) {
      const admin = new pg.Client({ connectionString: server!.url });
      await admin.connect();
      const writing = writeMany().catch(() => undefined);
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
      await writing;
      await admin.end();
      await expectBack();
    }
  });

  it('recovers after the server was stopped immediately, in the middle of writes', async () => {
    for (let round = 0; round < RESTARTS; round += 1) {
      const lock = await readFile(join(dataDir!, 'postgres', 'data', 'postmaster.pid'), 'utf8');
      const pid = Number(lock.split('\n')[0]);
      const writing = writeMany().catch(() => undefined);
      // Signal of `pg_ctl stop -m immediate`.
      process.kill(pid, 'SIGQUIT');
      await writing;
      await waitUntil('the server to be gone', () => !isRunning(pid));
      await expectBack();
    }
  });
});
