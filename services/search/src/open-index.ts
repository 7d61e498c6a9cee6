import type { Clock } from '@switchback/platform/clock';
import type { Settings } from '@switchback/platform/config/settings';
import { connectService, type DatabaseSettings, type ServiceModel } from '@switchback/platform/db/database';
import type { DataSource } from 'typeorm';
import { PostgresIndex, type PostgresIndexOptions } from './index/postgres/postgres-index.js';
import { FIELDS } from './index/postgres/schema.js';
import { Database } from './index/postgres/sql.js';
import type { SearchIndex } from './index/search-index.js';
import { MIGRATIONS } from './migrations/all.js';

const DEFAULTS = { prefix: 'switchback-', shards: 1, replicas: 1, refreshMs: 200 };

export type IndexSettings = Pick<Settings, Extract<keyof Settings, `ELASTICSEARCH_${string}`>>;

export interface IndexDependencies {
  /** Called if the index is in PostgreSQL. */
  database: () => Promise<DatabaseSettings>;
  clock: Clock;
  /** Called with failures that no answer reports. */
  onError?: (error: unknown) => void;
}

/** An index with its connections. */
export interface OpenedIndex {
  index: SearchIndex;
  /** The service's connections if the index is in PostgreSQL. */
  source: DataSource | null;
  close: () => Promise<void>;
}

/**
 * Opens the search index chosen by the settings: Elasticsearch if they name one, which may be unavailable; else
 * PostgreSQL, whose schema is migrated.
 */
export async function openIndex(settings: IndexSettings, deps: IndexDependencies): Promise<OpenedIndex> {
  const { clock, onError = () => undefined } = deps;
  const { ELASTICSEARCH_URL: url, ELASTICSEARCH_API_KEY: apiKey } = settings;
  if (url === undefined) {
    const source = await connectSearch(await deps.database());
    const index = await openPostgresIndex(source, clock, { onError });
    return { index, source, close: () => source.destroy() };
  }
  const { ElasticsearchIndex } = await import('./index/elasticsearch/elasticsearch-index.js');
  const index = new ElasticsearchIndex({
    url,
    apiKey,
    clock,
    onError,
    prefix: settings.ELASTICSEARCH_PREFIX ?? DEFAULTS.prefix,
    shards: settings.ELASTICSEARCH_SHARDS ?? DEFAULTS.shards,
    replicas: settings.ELASTICSEARCH_REPLICAS ?? DEFAULTS.replicas,
    refreshMs: settings.ELASTICSEARCH_REFRESH_MS ?? DEFAULTS.refreshMs,
  });
  return { index, source: null, close: () => index.close() };
}

export const searchSchema: ServiceModel = { entities: [], migrations: MIGRATIONS, fields: FIELDS };

/** Connects to the service's own schema and migrates it. The caller must `destroy` it. */
export function connectSearch(database: DatabaseSettings): Promise<DataSource> {
  return connectService(database, 'search', searchSchema);
}

export function openPostgresIndex(
  source: DataSource,
  clock: Clock,
  options?: PostgresIndexOptions,
): Promise<PostgresIndex> {
  return PostgresIndex.open(new Database(source), clock, options);
}
