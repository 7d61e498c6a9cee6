// Aim: browsers sniff no answer as another type, and no other site can frame one.
import { afterAll, describe, expect, it } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import { openGateway } from './testing/open-gateway.js';

const { ask, close } = await openGateway({ environment: { PUBLIC_URL: 'http://localhost:8080' } });
afterAll(close);

const REQUESTS: readonly [string, InjectOptions['method'], number][] = [
  ['/', 'GET', 200],
  ['/explore', 'GET', 200],
  ['/nothing', 'GET', 404],
  ['/explore', 'POST', 404],
  ['/robots.txt', 'GET', 200],
  ['/reset-password/verify/u1/code', 'GET', 200],
  ['/drive-details/none', 'GET', 404],
  ['/og/drives/d1/none.png', 'GET', 404],
  ['/media/users/u1/a1/small.jpg', 'GET', 404],
  ['/files/none', 'GET', 404],
  ['/dev/mail', 'GET', 200],
  ['/api/settings', 'GET', 200],
  ['/api/settings', 'OPTIONS', 204],
  ['/api/settings', 'DELETE', 405],
  ['/api/nothing', 'GET', 404],
  ['/api/users/user/u1/base', 'POST', 401],
  ['/api/docs', 'GET', 200],
  ['/api/openapi.json', 'GET', 200],
  ['/%', 'GET', 400],
];

describe('every response', () => {
  it.each(REQUESTS)('to %s by %s', async (url, method = 'GET', status) => {
    const answer = await ask({ url, method, headers: { origin: 'https://evil.example' } });
    const { 'x-content-type-options': sniffing, 'content-security-policy': policy } = answer.headers;
    expect([answer.status, sniffing, policy]).toEqual([
      status,
      'nosniff',
      expect.stringMatching(/default-src '(?:none|self)'.*frame-ancestors 'none'/),
    ]);
    // Other sites can read nothing.
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});
