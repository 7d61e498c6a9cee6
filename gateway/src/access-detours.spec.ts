// Aim: no alternative spelling of a path, no other method and no header bypasses the guard of a call (CVE-2026-22595).
import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Endpoint } from '@switchback/contracts/endpoints/endpoint';
import { type Asker, expectedStatus, rowOf } from './testing/access.table.js';
import { ENDPOINTS } from '@switchback/contracts/endpoints/all';
import { asking, populate } from './testing/askers.js';
import { openGateway } from './testing/open-gateway.js';
import { requestOf, SAMPLE_CALLS } from './testing/sample-calls.js';
import { watchServices } from './testing/watched-services.js';

const opened = await openGateway();
const { gateway, users, storage, close } = opened;
const received = () => reached.map(({ method }) => method).join();
const agent = new Agent({ keepAlive: true });
const reached = watchServices(opened);
let port = 0;

beforeAll(async () => {
  await (await storage()).put(users.exported.key, [Buffer.from('PK')], { contentType: 'application/zip', maxBytes: 2 });
  port = await gateway.listen(0, '127.0.0.1');
});
beforeEach(() => populate(opened));
afterAll(async () => {
  agent.destroy();
  await close();
});

interface Raw {
  method: string;
  /** Sent verbatim: nothing normalizes dots or slashes. */
  path: string;
  token: string | null;
  body?: object | undefined;
  headers?: Record<string, string>;
}

interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a request over a real connection. */
function sendRaw({ method, path, token, body, headers: given = {} }: Raw): Promise<RawAnswer> {
  const headers: Record<string, string> = { ...given };
  if (token !== null) headers.authorization = `Bearer ${token}`;
  const payload = body && JSON.stringify(body);
  if (payload !== undefined)
    Object.assign(headers, {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(payload)),
    });
  return new Promise((resolve, reject) => {
    const outgoing = send({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
      text(answer).then((answered) => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answered });
      }, reject);
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

/** Alternative spellings of `/api/a/b?c`. */
const SPELLINGS: Readonly<Record<string, (path: string, last: string) => string>> = {
  'trailing slash': (path) => `${path}/`,
  'two trailing slashes': (path) => `${path}//`,
  'leading double slash': (path) => `/${path}`,
  'double slash after api': (path) => path.replace('/api/', '/api//'),
  'double slash before the end': (path, last) => path.replace(`/${last}`, `//${last}`),
  'upper case': (path) => path.toUpperCase(),
  'upper case of api': (path) => path.replace('/api/', '/API/'),
  'one capital': (path, last) => path.replace(last, last[0]?.toUpperCase() + last.slice(1)),
  '%2F after api': (path) => path.replace('/api/', '/api%2F'),
  '%2f before the end': (path, last) => path.replace(`/${last}`, `%2f${last}`),
  '%252F after api': (path) => path.replace('/api/', '/api%252F'),
  'a letter as %61': (path) => path.replace('/api/', '/%61pi/'),
  'the end in percent signs': (path, last) => path.replace(last, percent(last)),
  'dot segment': (path) => path.replace('/api/', '/api/./'),
  'dot segments that go back': (path) => path.replace('/api/', '/api/settings/../'),
  'dot segments from a page': (path) => `/explore/..${path}`,
  'dot segments from a file': (path) => `/assets/../..${path}`,
  'dots in percent signs': (path) => path.replace('/api/', '/api/settings/%2e%2e/'),
  'dots and a semicolon': (path) => path.replace('/api/', '/api/settings/..;/'),
  'a final dot': (path) => `${path}/.`,
  'a final semicolon': (path) => `${path};x=1`,
  'a file ending': (path) => `${path}.json`,
  'a final blank': (path) => `${path}%20`,
  'a final NUL': (path) => `${path}%00`,
  'a final line end': (path) => `${path}%0a`,
  backslashes: (path) => path.replaceAll('/', '\\'),
  'the whole address of another host': (path) => `http://other.example${path}`,
  'a fragment': (path) => `${path}#`,
};

const OVERRIDES = ['x-http-method-override', 'x-http-method', 'x-method-override'];
const REWRITES = ['x-original-url', 'x-rewrite-url', 'x-forwarded-uri', 'x-forwarded-path'];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];

function percent(word: string): string {
  return [...Buffer.from(word)].map((byte) => `%${byte.toString(16)}`).join('');
}

/** Returns the askers that the gateway itself refuses; the service decides about all other permissions. */
function refused(endpoint: Endpoint): Asker[] {
  const { deviations } = rowOf(endpoint.name);
  return (['anonymous', 'loggedOut', 'free'] as const).filter(
    (asker) => expectedStatus(endpoint, asker) >= 400 && deviations[asker] === undefined,
  );
}

function isReadByAnyone({ path }: Endpoint): boolean {
  return ENDPOINTS.some(
    (other) => other.path === path && other.method === 'GET' && rowOf(other.name).access === 'anyone',
  );
}

/** Returns the sample request of a call as an ordinary client would send it. */
async function plain({ name, method }: Endpoint, asker: Asker): Promise<Raw & { query: string }> {
  const { token, about } = await asking(opened, asker);
  const { url, payload } = requestOf(name, SAMPLE_CALLS[name], about);
  const [path = '', query] = (url as string).split('?');
  return { method, path, query: query === undefined ? '' : `?${query}`, token, body: payload as object | undefined };
}

/** Expects a refusal that reached no service; returns the violations. */
async function gap(what: string, request: Raw, isHarmless = (status: number) => status >= 400): Promise<string[]> {
  reached.length = 0;
  const { status } = await sendRaw(request);
  return isHarmless(status) && reached.length === 0 ? [] : [`${what}: ${status} ${received()}`];
}

const guarded = ENDPOINTS.filter(({ name }) => rowOf(name).access !== 'anyone').map(
  (endpoint) => [endpoint.name, endpoint] as const,
);

describe('a guarded call', () => {
  it.each(guarded)('%s is rejected in any spelling of its address', async (_name, endpoint) => {
    const gaps: string[] = [];
    for (const asker of refused(endpoint)) {
      const { query, ...request } = await plain(endpoint, asker);
      const last = request.path.split('/').at(-1) ?? '';
      for (const [spelling, spell] of Object.entries(SPELLINGS))
        gaps.push(...(await gap(`${asker}, ${spelling}`, { ...request, path: spell(request.path, last) + query })));
    }
    expect(gaps).toEqual([]);
  });

  it.each(guarded)('%s is rejected with any method, and behind any public address', async (_name, endpoint) => {
    const gaps: string[] = [];
    for (const asker of refused(endpoint)) {
      const { query, ...request } = await plain(endpoint, asker);
      const whole = { ...request, path: request.path + query };
      // HEAD of a call whose path also has an open call answers for that call.
      if (!isReadByAnyone(endpoint)) {
        gaps.push(...(await gap(`${asker}, HEAD`, { ...whole, method: 'HEAD', body: undefined })));
      }
      gaps.push(
        ...(await gap(
          `${asker}, OPTIONS`,
          { ...whole, method: 'OPTIONS', body: undefined },
          (status) => status === 204,
        )),
      );
      for (const header of REWRITES) {
        const behind = { method: 'GET', path: '/api/settings', token: null, headers: { [header]: whole.path } };
        gaps.push(...(await gap(`${asker}, ${header}`, behind, (status) => status === 200)));
      }
    }
    expect(gaps).toEqual([]);
  });

  it.each(guarded)('%s is the same call whatever method a header or a field names', async (_name, endpoint) => {
    const seen: string[] = [];
    const outcome = async (asker: Asker, change: (request: Raw, method: string) => Raw, method: string) => {
      populate(opened);
      const { query, ...request } = await plain(endpoint, asker);
      reached.length = 0;
      const { status } = await sendRaw(change({ ...request, path: request.path + query }, method));
      return `${status} ${received()}`;
    };
    for (const asker of [...refused(endpoint), 'heroOwner'] as const) {
      const expected = await outcome(asker, (request) => request, '');
      for (const method of METHODS.filter((other) => other !== endpoint.method)) {
        const headers = Object.fromEntries(OVERRIDES.map((header) => [header, method]));
        const byHeader = await outcome(asker, (request) => ({ ...request, headers }), method);
        const byField = await outcome(
          asker,
          (request) => ({
            ...request,
            path: `${request.path}${request.path.includes('?') ? '&' : '?'}_method=${method}`,
            body: request.body && { ...request.body, _method: method },
          }),
          method,
        );
        if (byHeader !== expected) seen.push(`${asker}, ${method} by header: ${byHeader}, not ${expected}`);
        if (byField !== expected) seen.push(`${asker}, ${method} by field: ${byField}, not ${expected}`);
      }
    }
    expect(seen).toEqual([]);
  });

  it.each(guarded)('%s accepts no token from the address or a cookie', async (_name, endpoint) => {
    // Aim: URLs end up in logs, proxies and histories (CVE-2026-25118).
    const { query, ...request } = await plain(endpoint, 'heroOwner');
    const { token } = request;
    const gaps: string[] = [];
    for (const name of ['token', 'access_token', 'session', 'authorization', 'key']) {
      const path = `${request.path}?${query.slice(1)}&${name}=${token}`;
      gaps.push(...(await gap(`?${name}=`, { ...request, path, token: null })));
      const headers = { cookie: `${name}=${token}` };
      gaps.push(...(await gap(`cookie ${name}`, { ...request, path: request.path + query, token: null, headers })));
    }
    expect(gaps).toEqual([]);
  });
});
