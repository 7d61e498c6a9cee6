import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiError } from '@switchback/contracts/errors';
import type { InjectOptions } from 'fastify';
import { faultsOfShape, openGateway } from './testing/open-gateway.js';

const { ask, search, close } = await openGateway();
const SEARCH = '/api/drives/search';
const JSON_TYPE = { 'content-type': 'application/json' };

beforeEach(() => {
  search.requests.length = 0;
});
afterAll(close);

/** Expects the common error shape, the status, and the field at fault if there is one. */
async function expectRefusal(request: InjectOptions, status: number, field?: string): Promise<void> {
  const answer = await ask(request);
  expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
  expect(faultsOfShape(answer)).toEqual([]);
  if (field) expect(Object.keys(answer.json<ApiError>().fields ?? {})).toContain(field);
  expect(search.requests).toEqual([]);
}

describe('a search with an invalid parameter', () => {
  const over = (parts: number) => Array.from({ length: parts }, () => '1').join(',');
  it.each([
    ['country=abc', 'country'],
    ['country=1.5', 'country'],
    ['country=-1', 'country'],
    ['country=99999999999', 'country'],
    ['country=0x10', 'country'],
    ['states=1,x', 'states'],
    ['states=1,,2', 'states'],
    [`states=${over(201)}`, 'states'],
    ['tags=coast', 'tags'],
    ['tags=environment:moon', 'tags'],
    ['tags=constructor:name', 'tags'],
    ['tags=environment:coast:x', 'tags'],
    ['starRating=6', 'starRating'],
    ['starRating=-1', 'starRating'],
    ['starRating=NaN', 'starRating'],
    ['starRating=Infinity', 'starRating'],
    ['starRating=1e999', 'starRating'],
    ['starRating=4&starRating=5', 'starRating'],
    ['starRating[]=4&starRating[$gt]=1&starRating=x', 'starRating'],
    ['duration=100', 'duration'],
    ['duration=1,2,3', 'duration'],
    ['duration=200,100', 'duration'],
    ['distance=-5,10', 'distance'],
    ['distance=a,b', 'distance'],
    ['intensityRating=0,11', 'intensityRating'],
    ['trafficRating=5,1', 'trafficRating'],
    ['roadQualityRating=null,', 'roadQualityRating'],
    ['curviness=-1,', 'curviness'],
    ['geocode=35', 'geocode'],
    ['geocode=91,0,any,5', 'geocode'],
    ['geocode=35,-181', 'geocode'],
    ['geocode=35,-82,-1,5', 'geocode'],
    ['geocode=35,-82,any,99', 'geocode'],
    ['geocode=35,-82,any,5,6', 'geocode'],
    ['bounds=1,2,3', 'bounds'],
    ['bounds=1,2,3,4,5', 'bounds'],
    ['bounds=1,2,3,4', 'bounds'],
    ['bounds=91,2,0,1', 'bounds'],
    ['bounds=1,181,0,1', 'bounds'],
    ['bounds=a,b,c,d', 'bounds'],
    ['bounds=,,,', 'bounds'],
    ['fields=title,secret', 'fields'],
    ['fields=__proto__', 'fields'],
    ['sort=random', 'sort'],
    ['sort=stars;drop', 'sort'],
    [`bookmark=${'x'.repeat(601)}`, 'bookmark'],
    [`q=${'x'.repeat(201)}`, 'q'],
    [`q=${'%F0%9F%98%80'.repeat(201)}`, 'q'],
    [`ids=${'x'.repeat(65)}`, 'ids'],
    ['ids=a,,b', 'ids'],
    ['ids=a b', 'ids'],
    [`includeCount=${'x'.repeat(21)}`, 'includeCount'],
    ['q=%00', 'q'],
    ['q=a%00b', 'q'],
    ['q=%FF', 'q'],
    ['q=%E0%80%80', 'q'],
    ['q=%ED%A0%80', 'q'],
    ['q=%', 'q'],
    ['q=%zz', 'q'],
    ['%FF=1', 'query'],
    [Array.from({ length: 201 }, (_, index) => `p${index}=1`).join('&'), 'query'],
  ])('rejects ?%s', async (query, field) => {
    // Aim: a known parameter with a bad value is a 400 that names it, and never reaches the service.
    await expectRefusal({ method: 'POST', url: `${SEARCH}?${query}`, payload: {} }, 400, field);
  });

  it('names all invalid parameters together', async () => {
    // Aim: a single answer lists everything to correct.
    const answer = await ask({ method: 'POST', url: `${SEARCH}?sort=x&bounds=1&tags=y` });
    expect(Object.keys(answer.json<ApiError>().fields ?? {}).sort()).toEqual(['bounds', 'sort', 'tags']);
  });

  it('names the damaged bookmark', async () => {
    // Aim: a refusal that only the service can make names its parameter like any other.
    const answer = await ask({ method: 'POST', url: `${SEARCH}?bookmark=damaged` });
    expect(answer.json()).toMatchObject({ code: 'ERROR-00013', type: 400, fields: { bookmark: { type: 400 } } });
  });

  it.each([
    'duration=undefined,undefined',
    'duration=,',
    'country=',
    'country=undefined',
    'q=%20%2B',
    'unknown=%20x&__proto__=1&constructor=x&hasOwnProperty=y',
    'bounds=1,-170,0,170',
    `q=${'%F0%9F%98%80'.repeat(200)}`,
    '&&=&=1&',
    'q=',
  ])('accepts ?%s', async (query) => {
    // Aim: values that count as open or unknown are no fault.
    expect((await ask({ method: 'POST', url: `${SEARCH}?${query}` })).status).toBe(200);
  });
});

describe('an invalid body', () => {
  const post = (payload: string | Buffer, headers: Record<string, string> = JSON_TYPE): InjectOptions => ({
    method: 'POST',
    url: SEARCH,
    payload,
    headers,
  });

  it.each([
    ['a truncated object', post('{"have":'), 400],
    ['no JSON', post('have=1'), 400],
    ['single quotes', post("{'have':[]}"), 400],
    ['a trailing comma', post('{"have":[],}'), 400],
    ['NaN', post('{"have":NaN}'), 400],
    ['broken UTF-8', post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), 400],
    ['UTF-16', post(Buffer.from('{"have":[]}', 'utf16le')), 400],
    ['a raw NUL', post('{"have":["\0"]}'), 400],
    ['a prototype', post('{"__proto__":{"admin":true}}'), 400],
    ['a constructor', post('{"constructor":{"prototype":{"admin":true}}}'), 400],
    ['a hidden prototype', post('{"\\u005f\\u005fproto__":{"admin":true}}'), 400],
    ['a list', post('[]'), 400],
    ['a text', post('"have"'), 400],
    ['null', post('null'), 400],
    ['a number', post('7'), 400],
    ['a form', post('have=1', { 'content-type': 'application/x-www-form-urlencoded' }), 415],
    ['a text type', post('{}', { 'content-type': 'text/plain' }), 415],
    ['a broken type', post('{}', { 'content-type': 'json' }), 415],
    ['XML', post('<have/>', { 'content-type': 'application/xml' }), 415],
    ['a compressed body', post('{}', { ...JSON_TYPE, 'content-encoding': 'gzip' }), 415],
    ['too much', post(`{"have":["${'x'.repeat(1_000_000)}"]}`), 413],
    ['deep nesting', post(`{"x":${'['.repeat(400_000)}"\\u0000"${']'.repeat(400_000)}}`), 400],
  ] as const)('rejects %s', async (_name, request, status) => {
    // Aim: unreadable input is refused in the common error shape, before it costs anything.
    await expectRefusal(request, status);
  });

  it.each([
    ['{"have":"x"}', 'have'],
    ['{"have":[1]}', 'have.0'],
    ['{"have":["short"]}', 'have.0'],
    ['{"have":["\\u0000AAAAAAA"]}', 'have.0'],
    ['{"other":{"deep":"\\u0000"}}', 'other.deep'],
    ['{"token":5}', 'token'],
    [JSON.stringify({ have: Array.from({ length: 1_001 }, () => 'AAAAAAAA') }), 'have'],
  ])('names the error in %.60s', async (payload, field) => {
    // Aim: a body field is named by its path.
    await expectRefusal(post(payload), 400, field);
  });

  it.each([
    ['nothing', { method: 'POST', url: SEARCH }],
    ['an empty JSON body', post('')],
    ['an empty form', post('', { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' })],
    ['a charset', post('{}', { 'content-type': 'application/json; charset=utf-8' })],
    ['unknown fields', post('{"x":{"y":[1]},"have":null,"token":""}')],
    ['an escaped backslash before u0000', post('{"x":"\\\\u0000"}')],
  ] as const)('accepts %s', async (_name, request) => {
    // Aim: an empty body counts as {}, and unknown members are ignored.
    expect((await ask(request as InjectOptions)).status).toBe(200);
  });
});

describe('other calls with invalid input', () => {
  const get = (url: string): InjectOptions => ({ method: 'GET', url });
  const post = (url: string, payload: object): InjectOptions => ({ method: 'POST', url, payload });
  it.each([
    [get('/api/drives/clusters?zoom=99'), 400, 'zoom'],
    [get('/api/drives/lines?bounds=x'), 400, 'bounds'],
    [post('/api/drives/search/autocomplete', {}), 400, 'text'],
    [post('/api/drives/search/autocomplete?text=a&limit=1000', {}), 400, 'limit'],
    [post('/api/drives/search/autocomplete?text=a&limit=1.5', {}), 400, 'limit'],
    [get('/api/places/autocomplete?text=a&limit=14.86'), 400, 'limit'],
    [get('/api/places/autocomplete?text=a&near=35.6'), 400, 'near'],
    [post('/api/drives/search/autocomplete?text=a&near=91,0', {}), 400, 'near'],
    [post('/api/drives/search/autocomplete?text=a', { include: 'x' }), 400, 'include'],
    [post('/api/drives/summaries', {}), 400, 'ids'],
    [post('/api/drives/summaries', { ids: [''] }), 400, 'ids.0'],
    [post('/api/drives/nearby', { location: { lat: 'x', lng: 0 } }), 400, 'location.lat'],
    [post('/api/drives/nearby', { location: { lat: 91, lng: 0 } }), 400, 'location.lat'],
    [get('/api/drives/drive/d1/details?fields=secret'), 400, 'fields'],
    [get(`/api/drives/drive/${'x'.repeat(65)}/details`), 400, 'id'],
    [get('/api/drives/drive/a%00b/details'), 400, 'id'],
    [get('/api/drives/drive/d1/export/exe'), 400, 'format'],
    [get('/api/places/autocomplete?text=a&kind=star'), 400, 'kind'],
    [get('/api/places/autocomplete'), 400, 'text'],
    [get('/api/geo/states/abc'), 400, 'countryId'],
    [get('/api/geo/cities/233/1e3'), 400, 'stateId'],
    [get('/api/health/dead'), 400, 'probe'],
    [get('/api/drives/drive/nope/details'), 404, undefined],
    [get('/api/drives/drive/..%2f..%2fetc%2fpasswd/details'), 404, undefined],
    [get('/api/places/place/unknown'), 404, undefined],
    [get('/api/drives/drive/%FF/details'), 400, undefined],
    [get('/api/drives/drive/%/details'), 400, undefined],
    [get(`/api/drives/drive/${'x'.repeat(3_000)}/details`), 404, undefined],
    [get(`/api/drives/popular?${'x'.repeat(80_001)}`), 414, undefined],
  ] as const)('rejects %j', async (request, status, field) => {
    // Aim: every call refuses in the same way as the search.
    await expectRefusal(request, status, field);
  });
});

describe('addresses and methods', () => {
  it.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['DELETE', '/api/drives'],
    ['GET', '/api/drives/search/'],
    ['GET', '/api//drives/popular'],
    ['GET', '/API/drives/popular'],
    ['GET', '/api/drives%2Fpopular'],
    ['PROPFIND', '/api/nothing'],
    ['POST', '/explore'],
  ] as const)('return 404 at %s %s', async (method, url) => {
    // Aim: each call has one URL, and all other URLs answer in the common error shape.
    const answer = await ask({ method: method as 'GET', url });
    expect(answer.status).toBe(404);
    if (url.startsWith('/api')) expect(faultsOfShape(answer)).toEqual([]);
  });

  it.each([
    ['GET', SEARCH, 'POST, OPTIONS'],
    ['DELETE', '/api/drives/popular', 'GET, HEAD, OPTIONS'],
    ['PUT', '/api/drives/drive/d1/details', 'GET, HEAD, POST, OPTIONS'],
    ['PATCH', '/api/settings', 'GET, HEAD, OPTIONS'],
    ['TRACE', '/api/stats/drives', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/api/stats/drives', 'GET, HEAD, OPTIONS'],
    ['QUERY', SEARCH, 'POST, OPTIONS'],
  ] as const)('reject %s %s', async (method, url, allow) => {
    // Aim: a known URL lists its methods.
    const answer = await ask({ method: method as 'GET', url });
    expect([answer.status, answer.headers.allow]).toEqual([405, allow]);
    expect(faultsOfShape(answer)).toEqual([]);
  });

  it('list their methods for OPTIONS and answer HEAD without a body', async () => {
    // Aim: OPTIONS and HEAD work.
    const options = await ask({ method: 'OPTIONS', url: '/api/drives/popular' });
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const head = await ask({ method: 'HEAD', url: '/api/drives/popular' });
    expect([head.status, head.text]).toEqual([200, '']);
  });
});

describe('sessions', () => {
  it.each([
    [{ method: 'POST', url: SEARCH, payload: { token: 'abc' } }],
    [{ method: 'POST', url: '/api/drives/drive/d1/details', payload: { token: 'abc' } }],
    [{ method: 'POST', url: `${SEARCH}?sort=bad`, payload: { token: 'abc' } }],
    [{ method: 'GET', url: '/api/drives/popular', headers: { authorization: 'Bearer abc' } }],
    [{ method: 'GET', url: '/api/geo/countries', headers: { authorization: 'bearer abc' } }],
    [{ method: 'GET', url: '/api/drives/drive/d1/details', headers: { authorization: 'Bearer' } }],
  ] as const)('reject an unknown token: %j', async (request) => {
    // Aim: an unknown token is a 401 even if no account is needed, so that the client drops it.
    await expectRefusal(request, 401);
  });
});

describe('request ids', () => {
  it.each(['', 'a b', 'x'.repeat(65), '<script>', 'a\tb'])('are replaced if invalid: %j', async (id) => {
    // Aim: only a well-formed id from the client enters logs and headers.
    const answer = await ask({ url: '/api/settings', headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});
