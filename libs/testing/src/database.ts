import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrapService } from '@switchback/platform/db/bootstrap';
import { type EmbeddedPostgres, joinOrStart } from '@switchback/platform/db/embedded-postgres';
import pg from 'pg';

const CONNECT_TIMEOUT_MS = 30_000;
const DISCONNECT_TIMEOUT_MS = 5_000;
const NAME_CHARS = 12;
const MEMORY_FOLDER = '/dev/shm';
/** At most what the databases of a run take together. */
const DATABASES_BYTES_MAX = 4e9;

export interface TestDatabase {
  url: string;
  /** Terminates every connection to it, as an administrator or a restart does; resolves once they are closed. */
  disconnectAll(): Promise<void>;
  /** Sets the time zone of new connections, such as `America/New_York`. */
  setTimeZone(zone: string): Promise<void>;
  /** Sets the time of `now()` and `clock_timestamp()` in it; the time advances from there. */
  setClock(at: Date): Promise<void>;
  /** Drops it, even with open connections. */
  drop(): Promise<void>;
}

/** A prepared state that test databases copy, in about 50 ms whatever its size. */
export interface DatabaseTemplate {
  /** Identifies the state: each key is prepared once per run, by the first spec that needs it. */
  key: string;
  /** Fills an empty database that has the extensions; must close its connections. */
  prepare(url: string): Promise<void>;
}

const BARE: DatabaseTemplate = {
  key: 'bare',
  prepare: (url) => withClient(url, (client) => bootstrapService(client, 'bus')),
};

/**
 * Creates a database for one spec, on the server at `TEST_DATABASE_URL`, or else on one embedded server shared by all
 * specs of this checkout, which is not durable and stops within a second after the last process that used it.
 * `ownServer`, the URL of the caller's own server, overrides both.
 */
export async function createTestDatabase(template: DatabaseTemplate = BARE, ownServer?: string): Promise<TestDatabase> {
  const server = ownServer ?? (await testServerUrl());
  return withClient(server, async (admin) => {
    const run = await runName(admin);
    const name = `test_${run}_${randomUUID().slice(0, NAME_CHARS).replaceAll('-', '')}`;
    const source = await ensureTemplate(admin, server, run, template);
    await admin.query(`create database ${name} template ${source} strategy file_copy`);
    return {
      url: databaseUrl(server, name),
      disconnectAll: () =>
        withClient(server, async (client) => {
          await client.query('select pg_terminate_backend(pid, $2) from pg_stat_activity where datname = $1', [
            name,
            DISCONNECT_TIMEOUT_MS,
          ]);
        }),
      setTimeZone: (zone) =>
        withClient(server, async (client) => {
          await client.query(`alter database ${name} set timezone = '${zone}'`);
        }),
      setClock: (at) => withClient(databaseUrl(server, name), (client) => setClock(client, at)),
      drop: () =>
        withClient(server, async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
    };
  });
}

/** Overrides the clock functions, of which each database has its own copy, built-in ones included. */
async function setClock(client: pg.Client, at: Date): Promise<void> {
  const { rows } = await client.query<{ seconds: number }>(
    'select extract(epoch from $1::timestamptz - transaction_timestamp())::float8 as seconds',
    [at],
  );
  const ahead = `make_interval(secs => ${rows[0]!.seconds})`;
  await client.query(
    `create or replace function pg_catalog.now() returns timestamptz language sql stable
       as 'select transaction_timestamp() + ${ahead}';
     create or replace function pg_catalog.unmoved_clock_timestamp() returns timestamptz language internal volatile
       as 'clock_timestamp';
     create or replace function pg_catalog.clock_timestamp() returns timestamptz language sql volatile
       as 'select unmoved_clock_timestamp() + ${ahead}'`,
  );
}

/** Joined once: each user of the server has a guardian process. */
let shared: Promise<EmbeddedPostgres> | undefined;

async function testServerUrl(): Promise<string> {
  const input = process.env['TEST_DATABASE_URL'];
  if (input) return input;
  shared ??= joinSharedServer();
  try {
    return (await shared).url;
  } catch (error) {
    // The next spec tries again.
    shared = undefined;
    throw error;
  }
}

function joinSharedServer(): Promise<EmbeddedPostgres> {
  const checkout = createHash('sha256')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, NAME_CHARS);
  const dataDir = join(memoryFolder() ?? tmpdir(), `switchback-test-${process.getuid?.() ?? 0}-${checkout}`);
  // Mode: other accounts may pass through (such as the server's) but not list; a folder of another user is refused.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  if (process.getuid && statSync(dataDir).uid !== process.getuid())
    throw new Error(`${dataDir} belongs to another user.`);
  // Not stopped here: other specs of the run keep using it, and it stops by itself after the last of them.
  return joinOrStart({ dataDir, durable: false });
}

/**
 * The file system in memory, if this one has it and it has room: a test database is hundreds of small files, whose
 * creation and removal on a disk took a tenth of the processor time of all specs.
 */
function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize > DATABASES_BYTES_MAX ? MEMORY_FOLDER : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a name for this run of the server, and drops the databases of earlier runs. */
async function runName(admin: pg.Client): Promise<string> {
  const { rows } = await admin.query<{ run: string }>(
    `select to_hex((extract(epoch from pg_postmaster_start_time()) * 1000)::bigint) as run`,
  );
  const run = rows[0]?.run ?? '';
  if (process.env['TEST_DATABASE_URL']) return run;
  const left = await admin.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ '^(test|template)_[0-9a-f]+_' and datname !~ $1`,
    [`^(test|template)_${run}_`],
  );
  for (const { name } of left.rows) await admin.query(`drop database if exists ${name} with (force)`);
  return run;
}

async function ensureTemplate(
  admin: pg.Client,
  server: string,
  run: string,
  template: DatabaseTemplate,
): Promise<string> {
  const name = `template_${run}_${createHash('sha256').update(template.key).digest('hex').slice(0, NAME_CHARS)}`;
  await admin.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return name;
    const draft = `${name}_draft`;
    await admin.query(`drop database if exists ${draft} with (force)`);
    if (template === BARE) await admin.query(`create database ${draft}${ofNextRelease()}`);
    else
      await admin.query(
        `create database ${draft} template ${await ensureTemplate(admin, server, run, BARE)} strategy file_copy`,
      );
    await template.prepare(databaseUrl(server, draft));
    await admin.query(`alter database ${draft} rename to ${name}`);
    return name;
  } finally {
    await admin.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]);
  }
}

/**
 * Returns the template of every database if `TEST_SCHEMA_DATABASE` names one on the server: a release's suites then run
 * on the schema of the following release (tools/previous-suite.mjs).
 */
function ofNextRelease(): string {
  const name = process.env['TEST_SCHEMA_DATABASE'];
  return name ? ` template ${pg.escapeIdentifier(name)}` : '';
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
