// Aim: the entities describe the schema that the migrations make, and reverting these leaves nothing behind.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import type { DataSource } from 'typeorm';
import { connectDrives, drivesSchema } from './schema.js';

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await connectDrives({ url: database.url });
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

describe('the schema', () => {
  it('from the migrations matches the entities', async () => {
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    // The schema of the next release may have more, but nothing less.
    const isMore = (query: string) =>
      Boolean(process.env['TEST_SCHEMA_DATABASE']) && / DROP (COLUMN|INDEX) /.test(query);
    expect(upQueries.map(({ query }) => query).filter((query) => !isMore(query))).toEqual([]);
  });

  it('is reverted without a trace', async () => {
    const runner = source.createQueryRunner();
    for (const Migration of drivesSchema.migrations.toReversed()) await new Migration().down(runner);
    await runner.release();
    const tables = `select tablename from pg_tables where schemaname = 'drives' and tablename <> 'migrations'`;
    expect(await source.query(tables)).toEqual([]);
  });
});
