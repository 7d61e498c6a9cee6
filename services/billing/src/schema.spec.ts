// Aim: the entities describe the schema that the migrations make, and reverting these leaves nothing behind.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import type { DataSource } from 'typeorm';
import { connectBilling, billingSchema } from './schema.js';

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await connectBilling({ url: database.url });
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

describe('the schema', () => {
  it('that migrations make is the one the entities describe', async () => {
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    // The schema of the next release may have more, but nothing less.
    const isMore = (query: string) =>
      Boolean(process.env['TEST_SCHEMA_DATABASE']) && / DROP (COLUMN|INDEX) /.test(query);
    expect(upQueries.map(({ query }) => query).filter((query) => !isMore(query))).toEqual([]);
  });

  it('goes back down without a trace', async () => {
    const runner = source.createQueryRunner();
    for (const Migration of billingSchema.migrations.toReversed()) await new Migration().down(runner);
    await runner.release();
    const tables = `select tablename from pg_tables where schemaname = 'billing' and tablename <> 'migrations'`;
    expect(await source.query(tables)).toEqual([]);
  });
});
