// Aim: a crowd of concurrent requests is served, if later, up to a bound; requests beyond it are refused with a time to
// retry.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bindInProcess } from '@switchback/platform/rpc/in-process';
import { type AuthService, AuthServiceDefinition } from '@switchback/proto/auth/v1/service';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { CHEAP, logInRequest, openAuth, type OpenedAuth, errorOf, signUpRequest, VISITOR } from './auth.fixture.js';
import { PasswordHasher } from './passwords/password-hasher.js';

const CROWD = 64;
/** Shorter than a hash at today's cost. */
const QUICK_MS = 20;

let database: TestDatabase;
let auth: OpenedAuth;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

async function open(hasher: PasswordHasher): Promise<void> {
  auth = await openAuth(database.url, { hasher });
}

const crowdOf = (ask: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: CROWD }, (_, index) => errorOf(ask(index))));

describe(`${CROWD} people concurrently`, () => {
  it('can all sign up and log in, on the smallest machine', async () => {
    await open(new PasswordHasher({ cost: CHEAP, cores: 1 }));
    const email = (index: number) => `crowd-${index}@example.com`;
    const signUps = crowdOf((index) => auth.client.signUp(signUpRequest(email(index)), VISITOR));
    expect((await signUps).filter(Boolean)).toEqual([]);
    for (let index = 0; index < CROWD; index++)
      await auth.client.confirmSignUp(auth.mailbox.linkTo(email(index)), VISITOR);
    const logIns = crowdOf((index) => auth.client.logIn(logInRequest(email(index)), VISITOR));
    expect((await logIns).filter(Boolean)).toEqual([]);
    await auth.close();
  }, 120_000);

  it('get a retry time if there are too many, and no request is left half done', async () => {
    await open(new PasswordHasher({ cost: CHEAP, runningMax: 1, waitingMax: 10 }));
    const names = (index: number) => signUpRequest(`many-${index}@example.com`, `many${index}`);
    const refusals = await crowdOf((index) => auth.client.signUp(names(index), VISITOR));
    const refused = refusals.filter((refusal) => refusal !== null);
    expect(refused.length).toBeGreaterThan(0);
    for (const refusal of refused)
      expect(refusal).toMatchObject({ error: 'tooManyRequests', additional: { retryAfterSeconds: 4 } });
    // Every accepted sign-up ran to completion, and no refused one holds a username.
    expect(auth.users.names.size).toBe(CROWD - refused.length);
    await auth.close();
  }, 120_000);
});

describe('a call with a password', () => {
  it('may take longer than other calls, because it waits in a queue', async () => {
    await open(new PasswordHasher());
    const client = bindInProcess<AuthService>(AuthServiceDefinition, auth.rpc, {
      timeoutMs: QUICK_MS,
      roundTrip: true,
    });
    await client.signUp(signUpRequest('slow@example.com'), VISITOR);
    await auth.client.confirmSignUp(auth.mailbox.linkTo('slow@example.com'), VISITOR);
    await expect(client.logIn(logInRequest('slow@example.com'), VISITOR)).resolves.toMatchObject({
      token: expect.any(String),
    });
    await auth.close();
  }, 120_000);
});
