import { Agent, request } from 'node:http';
import { isReady } from './program.js';

const POLL_MS = 100;
const REQUEST_TIMEOUT_MS = 10_000;

/** What was asked in a steady stream: of every kind one in turn. */
const ASKED = [
  { method: 'POST', path: '/api/drives/search?includeCount=true&fields=title' },
  { method: 'GET', path: '/api/drives/popular' },
  { method: 'GET', path: '/api/stats/drives' },
  { method: 'GET', path: '/api/drives/clusters?zoom=4' },
  { method: 'GET', path: '/' },
];

export interface LoadReport {
  sent: number;
  /** What went wrong, a line each. */
  failures: string[];
}

/**
 * Asks gateways as people behind a load balancer do: so many requests a second whatever becomes of them, over kept
 * connections, each to a gateway that said it was ready when it was last asked.
 *
 * @returns what ends the load and tells what became of it.
 */
export function startLoad(gateways: readonly string[], perSecond: number): () => Promise<LoadReport> {
  const agent = new Agent({ keepAlive: true });
  const report: LoadReport = { sent: 0, failures: [] };
  const pending = new Set<Promise<void>>();
  let ready: readonly string[] = gateways;
  const poll = setInterval(() => {
    void Promise.all(gateways.map(async (url) => ((await isReady(url)) ? [url] : []))).then((answers) => {
      ready = answers.flat();
    });
  }, POLL_MS);
  const send = setInterval(() => {
    const url = ready[report.sent % Math.max(1, ready.length)];
    const asked = ASKED[report.sent % ASKED.length]!;
    report.sent += 1;
    if (!url) return void report.failures.push('no gateway was ready');
    const answered = ask(agent, url, asked).then((failure) => {
      if (failure) report.failures.push(`${new Date().toISOString()} ${asked.method} ${url}${asked.path}: ${failure}`);
      pending.delete(answered);
    });
    pending.add(answered);
  }, 1_000 / perSecond);
  return async () => {
    clearInterval(send);
    clearInterval(poll);
    await Promise.all(pending);
    agent.destroy();
    return report;
  };
}

/** What went wrong with a request; nothing when it was answered with 200. */
function ask(agent: Agent, url: string, { method, path }: (typeof ASKED)[number]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const sent = request(url + path, { agent, method, timeout: REQUEST_TIMEOUT_MS }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => (body += text));
      answer.on('end', () => resolve(answer.statusCode === 200 ? undefined : `${answer.statusCode} ${body}`));
      answer.on('error', (error) => resolve(`broken off: ${error.message}`));
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end();
  });
}
