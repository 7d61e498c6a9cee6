import { randomIds } from '@switchback/platform/ids';

/** URL of the Elasticsearch for tests, from the environment; empty if there is none. */
export const ELASTICSEARCH_URL = process.env['ELASTICSEARCH_URL'] ?? '';

/** Title of a skipped suite that needs Elasticsearch. */
export const WITHOUT_ELASTICSEARCH = 'skipped: ELASTICSEARCH_URL names no engine';

/** Returns a unique prefix, so that a cluster can be shared. */
export function freshIndexPrefix(): string {
  return `test-${randomIds.uuid()}-`;
}

/** Returns the names of the indexes with this prefix. */
export async function listIndexes(prefix: string): Promise<string[]> {
  return Object.keys((await ask('GET', `${prefix}*/_alias`)) as Record<string, unknown>).sort();
}

/** Creates an empty index. */
export async function putIndex(name: string): Promise<void> {
  await ask('PUT', name);
}

/** Deletes the indexes with this prefix, as an operator would, even if in use. */
export async function dropIndexes(prefix: string): Promise<void> {
  const names = await listIndexes(prefix);
  if (names.length > 0) await ask('DELETE', names.join(','));
}

/** Makes written documents searchable immediately. */
export async function refreshIndexes(prefix: string): Promise<void> {
  await ask('POST', `${prefix}*/_refresh`);
}

async function ask(method: string, path: string): Promise<unknown> {
  const { username, password, origin } = new URL(ELASTICSEARCH_URL);
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const headers: Record<string, string> = username === '' ? {} : { authorization: `Basic ${login}` };
  const answer = await fetch(`${origin}/${path}`, { method, headers, signal: AbortSignal.timeout(10_000) });
  if (!answer.ok)
    throw new Error(`Elasticsearch answered ${answer.status} to ${method} ${path}: ${await answer.text()}`);
  return answer.json();
}
