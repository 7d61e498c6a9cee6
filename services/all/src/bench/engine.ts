import { randomIds } from '@switchback/platform/ids';
import { loadSettings } from '@switchback/platform/config/settings';
import type { IndexSettings } from '@switchback/search/open-index';

const TIMEOUT_MS = 60_000;

/** Which goals say something of an index in Elasticsearch; the others measure PostgreSQL, or what no index has a part in. */
export const ELASTICSEARCH_GOALS: ReadonlySet<string> = new Set(['P3', 'P4', 'P5', 'P6', 'P7', 'P8', 'P10']);

/** An Elasticsearch to measure, with names nobody else uses. */
export interface BenchEngine {
  /** What the product is started with. */
  environment: Record<string, string>;
  settings: IndexSettings;
  /** @throws Error unless it answers well. */
  ask: (method: string, path: string, lines?: readonly string[]) => Promise<unknown>;
  /** Makes what was written findable at once. */
  refresh: () => Promise<void>;
  /** Deletes every index that was made. */
  clear: () => Promise<void>;
}

/** The Elasticsearch the environment names; null where the index is kept in PostgreSQL. */
export function benchEngine(): BenchEngine | null {
  const url = process.env['ELASTICSEARCH_URL'];
  if (!url) return null;
  const prefix = `bench-${randomIds.uuid()}-`;
  const environment = { ELASTICSEARCH_URL: url, ELASTICSEARCH_PREFIX: prefix, ELASTICSEARCH_REPLICAS: '0' };
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
  return {
    environment,
    settings: loadSettings(environment),
    ask,
    refresh: async () => void (await ask('POST', '*/_refresh')),
    clear: async () => {
      const names = Object.keys((await ask('GET', '*/_alias')) as object);
      for (const name of names) await ask('DELETE', name.slice(prefix.length));
    },
  };
}
