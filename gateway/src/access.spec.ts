// Aim: each call answers each kind of asker as the table says, whatever carries the token; no call is without a row.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ROUTES, type RouteName } from '@switchback/contracts/routes';
import type { InjectOptions } from 'fastify';
import { ACCESS_TABLE, type Asker, ASKERS } from './access.table.js';
import { openApiDocument } from './openapi/document.js';
import { faultsOfShape, openGateway } from './testing/open-gateway.js';
import { requestOf, SAMPLE_CALLS } from './testing/sample-calls.js';

const { ask, auth, users, storage, close } = await openGateway();
await (await storage()).put(users.exported.key, [Buffer.from('PK')], { contentType: 'application/zip', maxBytes: 2 });
afterAll(close);

const TYPES = ['free', 'hero', 'admin'] as const;
/** Whose account every call is about that is not about the asker's own. */
const OTHER = 'other';

/** Everybody as they were before any call. */
function populate(): void {
  for (const id of TYPES) auth.add(id, { accountType: id });
  auth.add(OTHER, { accountType: 'hero' });
  for (const id of [OTHER, ...TYPES]) users.add(id);
}

beforeEach(populate);

/** A token of the asker, and whose account they ask about. */
function asking(asker: Asker): { token: string | null; about: string } {
  const type = TYPES.find((candidate) => asker.startsWith(candidate));
  if (type) return { token: auth.begin(type), about: asker === type ? OTHER : type };
  if (asker === 'anonymous') return { token: null, about: OTHER };
  const token = auth.begin('free');
  if (asker === 'expired') auth.end('free');
  else auth.accounts.delete('free');
  return { token, about: 'free' };
}

const CARRIERS = {
  header: (request: InjectOptions, token: string): InjectOptions => ({
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${token}` },
  }),
  body: (request: InjectOptions, token: string): InjectOptions => ({
    ...request,
    payload: { ...(request.payload as object), token },
  }),
};

interface Operation {
  operationId: RouteName;
  'x-access': string;
}
const document = openApiDocument('Switchback', 'https://drives.example') as unknown as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

describe('the table of who may make which call', () => {
  it('has a row for each call of the document, and none for another', () => {
    expect(Object.keys(ACCESS_TABLE).toSorted()).toEqual(operations.map(({ operationId }) => operationId).toSorted());
  });

  it('says of each call what the document says', () => {
    for (const { operationId, 'x-access': access } of operations) {
      const { anonymous, hero } = ACCESS_TABLE[operationId];
      const told = anonymous !== 401 ? 'anyone' : hero === 403 ? 'owner' : 'member';
      expect([operationId, access]).toEqual([operationId, told]);
    }
  });

  it.each(operations.map(({ operationId }) => operationId))('holds for %s', async (name) => {
    const call = SAMPLE_CALLS[name];
    const seen: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const asker of ASKERS) {
      for (const carrier of ['header', 'body'] as const) {
        if (carrier === 'body' && (ROUTES[name].method === 'GET' || !call.body)) continue;
        populate();
        const { token, about } = asking(asker);
        const request = requestOf(name, call, about);
        const answer = await ask(token === null ? request : CARRIERS[carrier](request, token));
        seen[`${asker} ${carrier}`] = answer.status;
        expected[`${asker} ${carrier}`] = ACCESS_TABLE[name][asker];
        if (answer.status >= 400) expect(faultsOfShape(answer)).toEqual([]);
      }
    }
    expect(seen).toEqual(expected);
  });
});

describe('who asks', () => {
  it.each(['x-user-id', 'x-caller', 'x-forwarded-user', 'switchback-identity', 'cookie', 'x-authorization', 'token'])(
    'is never told by a header such as %s',
    async (name) => {
      // Aim: what a browser or a proxy adds makes nobody a member.
      const token = auth.begin('admin');
      const request = requestOf('user', SAMPLE_CALLS.user, 'admin');
      for (const value of ['admin', token, `token=${token}`, `Bearer ${token}`])
        expect((await ask({ ...request, headers: { [name]: value } })).status).toBe(401);
    },
  );

  it('cannot be two people at once', async () => {
    // Aim: a header that says one and a body that says another are refused, not chosen from.
    const [free, hero] = [auth.begin('free'), auth.begin('hero')];
    const request = requestOf('user', SAMPLE_CALLS.user, 'free');
    const both = { ...request, headers: { authorization: `Bearer ${free}` } };
    expect((await ask({ ...both, payload: { token: free } })).status).toBe(200);
    expect((await ask({ ...both, payload: { token: hero } })).status).toBe(401);
  });
});
