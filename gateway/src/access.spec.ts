// Aim: each call answers each kind of asker as the table says, wherever the token is; every call has a row.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RouteName } from '@switchback/contracts/routes';
import { ACCESS_TABLE, ASKERS, expectedStatus, rowOf } from './testing/access.table.js';
import { openApiDocument } from './openapi/document.js';
import { ENDPOINTS } from '@switchback/contracts/endpoints/all';
import { asking, carriersOf, carrying, populate } from './testing/askers.js';
import { faultsOfShape, openGateway } from './testing/open-gateway.js';
import { requestOf, SAMPLE_CALLS } from './testing/sample-calls.js';

// All requests of this spec share one IP address.
const opened = await openGateway({ environment: { MESSAGES_PER_ADDRESS: '1000' } });
const { gateway, ask, auth, users, storage, close } = opened;
await (await storage()).put(users.exported.key, [Buffer.from('PK')], { contentType: 'application/zip', maxBytes: 2 });
afterAll(close);
beforeEach(() => populate(opened));

/** Routes of the API outside the contract, open to anyone: the API documentation. */
const OUTSIDE_THE_CONTRACT = [
  '/api/docs',
  '/api/docs/favicon-32x32.png',
  '/api/docs/start.js',
  '/api/docs/swagger-ui-bundle.js',
  '/api/docs/swagger-ui.css',
  '/api/openapi.json',
];

interface Operation {
  operationId: RouteName;
  'x-access': string;
}
const document = openApiDocument('Switchback', 'https://drives.example') as unknown as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Returns every path below /api known to the server, parsed from the printed routing tree. */
function openedPaths(): string[] {
  const printed = gateway.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false });
  const above: string[] = [];
  const paths = printed.split('\n').map((line) => {
    const [, indent = '', segment = ''] = /^([\s\u2500-\u257f]*)(.*?)(?: \([A-Z-, ]+\))?$/.exec(line) ?? [];
    const depth = indent.length / 4;
    above.splice(depth - 1, Infinity, segment);
    return above.join('');
  });
  return [...new Set(paths.filter((path) => path.startsWith('/api')))];
}

describe('the access table', () => {
  it('has exactly one row per call of the document', () => {
    expect(Object.keys(ACCESS_TABLE).toSorted()).toEqual(operations.map(({ operationId }) => operationId).toSorted());
  });

  it('has a row for each API address that the server opens', () => {
    // Aim: routes bound without the contract are found, too.
    const declared = ENDPOINTS.map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1'));
    expect(openedPaths().toSorted()).toEqual([...new Set([...declared, ...OUTSIDE_THE_CONTRACT])].toSorted());
  });

  it('matches the document for each call', () => {
    const told = operations.map(({ operationId, 'x-access': access }) => [operationId, access]);
    expect(told).toEqual(told.map(([name]) => [name, rowOf(name as RouteName).access]));
  });

  it.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))('holds for %s', async (name, endpoint) => {
    const carriers = carriersOf(name, endpoint.file !== undefined);
    const cells = ASKERS.flatMap((asker) => carriers.map((carrier) => ({ asker, carrier })));
    const expected = cells.map(({ asker, carrier }) => `${asker}, ${carrier}: ${expectedStatus(endpoint, asker)}`);
    const seen: string[] = [];
    for (const { asker, carrier } of cells) {
      populate(opened);
      const { token, about } = await asking(opened, asker);
      const answer = await ask(await carrying(requestOf(name, SAMPLE_CALLS[name], about), carrier, token));
      seen.push(`${asker}, ${carrier}: ${answer.status}`);
      if (answer.status >= 400) expect(faultsOfShape(answer)).toEqual([]);
    }
    expect(seen).toEqual(expected);
  });
});

describe('who asks', () => {
  it.each(['x-user-id', 'x-caller', 'x-forwarded-user', 'switchback-identity', 'cookie', 'x-authorization', 'token'])(
    'is not taken from a header such as %s',
    async (name) => {
      // Aim: headers added by browsers and proxies authenticate no one.
      const token = auth.openSession('admin');
      const request = requestOf('user', SAMPLE_CALLS.user, 'admin');
      for (const value of ['admin', token, `token=${token}`, `Bearer ${token}`])
        expect((await ask({ ...request, headers: { [name]: value } })).status).toBe(401);
    },
  );

  it('cannot be two people', async () => {
    // Aim: conflicting tokens in header and body are refused; neither is preferred.
    const [free, hero] = [auth.openSession('free'), auth.openSession('hero')];
    const request = requestOf('user', SAMPLE_CALLS.user, 'free');
    const both = { ...request, headers: { authorization: `Bearer ${free}` } };
    expect((await ask({ ...both, payload: { token: free } })).status).toBe(200);
    expect((await ask({ ...both, payload: { token: hero } })).status).toBe(401);
  });
});
