import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DatabaseSettings, ServiceModel } from '@switchback/platform/db/database';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from './database.js';

/** Suite for the schema of a service: its entities describe it, and reverting its migrations leaves nothing behind. */
export function schemaConformance(
  service: string,
  { migrations }: ServiceModel,
  connect: (settings: DatabaseSettings) => Promise<DataSource>,
): void {
  describe(`the schema of ${service}`, () => {
    let database: TestDatabase;
    let source: DataSource;

    beforeAll(async () => {
      database = await createTestDatabase();
      source = await connect({ url: database.url });
    });
    afterAll(async () => {
      await source.destroy();
      await database.drop();
    });

    it('from the migrations matches the entities', async () => {
      const { upQueries } = await source.driver.createSchemaBuilder().log();
      // The schema of the next release may have more, but nothing less.
      const isMore = (query: string) =>
        Boolean(process.env['TEST_SCHEMA_DATABASE']) && / DROP (COLUMN|INDEX) /.test(query);
      expect(upQueries.map(({ query }) => query).filter((query) => !isMore(query))).toEqual([]);
    });

    it('is reverted without a trace', async () => {
      const runner = source.createQueryRunner();
      for (const Migration of migrations.toReversed()) await new Migration().down(runner);
      await runner.release();
      const left = `select tablename as name from pg_tables where schemaname = $1 and tablename <> 'migrations'
        union all select proname from pg_proc where pronamespace = $1::regnamespace`;
      expect(await source.query(left, [service])).toEqual([]);
    });
  });
}
