// Aim: every router passes the router suite, and one that is unavailable or returns an invalid response fails without
// being mistaken for an answer.
import { describe, expect, it } from '@jest/globals';
import { ApproximateRouter } from './approximate-router.js';
import { answerJson, GOOGLE_KEY, serve, type Served, serveGoogle, serveOsrm } from './fake-routers.fixture.js';
import { DetectedRouter, GoogleRouter, ValhallaRouter } from './http-routers.js';
import { OsrmRouter } from './osrm-router.js';
import { MALBUN, VADUZ } from './roads.fixture.js';
import type { Router } from './router.js';
import { describeRouter, type OpenedRouter } from './router.suite.js';

async function openOn(serving: Promise<Served>, routerOf: (url: string) => Router): Promise<OpenedRouter> {
  const { url, close } = await serving;
  return { router: routerOf(url), close };
}
const google = (url: string) => new GoogleRouter(GOOGLE_KEY, url);

describeRouter('Straight legs', {
  source: 'approximate',
  isApproximate: true,
  open: () => Promise.resolve({ router: new ApproximateRouter(), close: () => Promise.resolve() }),
});
describeRouter('OSRM over HTTP', {
  source: 'osrm',
  namesRoads: true,
  goesThrough: true,
  open: () => openOn(serveOsrm(), (url) => new DetectedRouter(url)),
});
describeRouter('Google', { source: 'google', open: () => openOn(serveGoogle(), google) });

const ENDLESS = Buffer.alloc(1_000_000, ' ');

/** Server behaviors that are not valid answers. */
const BROKEN: Record<string, Parameters<typeof serve>[0]> = {
  'says nothing': () => undefined,
  'hangs up': (request) => request.socket.destroy(),
  'answers a page of a proxy': (_, response) => response.writeHead(502).end('<html>Bad gateway</html>'),
  'answers nothing of its own': (_, response) => answerJson(response, {}),
  'answers half of its own': (_, response) =>
    answerJson(response, { status: 'OK', code: 'Ok', routes: [{ legs: [{}] }], trip: { legs: [{}] } }),
  'answers lines that cannot be read': (_, response) => answerJson(response, DAMAGED),
  'refuses what we ask': (_, response) =>
    answerJson(
      response,
      { code: 'InvalidQuery', error_code: 100, error: 'No', status: 'REQUEST_DENIED', routes: [] },
      400,
    ),
  'sends people elsewhere': (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'never ends': (_, response) => {
    const more = (): void => void (response.write(ENDLESS) ? setImmediate(more) : response.once('drain', more));
    more();
  },
};
const LENGTH = { distance: { value: 1 }, duration: { value: 1 } };
const STEP = { ...LENGTH, html_instructions: '', start_location: VADUZ, polyline: { points: '\u0001' } };
const DAMAGED = {
  status: 'OK',
  routes: [{ legs: [{ ...LENGTH, steps: [STEP] }] }],
  trip: { legs: [{ shape: '\u0001', summary: { length: 1, time: 1 } }] },
};

describe.each([
  ['Valhalla', (url: string): Router => new ValhallaRouter(url)],
  ['OSRM', (url: string): Router => new OsrmRouter(url)],
  ['Google', google],
  ['the server at DIRECTIONS_URL', (url: string): Router => new DetectedRouter(url)],
])('%s fails if its server', (_, routerOf) => {
  it.each(Object.entries(BROKEN))('%s', async (__, answering) => {
    const { url, close } = await serve(answering);
    await expect(routerOf(url).route([VADUZ, MALBUN], AbortSignal.timeout(1_000))).rejects.toThrow();
    const router: Router = routerOf(url);
    const vias = [{ location: MALBUN, isOnRoad: true }];
    const options = { curvy: true, unpaved: false, isShown: false, turnsAround: false, withinMeters: 1_000 };
    const call = router.through?.({ start: VADUZ, end: VADUZ }, vias, options, AbortSignal.timeout(1_000));
    if (call) await expect(call).rejects.toThrow();
    await close();
  });

  it('is gone', async () => {
    const { url, close } = await serve(() => undefined);
    await close();
    await expect(routerOf(url).route([VADUZ, MALBUN], AbortSignal.timeout(1_000))).rejects.toThrow();
  });
});

it('A connection that the server closes while it is idle does not fail the next request', async () => {
  let requests = 0;
  const osrm = await serveOsrm();
  const { url, close } = await serve(async (request, response) => {
    requests += 1;
    if (requests === 2) return request.socket.resetAndDestroy();
    const answer = await fetch(`${osrm.url}${request.url}`);
    return answerJson(response, (await answer.json()) as object, answer.status);
  });
  const router = new OsrmRouter(url);
  const ask = async () => (await router.route([VADUZ, MALBUN], AbortSignal.timeout(5_000)))?.source;
  expect([await ask(), await ask(), requests]).toEqual(['osrm', 'osrm', 3]);
  await close();
  await osrm.close();
});

describe('the server at DIRECTIONS_URL', () => {
  it('is detected again once it is back', async () => {
    let isBack = false;
    const osrm = await serveOsrm();
    const { url, close } = await serve(async (request, response) => {
      if (!isBack) return response.writeHead(502).end('<html>');
      const answer = await fetch(`${osrm.url}${request.url}`);
      return answerJson(response, (await answer.json()) as object, answer.status);
    });
    const router = new DetectedRouter(url);
    const ask = () => router.route([VADUZ, MALBUN], AbortSignal.timeout(5_000));
    await expect(ask()).rejects.toThrow('A proxy answered 502');
    isBack = true;
    expect((await ask())?.source).toBe('osrm');
    await close();
    await osrm.close();
  });
});
