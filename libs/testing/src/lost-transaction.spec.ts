// Aim: a caller whose database fails in the middle of a transaction gets a retryable error, not an internal one.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectService } from '@switchback/platform/db/database';
import { toRefusal } from '@switchback/platform/errors';
import pg from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { createTestDatabase, type TestDatabase } from './database.js';
import { waitUntil } from './wait.js';

describe('A transaction whose connection is lost', () => {
  let [database, source, admin]: [TestDatabase?, DataSource?, pg.Client?] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    source = await connectService({ url: database.url }, 'lost', { entities: [], migrations: [] });
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
  });
  afterAll(async () => {
    await admin?.end();
    await source?.destroy();
    await database?.drop();
  });

  const pidOf = async (manager: EntityManager) =>
    (await manager.query<[{ pid: number }]>('select pg_backend_pid() as pid'))[0].pid;
  const kill = (pid: number) => admin!.query('select pg_terminate_backend($1)', [pid]);
  /** Waits until our side has noticed, too. */
  const killAndWait = async (manager: EntityManager) => {
    await kill(await pidOf(manager));
    await waitUntil('the loss to be noticed', () => manager.queryRunner!.isReleased);
  };

  it.each<[string, (manager: EntityManager) => Promise<unknown>]>([
    [
      'while a statement runs',
      async (manager) => {
        const pid = await pidOf(manager);
        await Promise.all([manager.query('select pg_sleep(30)'), kill(pid)]);
      },
    ],
    [
      'before the next statement',
      async (manager) => {
        await kill(await pidOf(manager));
        await manager.query('select 1');
      },
    ],
    [
      'long before the next statement',
      async (manager) => {
        await killAndWait(manager);
        await manager.query('select 1');
      },
    ],
    ['before the commit', async (manager) => kill(await pidOf(manager))],
    ['long before the commit', killAndWait],
  ])('%s is reported as unavailable', async (_name, work) => {
    const failure: unknown = await source!.transaction(work).then(
      () => null,
      (error: unknown) => error,
    );
    expect([String(failure), toRefusal(failure).error]).toEqual([expect.any(String), 'unavailable']);
    expect(await source!.query('select 1 as one')).toEqual([{ one: 1 }]);
  });
});
