import { systemClock } from '../clock.js';
import { openConnection } from './connection.js';

const TIMEOUT_MS = 4_000;

/** Health of a PostgreSQL server, as one connection sees it. */
export interface DatabaseHealth {
  version: string;
  /** Round trip of one query. */
  latencyMs: number;
  bytes: number;
  connections: number;
  maxConnections: number;
  /** Whether completed segments of the log are archived, and since when archiving has been failing, if it has. */
  archive: { isOn: boolean; failingSince: Date | undefined };
}

/** @throws Error if the server is unreachable or does not respond within seconds. */
export async function examineDatabase(url: string): Promise<DatabaseHealth> {
  const client = await openConnection({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'doctor',
  });
  try {
    const began = systemClock.monotonicMs();
    await client.query('select 1');
    const latencyMs = systemClock.monotonicMs() - began;
    const { rows } = await client.query<Row>(
      `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
         (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as connections,
         current_setting('max_connections')::int as max_connections,
         current_setting('archive_mode') <> 'off' as is_archiving,
         (select last_failed_time from pg_stat_archiver
          where last_failed_time > coalesce(last_archived_time, '-infinity')) as failing_since`,
    );
    const row = rows[0]!;
    return {
      version: row.version,
      latencyMs,
      bytes: Number(row.bytes),
      connections: row.connections,
      maxConnections: row.max_connections,
      archive: { isOn: row.is_archiving, failingSince: row.failing_since ?? undefined },
    };
  } finally {
    await client.end();
  }
}

interface Row {
  version: string;
  bytes: string;
  connections: number;
  max_connections: number;
  is_archiving: boolean;
  failing_since: Date | null;
}
