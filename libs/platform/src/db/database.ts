import 'reflect-metadata';
import pg from 'pg';
import { DataSource, type EntitySchema, type MigrationInterface } from 'typeorm';
import { acquireStartLock, bootstrapService, roleOf } from './bootstrap.js';
import { listenToErrors, openConnection } from './connection.js';
import { POOL_IDLE_MIN, POOL_IDLE_MS, POOL_SIZES } from './pool-sizes.js';
import { requireUpToDate } from './schema-state.js';
import { traceStatements } from './trace-statements.js';

const DEFAULT_CONNECT_TIMEOUT_MS = 5_000;
const DEFAULT_STATEMENT_TIMEOUT_MS = 10_000;
/** Releases the locks of a transaction that was left open by a bug or a lost caller. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;

export interface DatabaseSettings {
  /** URL of the database, for an account that may create schemas and roles in it. */
  url: string;
  /** Maximum number of connections; overrides `POOL_SIZES`. */
  poolSize?: number;
  connectTimeoutMs?: number;
  /** 0 means none. Migrations always run without a timeout. */
  statementTimeoutMs?: number;
  /** Whether to migrate the schema, which is the default. If false, an outdated schema is rejected. */
  migrate?: boolean;
}

export interface ServiceModel {
  entities: (new () => object)[] | EntitySchema[];
  /** In execution order; class names end in a timestamp, as TypeORM requires. */
  migrations: (new () => MigrationInterface)[];
  /** Additional schemas owned by the role, for an engine that creates its own tables. */
  furtherSchemas?: readonly string[];
  /** Parts of the schema that change without a migration, such as the columns of an index that rebuilds itself. */
  fields?: readonly string[];
}

/**
 * Migrates a service's schema, then connects to it as the service's own role, which can access nothing else. Any number
 * of processes may start concurrently: one migrates, the rest wait for it.
 * @param service lower-case name; also the name of the schema. The role is `switchback_<service>`.
 * @throws Error if the database is unreachable, the account lacks rights, or a migration fails (and is rolled back).
 * @throws SchemaBehind if the schema is outdated and the settings disable migrations.
 */
export async function connectService(
  settings: DatabaseSettings,
  service: string,
  model: ServiceModel,
): Promise<DataSource> {
  await prepareService(settings, service, model);
  const options = { ...connectionOptions(settings, service), entities: model.entities };
  const source = await new DataSource(options).initialize();
  listenToErrors((source.driver as unknown as { master: pg.Pool }).master, () => undefined);
  traceStatements(source, service);
  return source;
}

/**
 * Same as {@link connectService}, for a service whose engine talks to PostgreSQL directly: returns plain connections,
 * with the service's role.
 * @param onError called when a connection is lost.
 */
export async function connectPool(
  settings: DatabaseSettings,
  service: string,
  model: Pick<ServiceModel, 'migrations' | 'furtherSchemas'>,
  onError: (error: Error) => void,
): Promise<pg.Pool> {
  await prepareService(settings, service, model);
  const statementTimeoutMs = settings.statementTimeoutMs ?? DEFAULT_STATEMENT_TIMEOUT_MS;
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.poolSize ?? POOL_SIZES.service,
    min: POOL_IDLE_MIN,
    idleTimeoutMillis: POOL_IDLE_MS,
    connectionTimeoutMillis: settings.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS,
    application_name: service,
    // The server-side timeout never fires if the server is gone.
    query_timeout: statementTimeoutMs,
    ...serviceSession(service, statementTimeoutMs),
  });
  listenToErrors(pool, onError);
  return pool;
}

async function prepareService(
  settings: DatabaseSettings,
  service: string,
  { migrations, furtherSchemas = [] }: Pick<ServiceModel, 'migrations' | 'furtherSchemas'>,
): Promise<void> {
  const admin = await openConnection({
    connectionString: settings.url,
    connectionTimeoutMillis: settings.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS,
    application_name: `${service} start`,
  });
  try {
    if (settings.migrate === false) {
      await requireUpToDate(admin, service, migrations);
    } else {
      await acquireStartLock(admin);
      await bootstrapService(admin, service, furtherSchemas);
      await migrate(settings, service, migrations);
    }
  } finally {
    await admin.end();
  }
}

/** Runs the migrations on a separate connection without a statement timeout: they may take longer than any request. */
async function migrate(
  settings: DatabaseSettings,
  service: string,
  migrations: ServiceModel['migrations'],
): Promise<void> {
  const options = connectionOptions({ ...settings, poolSize: 1, statementTimeoutMs: 0 }, service);
  const source = await new DataSource({ ...options, migrations }).initialize();
  try {
    await source.runMigrations({ transaction: 'each' });
  } finally {
    await source.destroy();
  }
}

function connectionOptions(settings: DatabaseSettings, service: string) {
  return {
    type: 'postgres' as const,
    url: settings.url,
    schema: service,
    installExtensions: false,
    applicationName: service,
    poolSize: settings.poolSize ?? POOL_SIZES.service,
    connectTimeoutMS: settings.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS,
    extra: {
      ...serviceSession(service, settings.statementTimeoutMs ?? DEFAULT_STATEMENT_TIMEOUT_MS),
      min: POOL_IDLE_MIN,
      idleTimeoutMillis: POOL_IDLE_MS,
    },
  };
}

/** Connection settings for `pg` that select the role and schema of a service. */
export function serviceSession(service: string, statementTimeoutMs: number): pg.ClientConfig {
  return {
    options: `-c role=${roleOf(service)} -c search_path=${service},public`,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
  };
}
