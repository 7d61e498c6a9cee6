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
/** A transaction left open by a bug or a lost caller must not hold its locks for ever. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;

export interface DatabaseSettings {
  /** Of an account that may create schemas and roles in the database. */
  url: string;
  /** Connections at most, in place of those of `POOL_SIZES`. */
  poolSize?: number;
  connectTimeoutMs?: number;
  /** 0 means none. Migrations always run without. */
  statementTimeoutMs?: number;
  /** Whether schemas are brought up to date, as they are when left out; where not, one that is behind is refused. */
  migrate?: boolean;
}

export interface ServiceModel {
  entities: (new () => object)[] | EntitySchema[];
  /** In the order they are to run; class names end in a timestamp, as TypeORM asks. */
  migrations: (new () => MigrationInterface)[];
  /** Schemas the role owns besides, for an engine that makes its tables itself. */
  furtherSchemas?: readonly string[];
}

/**
 * Connects a service to a schema of its own, as a role of its own that can reach nothing else, after bringing the schema
 * up to date. Any number of processes may start at once: one migrates, the others wait for it.
 * @param service lower-case name; the schema is named so, the role `switchback_<service>`.
 * @throws Error when the database is out of reach, the account lacks rights, or a migration fails (which is rolled back).
 * @throws SchemaBehind when the schema is not up to date, and the settings say not to migrate it.
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
 * The same for a service whose engine speaks to PostgreSQL by itself: plain connections, as the service's role.
 * @param onError told of connections that were lost.
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
    // The server's limit says nothing when the server is gone.
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

/** Migrations get a connection of their own: they may take longer than any request may. */
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

/** The part of a `pg` connection's settings that puts it into the role and schema of a service. */
export function serviceSession(service: string, statementTimeoutMs: number): pg.ClientConfig {
  return {
    options: `-c role=${roleOf(service)} -c search_path=${service},public`,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
  };
}
