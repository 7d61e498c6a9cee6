// Aim: a connection that PostgreSQL terminates within a transaction, between two statements, fails only that
// transaction: the process survives, and the next transaction gets another connection.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import type { DataSource } from 'typeorm';
import { connectSearch } from '../../open-index.js';
import { Database } from './sql.js';

let [database, source]: [TestDatabase?, DataSource?] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  source = await connectSearch({ url: database.url, poolSize: 1 });
});
afterAll(async () => {
  await source?.destroy();
  await database?.drop();
});

it('survives a connection that breaks between two statements', async () => {
  const sql = new Database(source!);
  const broken = sql.transaction(async (transaction) => {
    await transaction.query('select 1');
    await database!.disconnectAll();
    await transaction.query('select 2');
  });
  await expect(broken).rejects.toThrow(/terminat|not queryable/);
  expect(await sql.transaction((transaction) => transaction.query('select 1 as one'))).toEqual([{ one: 1 }]);
});
