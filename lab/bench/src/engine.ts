import { randomIds } from '@switchback/platform/ids';
import { clearEngines } from '@switchback/testing/clear-engines';
import type { Catalogue } from './catalogue.js';
import { type RunningServer, startApart, startProduct } from './processes.js';
import type { ProcessSettings } from './program.js';

const TIMEOUT_MS = 60_000;

/** Goals that name an index in Elasticsearch, and those that name all processes. Other goals measure PostgreSQL. */
const ELASTICSEARCH_GOALS: ReadonlySet<string> = new Set(['P3', 'P4', 'P5', 'P6', 'P7', 'P8', 'P10']);
const ENGINES_GOALS: ReadonlySet<string> = new Set(['P8', 'P10', 'P13', 'P14']);

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

/** What to measure a product on. */
interface Ground {
  /** Goals that apply to it; null for all. */
  goals: ReadonlySet<string> | null;
  engines: () => BenchEngines;
  start: (catalogue: Catalogue) => Promise<RunningServer>;
}

/**
 * Returns the ground that the environment selects: separate processes on all engines, one process with its index in
 * Elasticsearch, or one process on PostgreSQL alone.
 */
export function groundOf(isOnEngines: boolean): Ground {
  const start = ({ url, engines }: Catalogue) => startProduct(url, engines.settings);
  const url = process.env['ELASTICSEARCH_URL'];
  if (isOnEngines) {
    const startOn = (catalogue: Catalogue) => startApart(catalogue.url, catalogue.engines.settings);
    return { goals: ENGINES_GOALS, engines: allEngines, start: startOn };
  }
  if (url) return { goals: ELASTICSEARCH_GOALS, engines: () => enginesOf({}, url, freshPrefix()), start };
  return { goals: null, engines: () => ({ settings: {}, elasticsearch: null, clear: () => Promise.resolve() }), start };
}

/** Returns all four engines. @throws Error listing the settings missing from the environment. */
function allEngines(): BenchEngines {
  const missing = NEEDED.filter((name) => !process.env[name]);
  if (missing.length > 0) throw new Error(`These engines are not configured: ${missing.join(', ')}.`);
  const own = freshPrefix();
  const { ELASTICSEARCH_URL: url = '', S3_REGION: region = 'us-east-1' } = process.env;
  const input = Object.fromEntries(NEEDED.map((name) => [name, process.env[name]!]));
  const names = { KAFKA_PREFIX: `${own}.`, S3_REGION: region, S3_BUCKET: own, REDIS_PREFIX: own };
  return enginesOf({ ...input, ...names }, url, own);
}

function freshPrefix(): string {
  return `bench-${randomIds.uuid()}`;
}

function enginesOf(further: ProcessSettings, url: string, own: string): BenchEngines {
  const prefix = `${own}-`;
  const index = { ELASTICSEARCH_URL: url, ELASTICSEARCH_PREFIX: prefix, ELASTICSEARCH_REPLICAS: '0' };
  return {
    settings: { ...further, ...index },
    elasticsearch: openElasticsearch(url, prefix),
    clear: () => clearEngines(own),
  };
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
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(`${origin}/${prefix}${path}`, { method, headers, signal, ...body });
    if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  return { ask, refresh: async () => void (await ask('POST', '*/_refresh')) };
}
