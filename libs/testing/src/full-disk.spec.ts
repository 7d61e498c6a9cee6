// Aim: a transaction that PostgreSQL aborts for lack of disk space is answered with 507, on reads and writes.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectService } from '@switchback/platform/db/database';
import { toRefusal } from '@switchback/platform/errors';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from './database.js';

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await connectService({ url: database.url }, 'cramped', { entities: [], migrations: [] });
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

it('a full disk of the database is storageFull, and other exhausted resources are unavailable', async () => {
  const refusal = async (code: string) => {
    const raise = `do $$ begin raise exception 'could not extend file' using errcode = '${code}'; end $$`;
    const failure: unknown = await source.transaction((manager) => manager.query(raise)).catch((e: unknown) => e);
    return toRefusal(failure).toApiError('r').type;
  };
  expect([await refusal('53100'), await refusal('53300')]).toEqual([507, 503]);
});
