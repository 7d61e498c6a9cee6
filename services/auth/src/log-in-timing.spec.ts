// Aim: S3: a failed login takes the same time for an unknown address and a wrong password: the medians of alternating
// attempts lie within 5% of each other. Measures the CPU time of all threads, so that other programs on the machine do
// not count.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { logInRequest, openAuth, PASSWORD, errorOf, UNLIMITED, VISITOR } from './auth.fixture.js';
import { PasswordHasher } from './passwords/password-hasher.js';

/** The product's own cost, because the spec compares the work. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const ROUNDS = 60;
const TRIES = 3;

const isAlike = (ratio = 0) => ratio > 0.95 && ratio < 1.05;

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('an unknown address and a wrong password take the same time', async () => {
  const hasher = new PasswordHasher({ cost: COST });
  await hasher.onApplicationBootstrap();
  const auth = await openAuth(database.url, { rates: UNLIMITED, hasher });
  await auth.member('ann@example.com');
  const passwordHash = await hasher.hash(PASSWORD);
  await auth.source.query('update account set password_hash = $1', [passwordHash]);
  const attempt = async (email: string) => {
    const before = process.cpuUsage();
    expect(await errorOf(auth.client.logIn(logInRequest(email, 'guessed-it'), VISITOR))).not.toBeNull();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const measure = async () => {
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const nobody = `nobody${round}@example.com`;
      if (round % 2 === 0) known.push(await attempt('ann@example.com'));
      unknown.push(await attempt(nobody));
      if (round % 2 === 1) known.push(await attempt('ann@example.com'));
    }
    return median(unknown) / median(known);
  };
  const ratios: number[] = [];
  // Noise from a busy machine differs in each try; a real difference shows in every one.
  while (ratios.length < TRIES && !isAlike(ratios.at(-1))) ratios.push(await measure());
  await auth.close();
  expect([ratios, isAlike(ratios.at(-1))]).toEqual([ratios, true]);
});
