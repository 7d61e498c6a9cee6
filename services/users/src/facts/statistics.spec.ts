import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Privacy, PublicationStatus } from '@switchback/contracts/rules/drives';
import { drivenStatsOf } from '@switchback/platform/wire/driven';
import type { Caller } from '@switchback/platform/rpc/call';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { DriveList } from '@switchback/proto/users/v1/service';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { type Random, repetitions, runSeed, seededRandom } from '@switchback/testing/random';
import { Popularity } from '../lists/popularity.entity.js';
import { as, deletedDrive, driveEvent, join, openUsers, type OpenedUsers } from '../users.fixture.js';

const seed = runSeed();
const ROUNDS = repetitions({ short: 20, full: 200 });
const STEPS = 12;
const DRIVES = Array.from({ length: 12 }, (_, index) => `d${index}`);
const PEOPLE = ['ann', 'bob', 'cid'];
const LISTS = { saved: DriveList.DRIVE_LIST_SAVED, completed: DriveList.DRIVE_LIST_COMPLETED };
type List = keyof typeof LISTS;

/** A drive as the drives service would store it; null once it is deleted. */
interface Truth {
  version: number;
  drive: {
    ownerId: string;
    sharedWith: string[];
    privacy: Privacy;
    status: PublicationStatus;
    distance: number;
    duration: number;
    regions: { country: number; states: number[] }[];
  } | null;
}

let database: TestDatabase;
let users: OpenedUsers;

beforeAll(async () => {
  database = await createTestDatabase();
  users = await openUsers(database.url);
  for (const id of PEOPLE) await join(users, id);
});
afterAll(async () => {
  await users.close();
  await database.drop();
});

function anyDrive(random: Random): NonNullable<Truth['drive']> {
  const ownerId = random.pick(['', ...PEOPLE]);
  const privacy = ownerId !== '' && random.chance(0.5) ? 'private' : 'public';
  return {
    ownerId,
    privacy,
    sharedWith: privacy === 'private' ? PEOPLE.filter((id) => id !== ownerId && random.chance(0.4)) : [],
    status:
      privacy === 'private'
        ? 'none'
        : random.pick(['approved', 'approved', 'approved', 'pending', 'changes-requested']),
    distance: random.below(100_000),
    duration: random.below(10_000),
    regions: Array.from({ length: random.below(3) }, () => {
      const country = 1 + random.below(3);
      return { country, states: Array.from({ length: random.below(3) }, () => country * 10 + random.below(4)) };
    }),
  };
}

function eventOf(id: string, { version, drive }: Truth): DriveEvent {
  if (!drive) return deletedDrive(id, version);
  const named = (region: number) => ({ id: region, name: `Region ${region}` });
  const countryOf = ({ country, states }: (typeof drive.regions)[number]) => ({
    country: named(country),
    states: states.map(named),
  });
  const { ownerId, sharedWith, regions, ...values } = drive;
  return driveEvent({ id, rev: version, countries: regions.map(countryOf), ...values }, { ownerId, sharedWith });
}

/** Recounts everything from the true states, one drive at a time. */
class Recount {
  readonly truth = new Map<string, Truth>();
  readonly lists = new Map(PEOPLE.map((id) => [id, { saved: [] as string[], completed: [] as string[] }]));

  /** Returns whether the viewer may know of a drive. */
  sees(id: string, viewer: Caller | null): boolean {
    const drive = this.truth.get(id)?.drive;
    if (!drive) return false;
    if (drive.privacy === 'public' && drive.status === 'approved') return true;
    if (viewer?.userId === drive.ownerId) return true;
    return viewer?.accountType === 'hero' && drive.privacy === 'private' && drive.sharedWith.includes(viewer.userId);
  }

  listed(userId: string, list: List, viewer: Caller | null): string[] {
    return this.lists.get(userId)![list].filter((id) => this.sees(id, viewer));
  }

  driven(userId: string, viewer: Caller | null) {
    const drives = this.listed(userId, 'completed', viewer).map((id) => this.truth.get(id)!.drive!);
    const regions = drives.flatMap((drive) => drive.regions);
    const inOrder = (ids: number[]) => [...new Set(ids)].sort((a, b) => a - b);
    return {
      distance: drives.map(({ distance }) => distance),
      duration: drives.map(({ duration }) => duration),
      states: inOrder(regions.flatMap(({ states }) => states)),
      countries: inOrder(regions.map(({ country }) => country)),
    };
  }

  made(userId: string, kind: 'private' | 'pending' | 'published'): string[] {
    const is = ({ privacy, status }: NonNullable<Truth['drive']>) =>
      privacy === 'private' ? 'private' : status === 'approved' ? 'published' : 'pending';
    return [...this.truth].flatMap(([id, { drive }]) => (drive?.ownerId === userId && is(drive) === kind ? [id] : []));
  }
}

/** Runs one random step: a drive changes or is deleted, an old event is repeated, or a person changes a list. */
async function step(recount: Recount, history: DriveEvent[], random: Random): Promise<void> {
  const id = random.pick(DRIVES);
  const current = recount.truth.get(id);
  if (random.chance(0.2) && history.length > 0) return users.facts.apply([random.pick(history), random.pick(history)]);
  if (random.chance(0.35)) {
    if (current?.drive === null) return;
    const next = { version: (current?.version ?? 0) + 1, drive: random.chance(0.1) ? null : anyDrive(random) };
    recount.truth.set(id, next);
    const event = eventOf(id, next);
    history.push(event);
    return users.facts.apply([event]);
  }
  const userId = random.pick(PEOPLE);
  const list = random.pick(['saved', 'completed'] as const);
  const listed = random.chance(0.7);
  const request = { driveId: id, list: LISTS[list], listed };
  const isRefused = listed && !recount.sees(id, as(userId).caller);
  const promise = users.rpc.listDrive(request, as(userId));
  if (isRefused) return expect(promise).rejects.toMatchObject({ error: 'driveNotFound' });
  await promise;
  const entries = recount.lists.get(userId)!;
  if (!listed) entries[list] = entries[list].filter((entry) => entry !== id);
  else if (!entries[list].includes(id)) entries[list].unshift(id);
}

async function expectEqual(recount: Recount, random: Random): Promise<void> {
  const userId = random.pick(PEOPLE);
  const { caller } = as(userId);
  const { user } = await users.rpc.getUser({}, as(userId));
  expect([userId, user.driven]).toEqual([userId, recount.driven(userId, caller)]);
  expect(user.drivenStats).toEqual(drivenStatsOf(user.driven!));
  const { saved, completed, ...made } = user.lists!;
  expect([saved, completed]).toEqual([
    recount.listed(userId, 'saved', caller),
    recount.listed(userId, 'completed', caller),
  ]);
  for (const kind of ['private', 'pending', 'published'] as const)
    expect([userId, kind, [...made[kind]].sort()]).toEqual([userId, kind, recount.made(userId, kind).sort()]);
  for (const viewer of [null, as(random.pick(PEOPLE)).caller, as('stranger').caller]) {
    const asked = viewer?.userId === userId ? null : viewer;
    const { profile } = await users.rpc.getPublicProfile({ userId }, { requestId: 'spec', caller: viewer });
    expect([viewer, profile.drivenStats]).toEqual([viewer, drivenStatsOf(recount.driven(userId, asked))]);
    expect([viewer, profile.saved!.ids]).toEqual([viewer, recount.listed(userId, 'saved', asked)]);
    expect([viewer, [...profile.published!.ids].sort()]).toEqual([viewer, recount.made(userId, 'published').sort()]);
  }
}

async function expectPopularity(recount: Recount): Promise<void> {
  const popular = await users.source.getRepository(Popularity).find({ order: { driveId: 'asc' } });
  const stored = popular
    .filter(({ saves, completions }) => saves + completions > 0)
    .map(({ driveId, saves, completions }) => ({ driveId, saves, completions }));
  const counted = DRIVES.toSorted().flatMap((driveId) => {
    if (recount.truth.get(driveId)?.drive === null) return [];
    const of = (list: List) => [...recount.lists.values()].filter((lists) => lists[list].includes(driveId)).length;
    return of('saved') + of('completed') > 0 ? [{ driveId, saves: of('saved'), completions: of('completed') }] : [];
  });
  expect(stored).toEqual(counted);
}

describe(`statistics and lists (SEED=${seed})`, () => {
  it('equal a recount at all times', async () => {
    // Aim: whatever happens to drives and lists, including repeated and late events, every figure equals a recount.
    const random = seededRandom(seed);
    const recount = new Recount();
    const history: DriveEvent[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let count = 0; count < STEPS; count += 1) await step(recount, history, random);
      await expectEqual(recount, random);
      await expectPopularity(recount);
    }
  });
});
