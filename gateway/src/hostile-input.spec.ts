// Aim: whatever is put into any part of any call, it is answered or refused in the one shape; nothing breaks.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RouteName } from '@switchback/contracts/routes';
import type { InjectOptions } from 'fastify';
import { faultsOfShape, openGateway } from './testing/open-gateway.js';
import { requestOf, SAMPLE_CALLS, type SampleCall } from './testing/sample-calls.js';

const { ask, auth, users, close } = await openGateway();
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

/** A call with one of its parts replaced, each in turn by each value. */
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
  it.each(Object.keys(SAMPLE_CALLS) as RouteName[])('%s stands whatever it is given', async (name) => {
    const faults: string[] = [];
    for (const [what, request] of spoilt(name, SAMPLE_CALLS[name])) {
      const answer = await ask({ ...request, headers: { authorization: `Bearer ${auth.begin('self')}` } });
      if (answer.status >= 500) faults.push(`${what}: ${answer.status}`);
      if (answer.status >= 400) faults.push(...faultsOfShape(answer).map((fault) => `${what}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
});
