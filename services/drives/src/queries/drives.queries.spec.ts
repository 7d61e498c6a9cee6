import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PRIVACIES, PUBLICATION_STATUSES } from '@switchback/contracts/rules/drives';
import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import type { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import { maySee } from '@switchback/platform/wire/audience';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { fakePlaces } from '@switchback/testing/fake-places';
import { runSeed, seededRandom } from '@switchback/testing/random';
import { In } from 'typeorm';
import { Drive } from '../drive/drive.entity.js';
import { audienceOf, obstacleToReading } from '../drive/drive.policy.js';
import { alter, importedDrive, openDrives, type OpenedDrives } from '../drives.fixture.js';
import { DrivesQueries } from './drives.queries.js';

const SEED = runSeed();
const owner: Caller = { userId: 'owner', accountType: 'hero' };
const friend: Caller = { userId: 'friend', accountType: 'hero' };
const stranger: Caller = { userId: 'stranger', accountType: 'hero' };

let database: TestDatabase;
let drives: OpenedDrives;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openDrives(database.url, fakePlaces());
});
beforeEach(() => drives.source.query('truncate drive, outbox cascade'));
afterAll(async () => {
  await drives.close();
  await database.drop();
});

/** Stores a drive for each key with the given changes. @returns their ids. */
async function store(changes: Record<string, Partial<Drive>>): Promise<string[]> {
  await drives.service.importDrives(Object.keys(changes).map((id) => importedDrive({ id })));
  const ids: string[] = [];
  for (const [key, change] of Object.entries(changes))
    ids.push(await alter(drives.source, key, { description: '', ...change }));
  return ids;
}

const asPrivate: Partial<Drive> = {
  privacy: 'private',
  status: 'none',
  ownerId: 'owner',
  sharedWith: ['friend'],
  official: false,
};
const asPending: Partial<Drive> = {
  status: 'pending',
  ownerId: 'owner',
  official: false,
  changeRequest: { title: 'Shorter, please.' },
};

describe('summaries', () => {
  it('keep the requested order and omit unknown and hidden drives', async () => {
    // Aim: a list of ids is answered as far as the caller may see it, and reveals nothing about the rest.
    const [a, hidden, c, pending] = (await store({ a: {}, hidden: asPrivate, c: {}, pending: asPending })) as [
      string,
      string,
      string,
      string,
    ];
    const ids = [c, 'unknown', hidden, a, '\u0000', pending, c];
    const seenBy = async (caller: Caller | null) => (await drives.queries.summaries(ids, caller)).map(({ id }) => id);
    expect(await seenBy(null)).toEqual([c, a]);
    expect(await seenBy(stranger)).toEqual([c, a]);
    expect(await seenBy(friend)).toEqual([c, hidden, a]);
    expect(await seenBy(owner)).toEqual([c, hidden, a, pending]);
  });
});

describe('details and directions', () => {
  it('of a hidden drive look like those of a missing drive', async () => {
    // Aim: the refusals are equal, so that a private drive's existence does not leak.
    const [id] = (await store({ hidden: asPrivate })) as [string];
    for (const input of [id, 'unknown', '\u0000', '']) {
      await expect(drives.queries.details(input, stranger)).rejects.toMatchObject({ error: 'driveNotFound' });
      await expect(drives.queries.directions(input, null)).rejects.toMatchObject({ error: 'driveNotFound' });
    }
    expect((await drives.queries.directions(id, friend)).source).toBe('track');
  });

  it('of a shared drive ask a friend with a free account to upgrade', async () => {
    // Aim: people whose Hero account ended learn from each read call how to see the drive again.
    const [id] = (await store({ shared: asPrivate })) as [string];
    const upgrade = { error: 'upgradeNeeded', additional: { upgrade: true } };
    await expect(drives.queries.details(id, { ...friend, accountType: 'free' })).rejects.toMatchObject(upgrade);
    await expect(drives.queries.directions(id, { ...friend, accountType: 'free' })).rejects.toMatchObject(upgrade);
    expect((await drives.queries.details(id, friend)).summary?.id).toBe(id);
  });

  it('reveal shares and requests of staff only to owner and staff', async () => {
    // Aim: a friend sees the drive, but not its other viewers; its owner sees both.
    const [shared, pending] = (await store({ shared: asPrivate, pending: asPending })) as [string, string];
    expect((await drives.queries.details(shared, friend)).privateShares).toEqual([]);
    expect((await drives.queries.details(shared, owner)).privateShares).toEqual(['friend']);
    expect((await drives.queries.details(pending, owner)).changeRequest).toEqual({ title: 'Shorter, please.' });
  });
});

describe('the condition for visibility', () => {
  it('matches the policy in the database', async () => {
    // Aim: each caller sees of each state what the policy's table allows, by id, in lists of ids, as details and as
    // directions.
    const callers: (Caller | null)[] = [null, { userId: '', accountType: 'free' }];
    for (const userId of ['owner', 'friend', 'stranger'])
      for (const accountType of ['free', 'hero', 'admin'] as const) callers.push({ userId, accountType });
    const states = PRIVACIES.flatMap((privacy) => PUBLICATION_STATUSES.map((status) => ({ privacy, status })));
    const people = [
      { ownerId: 'owner', sharedWith: ['friend'] },
      { ownerId: null, sharedWith: [] },
    ];
    const all = states.flatMap((state) =>
      people.flatMap((access) => [false, true].map((hidden) => ({ ...state, ...access, hidden }))),
    );
    const ids = await store(Object.fromEntries(all.map((access, index) => [`drive-${index}`, access])));
    for (const caller of callers) {
      const expected = ids.filter((_, index) => maySee(audienceOf(all[index]!), caller));
      const isSeen = async (ask: (id: string) => Promise<unknown>) => {
        const seen = await Promise.all(ids.map((id) => ask(id).then(Boolean, () => false)));
        return ids.filter((_, index) => seen[index]);
      };
      const obstacles = await Promise.all(
        ids.map((id) =>
          drives.queries.details(id, caller).then(
            () => null,
            ({ error }: ProductError) => error,
          ),
        ),
      );
      expect(obstacles).toEqual(all.map((access) => obstacleToReading(access, caller)));
      expect((await drives.queries.summaries(ids, caller)).map(({ id }) => id)).toEqual(expected);
      expect(await isSeen((id) => drives.queries.details(id, caller))).toEqual(expected);
      expect(await isSeen((id) => drives.queries.directions(id, caller))).toEqual(expected);
    }
  });

  it('finds no row of a hidden drive', async () => {
    // Aim: the service does the same work for a private drive as for a missing one, so that its response time reveals
    // nothing.
    const [hidden, pending] = (await store({ hidden: asPrivate, pending: asPending })) as [string, string];
    const read: unknown[] = [];
    const repository = drives.source.getRepository(Drive);
    const subscriber = { afterLoad: (entity: unknown) => void read.push(entity) };
    drives.source.subscribers.push(subscriber);
    for (const id of [hidden, pending, 'unknown']) {
      expect(await drives.queries.summaries([id], stranger)).toEqual([]);
      await expect(drives.queries.details(id, stranger)).rejects.toMatchObject({ error: 'driveNotFound' });
    }
    expect(read).toEqual([]);
    await repository.findOneByOrFail({ id: hidden });
    expect(read).toHaveLength(1);
    drives.source.subscribers.pop();
  });
});

describe('lists without a caller', () => {
  it('contain only published drives', async () => {
    // Aim: popularity, ranking, proximity and statistics never reveal a private or pending drive.
    const best = { popularity: 9, starRating: 5, worldRanked: true };
    const [open] = (await store({
      open: best,
      hidden: { ...best, ...asPrivate },
      pending: { ...best, ...asPending },
    })) as [string];
    const lists = [
      drives.queries.popular(24),
      drives.queries.worldRanking(100),
      drives.queries.nearby({ lat: 35.5, lng: -82.5 }, 25),
    ];
    for (const list of await Promise.all(lists)) expect(list.map(({ id }) => id)).toEqual([open]);
    expect((await drives.queries.stats()).count).toBe(1);
  });

  it('order popular drives by saves and completions, then stars, and unrated ones last', async () => {
    // Aim: the carousel starts with the most liked drives, and a limit cuts the rest.
    const [saved, five, four] = await store({
      saved: { popularity: 3 },
      five: { starRating: 5 },
      four: { starRating: 4 },
      unrated: {},
    });
    expect((await drives.queries.popular(3)).map(({ id }) => id)).toEqual([saved, five, four]);
  });

  it('rank the world by stars among those selected by staff', async () => {
    // Aim: a better drive without a rank is not included.
    const [, first, second] = await store({
      unranked: { starRating: 5 },
      first: { worldRanked: true, starRating: 4.8 },
      second: { worldRanked: true, starRating: 4.1 },
      third: { worldRanked: true },
    });
    expect((await drives.queries.worldRanking(2)).map(({ id }) => id)).toEqual([first, second]);
  });
});

describe('nearby', () => {
  it('returns the same drives as measuring each one, also near the poles and across the antimeridian', async () => {
    // Aim: no index, box or projection loses a drive that starts closer than a returned one.
    const random = seededRandom(SEED);
    const between = (low: number, high: number) => low + random.next() * (high - low);
    const location = (): LatLng => ({
      lat: random.pick([between(-55, 75), between(60, 75), between(34, 36)]),
      lng: random.pick([between(-179, 179), between(177, 179), between(-179, -177), between(-84, -81)]),
    });
    const batch = Array.from({ length: 300 }, (_, index) => {
      const { lat, lng } = location();
      return importedDrive({
        id: `n${index}`,
        line: [
          [lng, lat],
          [lng + 0.01, lat + 0.01],
        ],
      });
    });
    await drives.service.importDrives(batch);
    const all = await drives.source.getRepository(Drive).find();
    for (let round = 0; round < 40; round += 1) {
      const from = round % 10 === 0 ? { lat: 89.5, lng: between(-180, 180) } : location();
      const expected = all
        .map(({ id, startLocation: { x, y } }) => ({ id, meters: distanceMeters(from, { lat: y, lng: x }) }))
        .sort((a, b) => a.meters - b.meters)
        .slice(0, 25);
      const found = await drives.queries.nearby(from, 99);
      expect({ seed: SEED, from, ids: found.map(({ id }) => id) }).toEqual({
        seed: SEED,
        from,
        ids: expected.map(({ id }) => id),
      });
    }
  });

  it('is empty without drives', async () => {
    // Aim: an empty catalogue is not an error.
    expect(await drives.queries.nearby({ lat: 0, lng: 180 }, 25)).toEqual([]);
  });
});

describe('statistics', () => {
  it('match a sum over every drive', async () => {
    // Aim: count, sums and distinct regions equal a plain count over all summaries.
    const lines = [0, 0, 1, 2, 5].map((degrees): [number, number][] => [
      [-82.5 + degrees, 35.5],
      [-82.4 + degrees, 35.6],
    ]);
    await drives.service.importDrives(lines.map((line, index) => importedDrive({ id: `s${index}`, line })));
    const all = await drives.source.getRepository(Drive).find();
    const stats = await drives.queries.stats();
    expect(stats).toMatchObject({
      count: 5,
      states: 4,
      countries: 1,
      duration: all.reduce((sum, { duration }) => sum + duration, 0),
    });
    expect(stats.distance).toBeCloseTo(
      all.reduce((sum, { distance }) => sum + distance, 0),
      3,
    );
  });

  it('are cached for half a second', async () => {
    // Aim: a busy landing page costs two counts a second, and no figure is older than half a second.
    let nowMs = 0;
    const queries = new DrivesQueries(drives.source.getRepository(Drive), { monotonicMs: () => nowMs });
    expect((await queries.stats()).count).toBe(0);
    await drives.service.importDrives([importedDrive()]);
    nowMs = 499;
    expect((await queries.stats()).count).toBe(0);
    nowMs = 500;
    expect((await queries.stats()).count).toBe(1);
  });

  it('of an empty catalog are zero', async () => {
    // Aim: the landing page shows numbers from the first start.
    expect(await drives.queries.stats()).toEqual({ count: 0, distance: 0, duration: 0, states: 0, countries: 0 });
  });
});

/** Returns the ids of each page. */
async function walk(limit: number, between: () => Promise<void> = async () => undefined): Promise<string[][]> {
  const pages: string[][] = [];
  let pageToken = '';
  do {
    const { states, nextPageToken } = await drives.queries.states(pageToken, limit);
    pages.push(states.map(({ id }) => id));
    pageToken = nextPageToken;
    await between();
  } while (pageToken !== '');
  return pages;
}

describe('the states of all drives', () => {
  it('are paged, each once, private ones included', async () => {
    // Aim: a rebuild that reads all pages gets every drive exactly once.
    const ids = await store({ a: {}, b: asPrivate, c: asPending, d: {}, e: {} });
    const met = (await walk(2)).flat();
    expect(met).toHaveLength(ids.length);
    expect(met.toSorted()).toEqual(ids.sort());
  });

  it('have shorter pages if their lines are long', async () => {
    // Aim: a page fits into one gRPC message, whatever people import.
    await store({ a: {}, b: {}, c: {} });
    await drives.source.query('update drive_route set path = $1', ['?'.repeat(2_500_000)]);
    expect((await walk(10)).map((page) => page.length)).toEqual([1, 1, 1]);
  });

  it('are in an order that keeps neighbors together', async () => {
    // Aim: rebuilt data has drives of one region next to each other.
    const starts = { west1: -110, east1: 100, west2: -110.3, east2: 100.3, west3: -110.6 };
    const imported = Object.entries(starts).map(([id, lng]) =>
      importedDrive({
        id,
        line: [
          [lng, 45],
          [lng + 0.1, 45.1],
          [lng + 0.2, 45],
        ],
      }),
    );
    await drives.service.importDrives(imported);
    const states = (await drives.queries.states('', 5)).states;
    const sides = states.map(({ saved }) => saved!.summary!.title.replace(/\d/, ''));
    expect(sides).toEqual(['Drive west', 'Drive west', 'Drive west', 'Drive east', 'Drive east']);
  });

  it('are returned once each while drives move and new ones arrive', async () => {
    // Aim: a listing with concurrent edits neither misses a drive nor returns one twice.
    const ids = await store({ a: {}, b: {}, c: {}, d: {}, e: {} });
    const moved = { startLocation: { x: 170, y: 80 } };
    const met = await walk(
      2,
      async () => void (await drives.source.getRepository(Drive).update({ id: In(ids) }, moved)),
    );
    expect(met.flat().toSorted()).toEqual(ids.sort());
  });

  it('reject a token of no page', async () => {
    // Aim: a caller with a wrong token gets an error instead of a partial listing.
    for (const token of ['0', 'x.y', `1.${'a'.repeat(65)}`, '12345678901.a', "1.a'--"])
      await expect(drives.queries.states(token, 10)).rejects.toThrow(/token/);
  });
});
