// Aim: a drive shows the combined ratings of its reviews, in whatever order and however often they arrive, and its
// creator's own rating before the first.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { EventFactory } from '@switchback/platform/events/event';
import { randomIds } from '@switchback/platform/ids';
import type { RatingEvent } from '@switchback/proto/reviews/v1/events';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { fakePlaces } from '@switchback/testing/fake-places';
import { runSeed, seededRandom } from '@switchback/testing/random';
import { Drive } from '../drive/drive.entity.js';
import { DriveEvents } from '../events/drive-events.js';
import { DriveRatings } from './drive-ratings.js';
import { alter, importedDrive, openDrives, type OpenedDrives } from '../drives.fixture.js';

const seed = runSeed();
let database: TestDatabase;
let drives: OpenedDrives;
let ids: string[];
let ratings: DriveRatings;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openDrives(database.url, fakePlaces());
  const events = new DriveEvents(new EventFactory({ source: 'drives', clock: systemClock, ids: randomIds }));
  ratings = new DriveRatings(drives.source.getRepository(Drive), events);
});
beforeEach(async () => {
  await drives.source.query('truncate drive, outbox cascade');
  await drives.service.importDrives([importedDrive({ id: 'a' }), importedDrive({ id: 'b' })]);
  ids = [await alter(drives.source, 'a', { starRating: 3 }), await alter(drives.source, 'b', { starRating: 2 })];
});
afterAll(async () => {
  await drives.close();
  await database.drop();
});

const event = (
  rev: number,
  reviewCount: number,
  starRating?: number,
  overrides?: Partial<RatingEvent>,
): RatingEvent => ({
  driveId: ids[0]!,
  rev,
  reviewCount,
  starReviewCount: starRating === undefined ? 0 : reviewCount,
  starRating,
  intensityRating: undefined,
  roadQualityRating: undefined,
  trafficRating: undefined,
  ...overrides,
});
async function shown(): Promise<{ stars: number | undefined; count: number } | undefined> {
  const [drive] = await drives.queries.summaries([ids[0]!], null);
  return drive && { stars: drive.starRating, count: drive.reviewCount };
}

describe(`the rating of a drive (SEED=${seed})`, () => {
  it('is the mean while a review rates it, and otherwise that of its creator', async () => {
    expect(await shown()).toEqual({ stars: 3, count: 0 });
    await ratings.apply([event(1, 2, 4.25)]);
    expect(await shown()).toEqual({ stars: 4.25, count: 2 });
    await ratings.apply([event(2, 1)]);
    expect(await shown()).toEqual({ stars: 3, count: 1 });
  });

  // Aim: a drive tells apart the ratings of reviews and those of its author, axis by axis.
  it('counts the reviews that rate the stars, and names what is the author’s own', async () => {
    await alter(drives.source, 'a', { intensityRating: 6, trafficRating: 2 });
    const told = async () => {
      const { summary, authorRatings } = await drives.queries.details(ids[0]!, null);
      return { counts: [summary?.starReviewCount, summary?.reviewCount], authorRatings };
    };
    expect(await told()).toEqual({ counts: [0, 0], authorRatings: ['starRating', 'intensityRating', 'trafficRating'] });
    await ratings.apply([event(1, 1, undefined, { intensityRating: 8 })]);
    expect(await told()).toEqual({ counts: [0, 1], authorRatings: ['starRating', 'trafficRating'] });
    await ratings.apply([event(2, 3, 4, { starReviewCount: 2 })]);
    expect(await told()).toEqual({ counts: [2, 3], authorRatings: ['intensityRating', 'trafficRating'] });
  });

  // Aim: an event of the previous release, which lacks the number, leaves no drive with stars of no review.
  it('counts every review as one with stars if the event does not tell', async () => {
    await ratings.apply([event(1, 2, 4.25, { starReviewCount: undefined })]);
    expect((await drives.queries.summaries([ids[0]!], null))[0]?.starReviewCount).toBe(2);
  });

  it('is the newest state after any order and repetition', async () => {
    const random = seededRandom(seed);
    const events = Array.from({ length: 30 }, (_, index) => event(index + 1, index, 1 + (index % 9) / 2));
    const told = random.shuffle([...events, ...events, ...events]);
    for (let first = 0; first < told.length; first += 7) await ratings.apply(told.slice(first, first + 7));
    expect(await shown()).toEqual({ stars: events[29]!.starRating, count: 29 });
  });

  it('of a deleted drive changes nothing', async () => {
    await ratings.apply([{ ...event(1, 1, 5), driveId: 'gone' }]);
    expect(await shown()).toEqual({ stars: 3, count: 0 });
  });

  it('sorts the lists by stars', async () => {
    await ratings.apply([{ ...event(1, 1, 5), driveId: ids[1]! }]);
    expect((await drives.queries.popular(2)).map(({ id }) => id)).toEqual(ids.toReversed());
  });
});
