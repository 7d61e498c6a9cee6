// Aim: hostile input in any part of any call is accepted or refused in the common error shape; nothing breaks.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type RouteName, ROUTES } from '@switchback/contracts/routes';
import type { InjectOptions } from 'fastify';
import { faultsOfShape, openGateway } from './testing/open-gateway.js';
import { requestOf, SAMPLE_CALLS, type SampleCall } from './testing/sample-calls.js';

const { ask, auth, users, storage, close } = await openGateway();
afterAll(close);

beforeEach(() => {
  auth.add('self', { accountType: 'hero' });
  users.add('self');
});

const TEXTS = [
  '',
  ' ',
  'x'.repeat(100_000),
  '\0',
  'a\0b',
  '\uD800',
  '💥'.repeat(300),
  "' OR 1=1; DROP TABLE users; --",
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}',
  '../../etc/passwd',
  'a\r\nset-cookie: x=1',
  '__proto__',
  '-1',
  '1e999',
];
const VALUES: unknown[] = [...TEXTS, null, 0, -1, 1e308, true, [], [[]], {}, { $gt: '' }, { toString: 1 }, ['x', 'y']];
const PATHS = TEXTS.map((text) => encodeURIComponent(text.toWellFormed())).concat([
  '%FF',
  '%',
  '%2e%2e',
  '%c0%ae',
  '..;',
]);

/** Yields the call with each part in turn replaced by each value. */
function* spoilt(name: RouteName, call: SampleCall): Generator<[string, InjectOptions]> {
  for (const param of Object.keys(call.params))
    for (const value of PATHS) {
      const params = { ...call.params, [param]: value };
      yield [`${param} in the path: ${value.slice(0, 40)}`, requestOf(name, { ...call, params }, 'self')];
    }
  for (const parameter of Object.keys(call.query))
    for (const value of TEXTS.filter((text) => text.length < 50_000)) {
      const query = { ...call.query, [parameter]: value.toWellFormed() };
      yield [`?${parameter}=${value.slice(0, 40)}`, requestOf(name, { ...call, query }, 'self')];
    }
  for (const field of [...Object.keys(call.body ?? {}), ...(call.body ? ['token'] : [])])
    for (const value of VALUES) {
      const body = { ...call.body, [field]: value };
      yield [`${field}: ${JSON.stringify(value).slice(0, 40)}`, requestOf(name, { ...call, body }, 'self')];
    }
}

describe('every call', () => {
  it.each(Object.keys(SAMPLE_CALLS) as RouteName[])('%s survives any input', async (name) => {
    const faults: string[] = [];
    for (const [what, request] of spoilt(name, SAMPLE_CALLS[name])) {
      const answer = await ask({ ...request, headers: { authorization: `Bearer ${auth.openSession('self')}` } });
      if (answer.status >= 500) faults.push(`${what}: ${answer.status}`);
      if (answer.status >= 400) faults.push(...faultsOfShape(answer).map((fault) => `${what}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
});

describe('a body nested too deeply', () => {
  const nested = (levels: number) => `{"extra":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  const headers = () => ({ 'content-type': 'application/json', authorization: `Bearer ${auth.openSession('self')}` });
  const names = (Object.keys(SAMPLE_CALLS) as RouteName[]).filter((name) => SAMPLE_CALLS[name].body !== undefined);

  it.each(names)('is rejected by %s', async (name) => {
    for (const levels of [33, 5_000, 20_000]) {
      const given = { ...headers(), 'idempotency-key': 'deep' };
      const request = { ...requestOf(name, SAMPLE_CALLS[name], 'self'), headers: given, payload: nested(levels) };
      const answer = await ask(request);
      expect([answer.status, answer.json().code]).toEqual([400, 'ERROR-00003']);
      expect(faultsOfShape(answer)).toEqual([]);
    }
  });

  it.each([
    ['POST', '/api/users/user/self/profile', 'profile'],
    [ROUTES.savePhotos.method, ROUTES.savePhotos.path.replace('{id}', 'd1'), 'photosInfo[]'],
  ] as const)('is rejected as a field of a form: %s %s', async (method, url, field) => {
    const form = new FormData();
    form.set(field, nested(20_000));
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    const payload = Buffer.from(await encoded.arrayBuffer());
    const answer = await ask({ method, url, payload, headers: { ...headers(), 'content-type': type } });
    expect([answer.status, answer.json()]).toEqual([
      400,
      expect.objectContaining({ fields: { [field]: expect.anything() } }),
    ]);
    expect(faultsOfShape(answer)).toEqual([]);
    expect(await (await storage()).list({ prefix: 'uploads/', max: 1 })).toEqual([]);
  });

  it('has more than 32 levels, whatever its texts contain', async () => {
    const text = JSON.stringify(`${'['.repeat(100)}\\"${'{'.repeat(100)}`);
    for (const payload of [nested(32), `{"extra":${text}}`, `{"a":[${'[[]],'.repeat(50)}[]]}`])
      expect((await ask({ method: 'POST', url: '/api/drives/search', payload, headers: headers() })).status).toBe(200);
  });
});

describe('the address of a credit', () => {
  it.each(['http://[::1', 'https://x"><script>', 'https://ann:secret@a.example/', 'https://a.example/\u202Egpj.exe'])(
    'is rejected with the message of the form: %j',
    async (externalUrl) => {
      const payload = { 'photosInfo[]': [{ id: 'p1', credit: { externalUrl } }] };
      const headers = { authorization: `Bearer ${auth.openSession('self')}` };
      const answer = await ask({ ...requestOf('savePhotos', SAMPLE_CALLS.savePhotos, 'self'), payload, headers });
      expect([answer.status, answer.json().fields]).toMatchObject([
        400,
        { 'photosInfo[].0.credit.externalUrl': { message: 'Does not match url pattern' } },
      ]);
    },
  );
});
