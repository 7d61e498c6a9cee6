// Aim: F19: overlapping requests never receive each other's data.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AnyMethod } from '@switchback/platform/rpc/call';
import { repetitions, seededRandom } from '@switchback/testing/random';
import type { InjectOptions } from 'fastify';
import { openGateway } from '../testing/open-gateway.js';

const USERS = 64;
const REQUESTS = repetitions({ short: 1_000, full: 100_000 });
const { ask, auth, users, close } = await openGateway();
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const random = seededRandom(SEED);
afterAll(close);

const tagOf = (user: number) => `tag-${user}-`;
const idOf = (user: number) => `${tagOf(user)}id`;

/** Makes answers arrive in a different order than their requests. */
function shuffleAnswers(service: object): void {
  const methods = service as Record<string, unknown>;
  for (const [name, method] of Object.entries(methods)) {
    if (typeof method !== 'function' || name === 'failure') continue;
    methods[name] = async (request: unknown, call: never) => {
      for (let turns = random.below(4); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
      return (method as AnyMethod).call(service, request, call);
    };
  }
}

beforeAll(() => {
  for (let user = 0; user < USERS; user++) {
    auth.add(idOf(user), { email: `${tagOf(user)}mail@example.com`, accountType: user % 2 === 0 ? 'free' : 'hero' });
    users.add(idOf(user), { username: `${tagOf(user)}name`, bio: `${tagOf(user)}bio` });
  }
  shuffleAnswers(auth);
  shuffleAnswers(users);
});

function requestOf(user: number, token: string): InjectOptions {
  const url = (rest: string) => `/api/users/user/${idOf(user)}/${rest}`;
  const headers = { authorization: `Bearer ${token}` };
  const search = { type: 'drive', label: `${tagOf(user)}label`, value: `${tagOf(user)}value` };
  const requests: InjectOptions[] = [
    { method: 'POST', url: url('base'), payload: { token } },
    { method: 'POST', url: url('profile'), headers },
    { method: 'POST', url: url('profile'), payload: { token, profile: { bio: `${tagOf(user)}bio` } } },
    { method: 'POST', url: url('security'), headers },
    { method: 'POST', url: url(`save/${tagOf(user)}drive`), payload: { token } },
    { method: 'PUT', url: url('recent-searches'), headers, payload: { search } },
    { method: 'POST', url: url('recent-searches'), payload: { token } },
    { method: 'POST', url: '/api/auth/login', payload: { token } },
    {
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: `${tagOf(user)}mail@example.com`, password: 'secret-1' },
    },
  ];
  return requests[random.below(requests.length)] as InjectOptions;
}

describe(`${USERS} concurrent people (SEED=${SEED})`, () => {
  it(
    'get only their own data',
    async () => {
      const tokens = Array.from({ length: USERS }, (_, user) => auth.openSession(idOf(user)));
      let left = REQUESTS;
      const faults: string[] = [];
      const browse = async (user: number) => {
        while (left-- > 0) {
          const request = requestOf(user, tokens[user] ?? '');
          const { status, text } = await ask(request);
          const tags = new Set(text.match(/tag-\d+-/g));
          const isOwn = status === 200 && [...tags].every((tag) => tag === tagOf(user));
          if (!isOwn) faults.push(`${user}: ${status} ${text.slice(0, 200)}`);
        }
      };
      await Promise.all(tokens.map((_, user) => browse(user)));
      expect(faults.slice(0, 3)).toEqual([]);
    },
    60_000 + 10 * REQUESTS,
  );
});
