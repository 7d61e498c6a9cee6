import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import { openGateway } from './testing/open-gateway.js';

const { ask, auth, users, drives, lines, metrics, close } = await openGateway();
afterAll(close);

const CANARY = 'canary7secret';
const secret = (index: number) => `${CANARY}${index}`;

/** Returns requests with a secret in every place where a client may put one. */
function requests(index: number): InjectOptions[] {
  const canary = secret(index);
  return [
    { method: 'POST', url: `/api/drives/search?q=${canary}&token=${canary}`, payload: { token: canary } },
    {
      method: 'POST',
      url: '/api/drives/search',
      payload: `{"password":"${canary}"`,
      headers: { 'content-type': 'application/json' },
    },
    { method: 'GET', url: '/api/drives/popular', headers: { authorization: `Bearer ${canary}`, cookie: canary } },
    { method: 'GET', url: `/api/drives/drive/${canary}/details` },
    { method: 'GET', url: `/api/${canary}/${canary}?email=${canary}@example.org` },
    { method: 'GET', url: `/api/drives/drive/%FF${canary}/details` },
    { method: 'GET', url: `/drive-details/${canary}` },
    { method: 'GET', url: `/${canary}.php` },
    { method: 'DELETE', url: `/api/places/place/${canary}` },
    { method: 'PROPFIND', url: `/api/geo/states/${canary}` },
    {
      method: 'PUT',
      url: '/api/auth/signup',
      payload: { email: `${canary}@example.org`, username: canary, password: canary },
    },
    { method: 'POST', url: '/api/auth/login', payload: { email: `${canary}@example.org`, password: canary } },
    { method: 'GET', url: `/api/auth/confirm-signup/${canary}/${canary}` },
    { method: 'POST', url: `/api/auth/u1/confirm-password-reset/${canary}`, payload: { password: canary } },
    { method: 'GET', url: `/reset-password/verify/u1/${canary}` },
    { method: 'POST', url: '/api/contact/', payload: { name: canary, message: canary, reason: 'other' } },
    { method: 'GET', url: `/media/users/${canary}/${canary}/small.jpg` },
    { method: 'GET', url: '/api/stats/drives', headers: { 'user-agent': canary, 'x-forwarded-for': canary } },
  ];
}

describe('after thousands of mixed requests', () => {
  it('contain no secret in the log, one parsable line per request, and few series', async () => {
    // Aim: O1 and O3: only well-formed request ids from clients reach the log, and clients cannot create metric series.
    let count = 0;
    for (let index = 0; index < 200; index += 1) {
      for (const request of requests(index)) {
        const answer = await ask(request);
        count += 1;
        expect(answer.headers['x-request-id']).toBeDefined();
      }
    }
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const requestLines = parsed.filter(({ msg }) => msg === 'request');
    expect(requestLines).toHaveLength(count);
    expect(lines.filter((line) => line.includes(CANARY))).toEqual([]);
    for (const line of requestLines) {
      expect(line).toMatchObject({
        level: 'info',
        service: 'gateway',
        requestId: expect.any(String),
        ms: expect.any(Number),
      });
      expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(line.traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(line.route).toMatch(/^(\/|\()/);
    }
    const series = (await metrics.page()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(series.length).toBeLessThanOrEqual(200);
    expect(series.some((line) => line.includes(CANARY))).toBe(false);
  });

  it('remove credentials and addresses from the cause of an error', async () => {
    // Aim: the operator's log line of a 500 omits secrets in a driver's message.
    lines.length = 0;
    drives.failure = new Error(
      `connect postgres://app:${CANARY}@db/x failed for jane@example.org, Bearer ${CANARY}, password=${CANARY}`,
    );
    expect((await ask('/api/drives/popular')).status).toBe(500);
    drives.failure = undefined;
    const line = lines.find((candidate) => candidate.includes('Request failed'));
    expect(line).toContain('connect postgres://[hidden]@db/x failed');
    expect(line).not.toMatch(new RegExp(`${CANARY}|jane@`));
  });

  it('show who was served and who was rejected, without a name', async () => {
    // Aim: O1: an operator can follow one person's requests, and the log names no one.
    auth.add('ann');
    users.add('ann');
    lines.length = 0;
    const headers = { authorization: `Bearer ${auth.openSession('ann')}` };
    await ask({ method: 'POST', url: '/api/users/user/ann/base', headers });
    await ask({ method: 'POST', url: '/api/users/user/bob/base', headers });
    await ask({ method: 'POST', url: '/api/users/user/ann/base' });
    const requestLines = lines.map((line) => JSON.parse(line) as { status: number; user?: string });
    const user = createHash('sha256').update('ann').digest('hex').slice(0, 16);
    expect(requestLines.map((line) => [line.status, line.user])).toEqual([
      [200, user],
      [403, user],
      [401, undefined],
    ]);
    expect(lines.join()).not.toContain('ann');
  });

  it('count by route template and status class', async () => {
    // Aim: rate, errors and duration can be derived for each call.
    const page = await metrics.page();
    expect(page).toMatch(
      /http_requests_total\{method="POST",route="\/api\/drives\/search",status="4xx",service="gateway"\} \d+/,
    );
    expect(page).toMatch(/http_request_duration_seconds_bucket\{le="0\.05",service="gateway",area="Drives"\} \d+/);
    expect(page).toMatch(/nodejs_eventloop_lag_seconds\{quantile="0\.99",service="gateway"\} /);
  });
});
