import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadSettings } from '@switchback/platform/config/settings';
import { ProductError } from '@switchback/platform/errors';
import { createHealth } from '@switchback/platform/health/health';
import { createLogger } from '@switchback/platform/telemetry/logger';
import { createMetrics, type Metrics } from '@switchback/platform/telemetry/metrics';
import { drive, FakeDrives, FakeSearch } from '@switchback/testing/fake-services';
import { createGateway, type Gateway } from './create-gateway.js';

let gateway: Gateway;
let drives: FakeDrives;
let search: FakeSearch;
let metrics: Metrics;
let health: ReturnType<typeof createHealth>;

beforeEach(async () => {
  drives = new FakeDrives();
  search = new FakeSearch();
  metrics = createMetrics('gateway');
  health = createHealth({ keepMs: 0 });
  drives.add(drive());
  const logger = createLogger({ service: 'gateway', level: 'silent', sink: { write: () => undefined } });
  const settings = loadSettings({ PUBLIC_URL: 'https://drives.example', READ_LIMIT_PER_MINUTE: '0' });
  gateway = await createGateway({ settings, clients: { drives, search }, health, metrics, logger, webRoot: null });
});

afterEach(async () => {
  await gateway.close();
  metrics.close();
});

describe('the calls', () => {
  it('passes a search on and its answer back', async () => {
    // Aim: filters reach the service as they were meant, and the drives go out as the service wrote them.
    Object.assign(search, { drivesJson: '[{"id":"d1"}]', hashes: ['AAAAAAAA'], bookmark: 'next', resultsCount: 7 });
    const answer = await gateway.inject({
      method: 'POST',
      url: '/api/drives/search?bounds=36,-82,35,-83&duration=600,undefined&tags=environment:coast&includeCount=true&fields=title&private=false',
      payload: { have: ['BBBBBBBB'] },
    });
    expect(answer.json()).toEqual({ drives: [{ id: 'd1' }], hashes: ['AAAAAAAA'], bookmark: 'next', resultsCount: 7 });
    expect(search.requests[0]).toMatchObject({
      fields: ['title'],
      sort: 'location',
      have: ['BBBBBBBB'],
      filters: {
        bounds: { north: 36, east: -82, south: 35, west: -83 },
        duration: { min: 600, max: undefined },
        tags: [{ category: 'environment', name: 'coast' }],
        includePrivate: false,
        includePublic: true,
      },
    });
  });

  it('takes a search without any body', async () => {
    // Aim: the shortest call of all works.
    const answer = await gateway.inject({ method: 'POST', url: '/api/drives/search' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ drives: [], hashes: [], bookmark: null });
  });

  it('answers a drive whole, with null where nobody rated', async () => {
    // Aim: what the wire leaves out is null for the browser, never missing or zero.
    const answer = await gateway.inject('/api/drives/drive/d1/details');
    expect(answer.json().drive).toMatchObject({ id: 'd1', _rev: 1, starRating: null, trafficRating: null, photos: [] });
    expect(answer.json().drive.created).toEqual({ user: null, at: '2026-01-02T03:04:05.000Z' });
  });

  it('keeps the fields asked for', async () => {
    // Aim: `fields` narrows details to those and the id, for GET and POST.
    const url = '/api/drives/drive/d1/details?fields=title,distance';
    const expected = { drive: { id: 'd1', title: 'Blue Ridge Parkway', distance: 12_345.6 } };
    expect((await gateway.inject(url)).json()).toEqual(expected);
    expect((await gateway.inject({ method: 'POST', url, payload: { token: null } })).json()).toEqual(expected);
  });

  it.each([
    ['GET', '/api/drives/popular', undefined, 'drives'],
    ['GET', '/api/rankings/drives/world', undefined, 'drives'],
    ['GET', '/api/stats/drives', undefined, 'count'],
    ['GET', '/api/drives/drive/d1/directions', undefined, 'directions'],
    ['POST', '/api/drives/summaries', { ids: ['d1', 'nope'] }, 'drives'],
    ['POST', '/api/drives/nearby', { location: { lat: 35, lng: -82 } }, 'drives'],
    ['POST', '/api/drives/search/autocomplete?text=blue', {}, 'results'],
    ['GET', '/api/drives/clusters?zoom=3', undefined, 'clusters'],
    ['GET', '/api/drives/lines?bounds=1,1,0,0', undefined, 'lines'],
    ['GET', '/api/places/autocomplete?text=ash&kind=geoname', undefined, 'results'],
    ['GET', '/api/places/place/city%3A1', undefined, 'place'],
    ['GET', '/api/geo/countries', undefined, 'items'],
    ['GET', '/api/geo/states/233', undefined, 'items'],
    ['GET', '/api/geo/cities/233/1446', undefined, 'items'],
    ['GET', '/api/settings', undefined, 'productName'],
    ['GET', '/api/health/live', undefined, 'status'],
    ['GET', '/api/health/ready', undefined, 'status'],
  ] as const)('answers %s %s', async (method, url, payload, member) => {
    // Aim: each call of the contract reaches its service, and the answer passes its schema.
    const answer = await gateway.inject({ method, url, payload });
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
    expect(answer.json()).toHaveProperty(member);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('passes the request id and the trace to the services and back', async () => {
    // Aim: one id and one trace join every hop of a request.
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const answer = await gateway.inject({
      url: '/api/stats/drives',
      headers: { 'x-request-id': 'abc.1', traceparent },
    });
    expect(answer.headers['x-request-id']).toBe('abc.1');
    expect(drives.calls[0]).toMatchObject({ requestId: 'abc.1', caller: null });
    expect(drives.calls[0]?.trace).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
  });

  it('tells when a part is down or slow, and when to come back', async () => {
    // Aim: 503 with Retry-After, and nothing of the cause.
    for (const failure of [new ProductError('timeout'), new ProductError('unavailable')]) {
      drives.failure = failure;
      const answer = await gateway.inject('/api/drives/popular');
      expect(answer.statusCode).toBe(503);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('keeps what went wrong inside to itself', async () => {
    // Aim: no SQL, host name or stack reaches a client.
    drives.failure = new Error('connect ECONNREFUSED db.internal:5432 select * from drives');
    const answer = await gateway.inject('/api/drives/popular');
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({ code: 'ERROR-00001', type: 500, title: 'Something went wrong' });
    expect(answer.body).not.toMatch(/select|internal:|ECONN|at /);
  });
});
