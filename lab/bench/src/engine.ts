import { randomIds } from '@switchback/platform/ids';
import { clearEngines } from '@switchback/testing/clear-engines';
import type { ProcessSettings } from './processes.js';

const TIMEOUT_MS = 60_000;

/** Goals that also apply to an index in Elasticsearch. Every other goal measures PostgreSQL or involves no index. */
export const ELASTICSEARCH_GOALS: ReadonlySet<string> = new Set(['P3', 'P4', 'P5', 'P6', 'P7', 'P8', 'P10']);

/** Settings that a process needs to use all four engines. */
const NEEDED = ['KAFKA_BROKERS', 'ELASTICSEARCH_URL', 'S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'REDIS_URL'];

/** Direct access to an Elasticsearch cluster. */
export interface BenchElasticsearch {
  /** @throws Error on an error status. */
  ask: (method: string, path: string, lines?: readonly string[]) => Promise<unknown>;
  /** Makes all writes searchable immediately. */
  refresh: () => Promise<void>;
}

/** The engines measured alongside PostgreSQL, under unique names. */
export interface BenchEngines {
  /** Settings that point a product at these engines. */
  settings: ProcessSettings;
  /** Null if the index is in PostgreSQL. */
  elasticsearch: BenchElasticsearch | null;
  /** Deletes everything created in these engines. */
  clear: () => Promise<void>;
}

export const NO_ENGINES: BenchEngines = { settings: {}, elasticsearch: null, clear: () => Promise.resolve() };

/** Returns the Elasticsearch named in the environment, or no engines if the index is in PostgreSQL. */
export function indexEngine(): BenchEngines {
  const url = process.env['ELASTICSEARCH_URL'];
  if (!url) return NO_ENGINES;
  const prefix = freshPrefix();
  return {
    settings: indexSettings(url, prefix),
    elasticsearch: openElasticsearch(url, prefix),
    clear: () => clearEngines(prefix),
  };
}

/** Returns all four engines. @throws Error listing the settings missing from the environment. */
export function allEngines(): BenchEngines {
  const missing = NEEDED.filter((name) => !process.env[name]);
  if (missing.length > 0) throw new Error(`These engines are not configured: ${missing.join(', ')}.`);
  const own = freshPrefix();
  const { ELASTICSEARCH_URL: url = '', S3_REGION: region = 'us-east-1' } = process.env;
  const given = Object.fromEntries(NEEDED.map((name) => [name, process.env[name]!]));
  const names = { KAFKA_PREFIX: `${own}.`, S3_REGION: region, S3_BUCKET: own, REDIS_PREFIX: own };
  return {
    settings: { ...given, ...names, ...indexSettings(url, `${own}-`) },
    elasticsearch: openElasticsearch(url, `${own}-`),
    clear: () => clearEngines(own),
  };
}

function freshPrefix(): string {
  return `bench-${randomIds.uuid()}`;
}

function indexSettings(url: string, prefix: string): ProcessSettings {
  return { ELASTICSEARCH_URL: url, ELASTICSEARCH_PREFIX: prefix, ELASTICSEARCH_REPLICAS: '0' };
}

function openElasticsearch(url: string, prefix: string): BenchElasticsearch {
  const { username, password, origin } = new URL(url);
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const ask = async (method: string, path: string, lines: readonly string[] = []) => {
    const headers = {
      'content-type': lines.length > 1 ? 'application/x-ndjson' : 'application/json',
      ...(username !== '' && { authorization: `Basic ${login}` }),
    };
    const body = lines.length > 0 ? { body: `${lines.join('\n')}\n` } : {};
    const answer = await fetch(`${origin}/${prefix}${path}`, {
      method,
      headers,
      ...body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  return { ask, refresh: async () => void (await ask('POST', '*/_refresh')) };
}
