import { randomIds } from '@switchback/platform/ids';

/** The Elasticsearch tests may use, from the environment; empty where it names none. */
export const ELASTICSEARCH_URL = process.env['ELASTICSEARCH_URL'] ?? '';

/** For the title of a suite that needs Elasticsearch. */
export const WITHOUT_ELASTICSEARCH = 'skipped: ELASTICSEARCH_URL names no engine';

/** Names nobody else uses, so that a cluster can be shared. */
export function freshIndexPrefix(): string {
  return `test-${randomIds.uuid()}-`;
}

/** The indexes with this prefix, by name. */
export async function listIndexes(prefix: string): Promise<string[]> {
  return Object.keys((await ask('GET', `${prefix}*/_alias`)) as Record<string, unknown>).sort();
}

/** Makes an index without anything in it. */
export async function putIndex(name: string): Promise<void> {
  await ask('PUT', name);
}

/** Deletes them as an operator would, whoever uses them. */
export async function dropIndexes(prefix: string): Promise<void> {
  const names = await listIndexes(prefix);
  if (names.length > 0) await ask('DELETE', names.join(','));
}

/** Makes what was written findable at once. */
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
