// Aim: during a rollout and after a rollback, the previous release writes rows without the columns that are newer than
// it: every table, of the services, the bus and the index, accepts them.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { PostgresBus } from '@switchback/platform/events/postgres-bus';
import { GraphileJobs } from '@switchback/platform/jobs/graphile/graphile-jobs';
import { connectSearch, openPostgresIndex } from '@switchback/search/open-index';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { readFileSync } from 'node:fs';
import { DataSource, type QueryRunner } from 'typeorm';
import { schemas } from './schemas.js';

const NOT_NULL_VIOLATION = '23502';
const { columns: PREVIOUS } = JSON.parse(readFileSync(new URL('./previous-columns.json', import.meta.url), 'utf8')) as {
  columns: Record<string, string[]>;
};
/** The index's tables as they were before drives were found by the names of places. */
const BEFORE_PLACE_WORDS = PREVIOUS['search.drive_text']!.filter((name) => name !== 'place_words');

let database: TestDatabase;
let source: DataSource;
let client: QueryRunner;

beforeAll(async () => {
  database = await createTestDatabase();
  const settings = { url: database.url };
  for (const connect of Object.values(schemas)) await (await connect(settings)).destroy();
  await (await PostgresBus.connect(settings)).stop();
  await (await GraphileJobs.open(settings)).stop();
  source = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  client = source.createQueryRunner();
});
afterAll(async () => {
  await client.release();
  await source.destroy();
  await database.drop();
});

/** Returns an expression for some value of each column, by its type. */
async function valuesOf(table: string, names: readonly string[]): Promise<string[]> {
  const rows = (await client.query(
    `select attname as name, atttypid::regtype::text as type, attidentity <> '' or attgenerated <> '' as "isGenerated"
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  )) as { name: string; type: string; isGenerated: boolean }[];
  const found = new Map(rows.map((row) => [row.name, row]));
  return names.map((name) => {
    const column = found.get(name);
    if (!column) throw new Error(`${table} has no ${name}, which the previous release writes.`);
    return column.isGenerated ? 'default' : valueOf(column.type);
  });
}

function valueOf(type: string): string {
  if (type.endsWith('[]')) return `'{}'::${type}`;
  if (/^(integer|bigint|smallint|double precision|numeric|real)/.test(type)) return '0';
  if (type.startsWith('timestamp') || type === 'date') return 'now()';
  const texts: Record<string, string> = {
    boolean: 'false',
    json: '{}',
    jsonb: '{}',
    uuid: '00000000-0000-0000-0000-000000000000',
    box: '(1,1),(0,0)',
    point: '(0,0)',
    path: '[(0,0),(1,1)]',
    cube: '(0,0,0)',
    interval: '0',
  };
  return `'${texts[type] ?? ''}'::${type}`;
}

/** Writes a row with these columns; returns the violation of a column that is required in addition, if any. */
async function write(table: string, names: readonly string[]): Promise<string | undefined> {
  const values = await valuesOf(table, names);
  await client.startTransaction();
  try {
    await client.query(`insert into ${table} (${names.map((name) => `"${name}"`).join()}) values (${values.join()})`);
    return undefined;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    // PostgreSQL checks for missing values first; whether these values suit the other constraints does not matter.
    if (code === NOT_NULL_VIOLATION) return message;
    if (code?.startsWith('23')) return undefined;
    throw error;
  } finally {
    await client.rollbackTransaction();
  }
}

it.each(Object.entries(PREVIOUS))('%s accepts a row of the previous release', async (table, names) => {
  expect(await write(table, names)).toBeUndefined();
});

it('an index of an older build accepts rows without place words after the upgrade, and so does a rebuilt one', async () => {
  const search = await connectSearch({ url: database.url });
  try {
    expect(await write('search.drive_text', BEFORE_PLACE_WORDS)).toBeUndefined();
    await (await openPostgresIndex(search, systemClock)).rebuild((async function* () {})());
    expect(await write('search.drive_text', BEFORE_PLACE_WORDS)).toBeUndefined();
    // As a release without defaults built it.
    await search.query('alter table drive_text alter column place_words drop default');
    expect(await write('search.drive_text', BEFORE_PLACE_WORDS)).toMatch(/place_words/);
    const { AddDefaults1796774400000: Migration } =
      await import('@switchback/search/migrations/1796774400000-add-defaults');
    const runner = search.createQueryRunner();
    await new Migration().up(runner);
    await runner.release();
    expect(await write('search.drive_text', BEFORE_PLACE_WORDS)).toBeUndefined();
  } finally {
    await search.destroy();
  }
});
