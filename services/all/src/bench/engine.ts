import { randomIds } from '@switchback/platform/ids';
import { clearEngines } from '@switchback/testing/clear-engines';
import type { ProcessSettings } from './processes.js';

const TIMEOUT_MS = 60_000;

/** Which goals say something of an index in Elasticsearch; the others measure PostgreSQL, or what no index has a part in. */
export const ELASTICSEARCH_GOALS: ReadonlySet<string> = new Set(['P3', 'P4', 'P5', 'P6', 'P7', 'P8', 'P10']);

/** What a process has to be told to use all four engines. */
const NEEDED = ['KAFKA_BROKERS', 'ELASTICSEARCH_URL', 'S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'REDIS_URL'];

/** An Elasticsearch asked directly. */
export interface BenchElasticsearch {
  /** @throws Error unless it answers well. */
  ask: (method: string, path: string, lines?: readonly string[]) => Promise<unknown>;
  /** Makes what was written findable at once. */
  refresh: () => Promise<void>;
}

/** What is measured beside PostgreSQL, with names nobody else uses. */
export interface BenchEngines {
  /** What a product is told of them. */
  settings: ProcessSettings;
  /** Null where the index is kept in PostgreSQL. */
  elasticsearch: BenchElasticsearch | null;
  /** Takes away what was made there. */
  clear: () => Promise<void>;
}

export const NO_ENGINES: BenchEngines = { settings: {}, elasticsearch: null, clear: () => Promise.resolve() };

/** The Elasticsearch the environment names; nothing where the index is kept in PostgreSQL. */
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

/** All four. @throws Error naming what the environment lacks. */
export function allEngines(): BenchEngines {
  const missing = NEEDED.filter((name) => !process.env[name]);
  if (missing.length > 0) throw new Error(`The engines are not all named: ${missing.join(', ')}.`);
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
      ...{ method, headers, ...body },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  return { ask, refresh: async () => void (await ask('POST', '*/_refresh')) };
}
