import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { acquireStartLock } from '@switchback/platform/db/bootstrap';
import { connectService } from '@switchback/platform/db/database';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import pg from 'pg';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { countEvent, CountingTables1764000000000, countTopic } from './bus-fixtures.js';
import { CountingProcess } from './counting-process.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { TcpProxy } from './tcp-proxy.js';
import { waitUntil } from './wait.js';

const STARTS = 5;
const PROCESS_TIMEOUT_MS = 120_000;
/** Messages of PostgreSQL when it is ready for a query, and when an administrator terminates the connection. */
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');
const TERMINATED = Buffer.from('E\0\0\0\x20SFATAL\0C57P01\0Mterminating\0\0', 'latin1');

class Notes1764000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table note (text text not null)');
    await runner.query(`insert into note values ('private')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table note');
  }
}

const model = { entities: [], migrations: [Notes1764000000001] };

describe('A service on its database', () => {
  let database: TestDatabase | undefined;
  const open: DataSource[] = [];
  const connect = async (
    service: string,
    url = database!.url,
    migrations: (new () => MigrationInterface)[] = model.migrations,
  ) => {
    const dataSource = await connectService({ url, connectTimeoutMs: 2_000 }, service, { entities: [], migrations });
    open.push(dataSource);
    return dataSource;
  };
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    for (const dataSource of open) await dataSource.destroy();
    await database?.drop();
  });

  it('reads only its own tables', async () => {
    // Aim: each service has its own role, so that a join across services fails instead of becoming a habit.
    const [alpha, beta] = [await connect('alpha'), await connect('beta')];
    expect(await alpha.query('select text from note')).toEqual([{ text: 'private' }]);
    await expect(beta.query('select text from alpha.note')).rejects.toThrow(/permission denied/);
    await expect(beta.query('create table alpha.mine (n int)')).rejects.toThrow(/permission denied/);
    expect(await beta.query('select current_user as role, current_schema as schema')).toEqual([
      { role: 'switchback_beta', schema: 'beta' },
    ]);
  });

  it('is rejected if it may not migrate an outdated schema, and accepted if the schema is newer', async () => {
    // Aim: with migrations as a separate step, a process neither changes a schema nor works on an older one than it
    // needs; the previous release keeps working on the schema of the next one.
    class More1764000000002 extends Notes1764000000001 {
      override async up(runner: QueryRunner): Promise<void> {
        await runner.query('create table more (n int)');
      }
    }
    const settings = { url: database!.url, migrate: false };
    const attempt = (migrations: (new () => MigrationInterface)[]) =>
      connectService(settings, 'epsilon', { entities: [], migrations });
    await expect(attempt(model.migrations)).rejects.toThrow(/1 migrations behind .*Notes1764000000001.*migrate/);
    await connect('epsilon');
    open.push(await attempt(model.migrations));
    await expect(attempt([...model.migrations, More1764000000002])).rejects.toThrow(/\(More1764000000002\)/);
    await connect('epsilon', database!.url, [...model.migrations, More1764000000002]);
    const before = await attempt(model.migrations);
    open.push(before);
    expect(await before.query('select text from note')).toEqual([{ text: 'private' }]);
  });

  it('is migrated once if five processes start at the same time', async () => {
    // Aim: the lock; without it, two of them run the migration and one fails to start.
    const sources = await Promise.all(Array.from({ length: STARTS }, () => connect('gamma')));
    for (const source of sources) expect(await source.query('select text from note')).toEqual([{ text: 'private' }]);
  });

  it('creates an index concurrently with writes while other processes wait', async () => {
    // Aim: a concurrent index build waits for every running statement; waiting for the migration lock would deadlock.
    class Indexed1764000000003 extends Notes1764000000001 {
      readonly transaction = false;
      override async up(runner: QueryRunner): Promise<void> {
        await super.up(runner);
        await runner.query('create index concurrently note_text on note (text)');
      }
    }
    const start = () => connect('zeta', database!.url, [Indexed1764000000003]);
    const sources = await Promise.all(Array.from({ length: STARTS }, start));
    const indexes = `select indisvalid as "isValid" from pg_index where indexrelid = 'note_text'::regclass`;
    expect(await sources[0]!.query(indexes)).toEqual([{ isValid: true }]);
  });

  it(
    'is migrated once if two processes start at the same time',
    async () => {
      // Aim: both are held at the lock until both have arrived, so that the lock serializes them and not chance.
      const shared = await createTestDatabase();
      const { url } = shared;
      const gate = new pg.Client({ connectionString: url });
      await gate.connect();
      await acquireStartLock(gate);
      const processes = [CountingProcess.start(url), CountingProcess.start(url)];
      try {
        const waiting = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and query like 'select pg_try_advisory_lock%'`;
        await waitUntil(
          'both to wait',
          async () => (await gate.query(waiting)).rowCount === processes.length,
          PROCESS_TIMEOUT_MS,
        );
        await gate.query('select pg_advisory_unlock_all()');
        await waitUntil('both to write', () => processes.every(({ acknowledged }) => acknowledged.size > 0));
        const { rows } = await gate.query('select count(*)::int as migrations from counting.migrations');
        expect(rows).toEqual([{ migrations: 1 }]);
        expect(processes.map(({ errors }) => errors)).toEqual(['', '']);
      } finally {
        for (const each of processes) await each.kill();
        await gate.end();
        await shared.drop();
      }
    },
    PROCESS_TIMEOUT_MS,
  );

  it('rejects an event outside the transaction of its change', async () => {
    // Aim: no event may survive the rollback of its change, or vice versa.
    const delta = await connect('delta', undefined, [CountingTables1764000000000]);
    const topic = countTopic('counting.count.v1');
    await expect(appendToOutbox(delta.manager, topic, [countEvent('a', 1)])).rejects.toThrow(/transaction/);
    await expect(
      delta.transaction(async (manager) => {
        await appendToOutbox(manager, topic, [countEvent('a', 1)]);
        throw new Error('The change failed.');
      }),
    ).rejects.toThrow('The change failed.');
    expect(await delta.query('select * from outbox')).toEqual([]);
  });

  it('recovers after its connections were cut', async () => {
    // Aim: F7: a restart of the server fails the calls in flight and no later ones.
    const { proxy, url } = await TcpProxy.forUrl(database!.url);
    const source = await connect('epsilon', url);
    proxy.cut();
    await expect(source.query('select 1')).rejects.toThrow();
    proxy.restore();
    await waitUntil('an answer', () =>
      source.query('select 1').then(
        () => true,
        () => false,
      ),
    );
    await source.destroy();
    open.splice(open.indexOf(source), 1);
    await proxy.close();
  });

  it('survives a connection that is closed while it is opened', async () => {
    // Aim: F7: an idle connection ends with an event, and an unhandled one would end the process.
    const { proxy, url } = await TcpProxy.forUrl(database!.url);
    const source = await connect('epsilon', url);
    // The pool has one connection; the second statement needs another.
    const busy = source.query('select pg_sleep(1)');
    proxy.endAfter(READY, TERMINATED);
    await expect(source.query('select 1')).rejects.toThrow();
    await busy;
    expect(await source.query('select 1 as one')).toEqual([{ one: 1 }]);
    await source.destroy();
    open.splice(open.indexOf(source), 1);
    await proxy.close();
  });
});
