// Aim: while the lists get their new order, the previous release keeps writing drives; a step interrupted by a crash
// can be repeated, and the final schema is the same.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { fakePlaces } from '@switchback/testing/fake-places';
import { lockWaiters } from '@switchback/testing/lock-waiters';
import { waitUntil } from '@switchback/testing/wait';
import type { QueryRunner } from 'typeorm';
import { importedDrive, openDrives, type OpenedDrives } from '../drives.fixture.js';
import { AddReviewRatings1795910400000 } from './1795910400000-add-review-ratings.js';

const migration = new AddReviewRatings1795910400000();
/** Updating one row takes milliseconds, unless it waits for a lock. */
const LOCK_TIMEOUT_MS = 3_000;

let database: TestDatabase;
let drives: OpenedDrives;
let runner: QueryRunner;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openDrives(database.url, fakePlaces());
  await drives.service.importDrives([importedDrive({ id: 'held' }), importedDrive({ id: 'written' })]);
  runner = drives.source.createQueryRunner();
});

afterAll(async () => {
  await runner?.release();
  await drives?.close();
  await database?.drop();
});

it('allows writes to drives while it builds and drops indexes', async () => {
  await migration.down(runner);
  let steps = 0;
  await migration.up(
    withEach(async (sql, run) => {
      if (!/^(create|drop) index/.test(sql)) return run();
      steps += 1;
      return writeBeside(run);
    }),
  );
  expect(steps).toBeGreaterThan(1);
});

it('can be repeated after a crash at each of its steps', async () => {
  const before = await schema();
  for (let survived = 0, isCrashed = true; isCrashed; survived += 1) {
    await migration.down(runner);
    let left = survived;
    const crashing = withEach((_, run) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('The process ended.')) : run();
    });
    isCrashed = await migration.up(crashing).then(
      () => false,
      () => true,
    );
    await migration.up(runner);
    expect(await schema()).toEqual(before);
  }
});

/** Returns the runner with each of its statements wrapped by `around`. */
function withEach(around: (sql: string, run: () => Promise<unknown>) => Promise<unknown>): QueryRunner {
  return new Proxy(runner, {
    get: (target, name, receiver) =>
      name === 'query'
        ? (sql: string) => around(sql, () => target.query(sql))
        : (Reflect.get(target, name, receiver) as unknown),
  });
}

/** Runs a step while an open write blocks it; another write must not wait for the step. */
async function writeBeside(run: () => Promise<unknown>): Promise<unknown> {
  const [holder, writer] = [drives.source.createQueryRunner(), drives.source.createQueryRunner()];
  try {
    await holder.startTransaction();
    await holder.query(`update drive set distance = distance + 1 where import_key = 'held'`);
    let isDone = false;
    const step = run().finally(() => (isDone = true));
    await waitUntil('the step to be under way', async () => isDone || (await lockWaiters(writer)) > 0);
    await writer.startTransaction();
    await writer.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await writer.query(`update drive set distance = distance + 1 where import_key = 'written'`);
    await writer.commitTransaction();
    await holder.commitTransaction();
    return await step;
  } finally {
    for (const each of [holder, writer]) {
      if (each.isTransactionActive) await each.rollbackTransaction();
      await each.release();
    }
  }
}

async function schema(): Promise<unknown> {
  const columns = `select column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_name = 'drive' and column_name ~ '^(review|rating)_' order by 1`;
  const indexes = `select indexrelid::regclass::text, pg_get_indexdef(indexrelid), indisvalid from pg_index
    where indrelid = 'drive'::regclass order by 1`;
  return [await drives.source.query(columns), await drives.source.query(indexes)];
}
