import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { ProductError } from '@switchback/platform/errors';
import { drive } from '@switchback/testing/fake-drives';
import type { InjectOptions } from 'fastify';
import { openGateway } from './testing/open-gateway.js';

const { ask, auth, drives, media, reviews, search, close } = await openGateway();

beforeEach(() => {
  drives.failure = undefined;
  drives.calls.length = 0;
  search.requests.length = 0;
  Object.assign(search, { drivesJson: '[]', hashes: [], bookmark: undefined, resultsCount: undefined });
});
afterAll(close);

describe('the calls', () => {
  it('pass a search on and its response back', async () => {
    // Aim: filters reach the service correctly, and the drives are returned as the service wrote them.
    Object.assign(search, { drivesJson: '[{"id":"d1"}]', hashes: ['AAAAAAAA'], bookmark: 'next', resultsCount: 7 });
    const answer = await ask({
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

  it('return facets on request', async () => {
    // Aim: the counts of further choices reach the client as the service made them, and only if asked for.
    const url = '/api/drives/search';
    expect((await ask({ method: 'POST', url: `${url}?facets=true` })).json()).toMatchObject({ facets: search.facets });
    expect((await ask({ method: 'POST', url })).json()).not.toHaveProperty('facets');
  });

  it('order a text by its match and answer where it is found', async () => {
    // Aim: without bounds, the answer says where the map should move; null if nothing is found.
    const find = async (query: string) => {
      const answer = await ask({ method: 'POST', url: `/api/drives/search?${query}` });
      return [search.requests.at(-1)?.sort, answer.json<{ extent?: unknown }>().extent];
    };
    expect(await find('q=ridge')).toEqual(['match', null]);
    search.extent = { north: 36, east: -82, south: 35, west: -83 };
    expect(await find('q=ridge')).toEqual(['match', search.extent]);
    expect(await find('q=ridge&sort=stars')).toEqual(['stars', search.extent]);
    search.extent = undefined;
    expect(await find('q=ridge&bounds=36,-82,35,-83')).toEqual(['match', undefined]);
    expect(await find('q=')).toEqual(['location', undefined]);
  });

  it('suggest the next step if there is nothing to suggest', async () => {
    // Aim: an empty list is no dead end.
    search.suggests = false;
    const drives = await ask({ method: 'POST', url: '/api/drives/search/autocomplete?text=xyzzy' });
    const places = await ask('/api/places/autocomplete?text=xyzzy');
    search.suggests = true;
    for (const answer of [drives, places])
      expect(answer.json()).toEqual({ results: [], hint: expect.stringContaining('Check the spelling') });
  });

  it('accept a search without a body', async () => {
    // Aim: the shortest possible call works.
    const answer = await ask({ method: 'POST', url: '/api/drives/search' });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ drives: [], hashes: [], bookmark: null });
  });

  it('return a complete drive, with null if unrated', async () => {
    // Aim: values that are absent on the wire are null for the browser, never missing or zero.
    const answer = await ask('/api/drives/drive/d1/details');
    const { drive } = answer.json<{ drive: DriveDetails }>();
    expect(drive).toMatchObject({ id: 'd1', _rev: 1, starRating: null, trafficRating: null, photos: [] });
    expect(drive.created).toEqual({ user: null, at: '2026-01-02T03:04:05.000Z' });
  });

  it('return only the requested fields', async () => {
    // Aim: `fields` narrows details to the given fields and the id, for GET and POST.
    const url = '/api/drives/drive/d1/details?fields=title,distance';
    const expected = { drive: { id: 'd1', title: 'Blue Ridge Parkway', distance: 12_345.6 } };
    expect((await ask(url)).json()).toEqual(expected);
    expect((await ask({ method: 'POST', url, payload: { token: null } })).json()).toEqual(expected);
  });

  it('return the photos visible to the caller, and those of the drive to visitors', async () => {
    // Aim: details include private photos and the caller's pending ones; a media service outage never blocks the drive.
    const url = '/api/drives/drive/d1/details';
    const seen = async (input: InjectOptions) =>
      (await ask(input)).json<{ drive: DriveDetails }>().drive.photos.map(({ id }) => id);
    const asked: string[] = [];
    const { listPhotos } = media;
    media.listPhotos = (request, call) => {
      asked.push(`${request.driveId} ${call.caller?.userId ?? ''}`);
      return listPhotos(request, call);
    };
    auth.add('ada', { accountType: 'free' });
    const token = auth.openSession('ada');
    const headers = { authorization: `Bearer ${token}` };
    expect(await seen({ url })).toEqual([]);
    expect(await seen({ url, headers })).toEqual(['p1']);
    expect(await seen({ url, method: 'POST', payload: { token } })).toEqual(['p1']);
    await ask({ url: `${url}?fields=title`, headers });
    expect(asked).toEqual(['d1 ada', 'd1 ada']);
    media.failure = new ProductError('unavailable');
    expect(await seen({ url, headers })).toEqual([]);
    media.failure = undefined;
  });

  it('name the fields as in the spec', async () => {
    // Aim: `owner` is returned under the field name of the drive, and `reviews` with their number.
    const answer = await ask('/api/drives/drive/d1/details?fields=owner,reviews');
    expect(answer.json()).toEqual({
      drive: { id: 'd1', created: { user: null, at: '2026-01-02T03:04:05.000Z' }, reviewCount: 0, reviews: [] },
    });
  });

  it('have the ids of reviews, none while the reviews service is down', async () => {
    // Aim: the reviews of the spec's drive are there; an outage of their service never blocks the drive.
    drives.add(drive({ id: 'd1', reviewCount: 1 }));
    const idsOf = async () => (await ask('/api/drives/drive/d1/details')).json<{ drive: DriveDetails }>().drive.reviews;
    expect(await idsOf()).toEqual(['r1']);
    reviews.failure = new ProductError('unavailable');
    expect(await idsOf()).toEqual([]);
    reviews.failure = undefined;
    drives.add(drive({ id: 'd1' }));
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
  ] as const)('return %s %s', async (method, url, payload, member) => {
    // Aim: each call of the contract reaches its service, and the answer passes its schema.
    const answer = await ask({ method, url, payload });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    expect(answer.json()).toHaveProperty(member);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('pass the request id and the trace to the services and back', async () => {
    // Aim: one id and one trace connect every hop of a request.
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const answer = await ask({
      url: '/api/stats/drives',
      headers: { 'x-request-id': 'abc.1', traceparent },
    });
    expect(answer.headers['x-request-id']).toBe('abc.1');
    expect(drives.calls[0]).toMatchObject({ requestId: 'abc.1', caller: null });
    expect(drives.calls[0]?.trace).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
  });

  it('report an unavailable or slow service, with a retry time', async () => {
    // Aim: 503 with Retry-After, without exposing the cause.
    for (const failure of [new ProductError('timeout'), new ProductError('unavailable')]) {
      drives.failure = failure;
      const answer = await ask('/api/drives/popular');
      expect(answer.status).toBe(503);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it.each(['53100', 'ENOSPC'])('report a full disk of the database (%s) as full storage', async (code) => {
    // Aim: always 507 when a disk is full, even if TypeORM wraps PostgreSQL's error.
    const driverError = Object.assign(new Error('could not extend file "base/1/2"'), { code });
    drives.failure = Object.assign(new Error('Query failed'), { driverError });
    const answer = await ask('/api/drives/popular');
    expect(answer.json()).toMatchObject({ code: 'ERROR-00049', type: 507, title: 'Storage is full' });
    expect(answer.status).toBe(507);
  });

  it('reveal no internal error', async () => {
    // Aim: no SQL, host name or stack reaches a client.
    drives.failure = new Error('connect ECONNREFUSED db.internal:5432 select * from drives');
    const answer = await ask('/api/drives/popular');
    expect(answer.status).toBe(500);
    expect(answer.json()).toMatchObject({ code: 'ERROR-00001', type: 500, title: 'Something went wrong' });
    expect(answer.text).not.toMatch(/select|internal:|ECONN|at /);
  });
});
