// Aim: F10: a drive added to a list, or removed from it, fifty times concurrently changes once, and its counts are
// published once.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DriveList } from '@switchback/proto/users/v1/service';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { repetitions, runSeed, seededRandom } from '@switchback/testing/random';
import { as, driveEvent, join, openUsers, type OpenedUsers, outboxOf } from './users.fixture.js';

const AT_ONCE = 50;
const BURSTS = repetitions({ short: 2, full: 500 });
const BURST_MAX_MS = 10_000;
const LISTS = [DriveList.DRIVE_LIST_SAVED, DriveList.DRIVE_LIST_COMPLETED];

const seed = runSeed();
const random = seededRandom(seed);
let database: TestDatabase;
let users: OpenedUsers;

beforeAll(async () => {
  database = await createTestDatabase();
  users = await openUsers(database.url);
  await join(users, 'ann');
});
afterAll(async () => {
  await users.close();
  await database.drop();
});

async function publishedOf(driveId: string) {
  const events = await outboxOf(users.source);
  return events
    .filter(({ topic }) => topic === 'users.popularity.v1')
    .map(({ payload }) => payload as { driveId: string; saves: number; completions: number })
    .filter((popularity) => popularity.driveId === driveId)
    .map(({ saves, completions }) => saves + completions);
}

it(
  `lists a drive once, however often it is requested (SEED=${seed})`,
  async () => {
    for (let burst = 0; burst < BURSTS; burst += 1) {
      const driveId = `burst-${burst}`;
      await users.facts.apply([driveEvent({ id: driveId })]);
      const list = LISTS[Math.floor(random.next() * LISTS.length)]!;
      const ask = (listed: boolean) =>
        Promise.all(Array.from({ length: AT_ONCE }, () => users.rpc.listDrive({ driveId, list, listed }, as('ann'))));

      const answers = await ask(true);
      const key = list === DriveList.DRIVE_LIST_SAVED ? 'saved' : 'completed';
      for (const { user } of answers)
        expect(user.lists?.[key].filter((id: string) => id === driveId)).toEqual([driveId]);
      expect(await publishedOf(driveId)).toEqual([1]);

      for (const { user } of await ask(false)) expect(user.lists?.[key]).not.toContain(driveId);
      expect(await publishedOf(driveId)).toEqual([1, 0]);
    }
  },
  BURSTS * BURST_MAX_MS,
);
