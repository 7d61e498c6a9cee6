// Aim: after a storm of reviews whose events are tripled, shuffled, and lost until redelivered, the review count and
// the mean of each axis in drives and search equal a recount of the reviews. The databases and the consumers are real.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Drive } from '@switchback/drives/drive/drive.entity';
import { DriveEvents } from '@switchback/drives/events/drive-events';
import { DriveRatings } from '@switchback/drives/copies/drive-ratings';
import { RatingsConsumer } from '@switchback/drives/consumers/ratings.consumer';
import { importedDrive, openDrives, type OpenedDrives } from '@switchback/drives/drives.fixture';
import { statesOf } from '@switchback/drives/schema';
import { systemClock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import { type Event, EventFactory, type Topic } from '@switchback/platform/events/event';
import { EVENT_COLUMNS, eventOfRow, type EventRow } from '@switchback/platform/events/outbox';
import { driveActivityTopic, drivesTopic, ratingsTopic } from '@switchback/platform/events/topics';
import { randomIds } from '@switchback/platform/ids';
import type { ReviewForm } from '@switchback/proto/reviews/v1/service';
import { Ratings } from '@switchback/reviews/ratings';
import { Review } from '@switchback/reviews/review.entity';
import { ReviewPages } from '@switchback/reviews/review-pages';
import { Reviews } from '@switchback/reviews/reviews.service';
import { connectReviews } from '@switchback/reviews/schema';
import { ActivityConsumer } from '@switchback/search/consumers/activity.consumer';
import { IndexConsumer } from '@switchback/search/consumers/index.consumer';
import { connectSearch, openPostgresIndex } from '@switchback/search/open-index';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { fakePlaces } from '@switchback/testing/fake-places';
import { type Random, repetitions, runSeed, seededRandom } from '@switchback/testing/random';
import type { DataSource } from 'typeorm';

const seed = runSeed();
const random = seededRandom(seed);
const CHANGES = repetitions({ short: 300, full: 10_000 });
const TIMEOUT_MS = 600_000;
const DRIVES = 12;
const PEOPLE = 60;
const AT_ONCE = 4;
/** Events are delivered between waves, some of them only after later ones. */
const WAVES = 10;
/** Small, so that each wave has many batches and every run loses some. */
const BATCH_MOST = 10;
const AXES = ['starRating', 'intensityRating', 'roadQualityRating', 'trafficRating'] as const;
type Axis = (typeof AXES)[number];
type Figures = { id: string; reviewCount: number } & Record<Axis, number | null>;
/** Errors that a race between people may cause. */
const RACES = ['alreadyReviewed', 'reviewNotFound', 'invalidSession'];

let database: TestDatabase;
let drives: OpenedDrives;
let source: DataSource;
let searchSource: DataSource;
let reviews: Reviews;
let ratingsConsumer: RatingsConsumer;
let indexConsumer: IndexConsumer;
let activityConsumer: ActivityConsumer;
let ids: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openDrives(database.url, fakePlaces());
  source = await connectReviews({ url: database.url });
  searchSource = await connectSearch({ url: database.url });
  const factory = (name: string) => new EventFactory({ source: name, clock: systemClock, ids: randomIds });
  const [clock, events] = [systemClock, factory('reviews')];
  const repository = source.getRepository(Review);
  reviews = new Reviews(repository, new ReviewPages(repository), new Ratings(events), clock, randomIds, events);
  ratingsConsumer = new RatingsConsumer(
    new DriveRatings(drives.source.getRepository(Drive), new DriveEvents(factory('drives'))),
  );
  const index = await openPostgresIndex(searchSource, systemClock);
  indexConsumer = new IndexConsumer(index);
  activityConsumer = new ActivityConsumer(index, async () => statesOf(drives.source, systemClock));
  const numbers = Array.from({ length: DRIVES }, (_, number) => number);
  await drives.service.importDrives(numbers.map((number) => importedDrive({ id: `d${number}` })));
  ids = (await drives.source.query<{ id: string }[]>('select id from drive order by id')).map(({ id }) => id);
});
afterAll(async () => {
  await Promise.all([drives.close(), source.destroy(), searchSource.destroy()]);
  await database.drop();
});

/** Removes the events of a topic from an outbox, as a relay does. */
async function drain<T>(from: DataSource, { name, codec }: Topic<T>): Promise<Event<T>[]> {
  const [rows] = await from.query<[EventRow[], number]>(
    `delete from outbox where topic = $1 returning ${EVENT_COLUMNS}`,
    [name],
  );
  return rows.map((row) => ({ ...eventOfRow(row), payload: codec.decode(row.payload) }));
}

/** A bus between an outbox and a consumer that loses, repeats and shuffles events. */
class FaultyBus<T> {
  private waiting: Event<T>[] = [];
  lost = 0;

  constructor(
    private readonly outbox: DataSource,
    private readonly topic: Topic<T>,
    private readonly consume: (events: Event<T>[]) => Promise<void>,
  ) {}

  /** @param isLast delivers everything, with nothing held back. */
  async deliver(isLast: boolean): Promise<void> {
    const news = await drain(this.outbox, this.topic);
    const all = random.shuffle([...this.waiting, ...news, ...news, ...news]);
    const held = isLast ? 0 : random.below(all.length + 1);
    this.waiting = all.slice(0, held);
    const queue = all.slice(held);
    while (queue.length > 0) {
      const batch = queue.splice(0, 1 + random.below(BATCH_MOST));
      const isLost = random.chance(0.2);
      if (!isLost) await this.consume(batch);
      // A lost batch arrives later; a batch whose acknowledgement was lost arrives again.
      if (isLost || random.chance(0.1)) queue.splice(random.below(queue.length + 1), 0, ...batch);
      if (isLost) this.lost += batch.length;
    }
  }
}

const formOf = (chance: Random): ReviewForm => {
  const given = (value: number) => (chance.chance(0.3) ? undefined : value);
  return {
    highlight: 'Empty at dawn',
    description: '',
    starRating: given(0.5 * (1 + chance.below(10))),
    intensityRating: given(chance.below(11)),
    roadQualityRating: given(chance.below(11)),
    trafficRating: given(chance.below(11)),
  };
};

const people = Array.from({ length: PEOPLE }, (_, place) => `p${place}`);
/** People whose account is deleted, or about to be: their reviews belong to nobody. */
const leaving = new Set<string>();

/** Makes one change as one person. @returns the kind of change, or null if another person was faster. */
async function change(): Promise<string | null> {
  const [driveId, place] = [random.pick(ids), random.below(PEOPLE)];
  const userId = people[place]!;
  const caller = { userId, accountType: 'hero' as const };
  const [form, dice] = [formOf(random), random.next()];
  const [own] = await source.query<{ id: string }[]>('select id from review where drive_id = $1 and user_id = $2', [
    driveId,
    userId,
  ]);
  try {
    if (dice < 0.03) {
      leaving.add(userId);
      await reviews.erasePerson(userId);
      // A new person takes the slot: a deleted account never writes again.
      people[place] = `${userId}-next`;
      return 'left';
    }
    if (dice < 0.07) {
      suspensions += 1;
      await reviews.suspend(userId, suspensions, dice < 0.05);
      return 'suspended';
    }
    if (!own) {
      await reviews.create({ driveId, form, idempotency: undefined }, caller);
      return 'created';
    }
    if (dice < 0.4) {
      await reviews.delete(driveId, own.id, caller);
      return 'deleted';
    }
    await reviews.update(driveId, own.id, form, caller);
    return 'edited';
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    if (RACES.includes(error.error) || (error.error === 'notAllowed' && leaving.has(userId))) return null;
    throw error;
  }
}
let suspensions = 0;

/** Recounts from the rows, independently of the product. */
async function recount(): Promise<Figures[]> {
  const rows = await source.query<({ id: string } & Record<Axis, number | null>)[]>(
    `select drive_id as id, star_rating as "starRating", intensity_rating as "intensityRating",
            road_quality_rating as "roadQualityRating", traffic_rating as "trafficRating"
       from review where not hidden`,
  );
  return ids.map((id) => {
    const own = rows.filter((row) => row.id === id);
    const mean = (axis: Axis) => {
      const input = own.flatMap((row) => row[axis] ?? []);
      return input.length === 0 ? null : input.reduce((sum, value) => sum + value, 0) / input.length;
    };
    const means = Object.fromEntries(AXES.map((axis) => [axis, mean(axis)])) as Record<Axis, number | null>;
    return { id, reviewCount: own.length, ...means };
  });
}

/** Compares counts exactly, and means to the two decimals that are stored. */
function expectFigures(held: Figures[], counted: Figures[]): void {
  expect(held.map(({ id, reviewCount }) => [id, reviewCount])).toEqual(
    counted.map(({ id, reviewCount }) => [id, reviewCount]),
  );
  for (const [index, { id, ...expected }] of counted.entries())
    for (const axis of AXES) {
      const [value, mean] = [held[index]![axis], expected[axis]];
      const isEqual = mean === null || value === null ? mean === value : Math.abs(value - mean) <= 0.005 + 1e-9;
      expect({ id, axis, value, mean, isEqual }).toMatchObject({ isEqual: true });
    }
}

it(
  `${CHANGES} changes of reviews are counted correctly in drives and in search (SEED=${seed})`,
  async () => {
    const toDrives = new FaultyBus(source, ratingsTopic, (events) => ratingsConsumer.consume(events));
    const toSearch = new FaultyBus(drives.source, drivesTopic, (events) => indexConsumer.consume(events));
    const activityToSearch = new FaultyBus(drives.source, driveActivityTopic, (events) =>
      activityConsumer.consume(events),
    );
    const done: Record<string, number> = {};
    for (let wave = 1; wave <= WAVES; wave += 1) {
      for (let count = 0; count < CHANGES / WAVES; count += AT_ONCE) {
        const kinds = await Promise.all(Array.from({ length: AT_ONCE }, change));
        for (const kind of kinds) if (kind) done[kind] = (done[kind] ?? 0) + 1;
      }
      await toDrives.deliver(wave === WAVES);
      await toSearch.deliver(wave === WAVES);
      await activityToSearch.deliver(wave === WAVES);
    }
    // The test would prove nothing if no change occurred.
    expect(Object.keys(done).toSorted()).toEqual(['created', 'deleted', 'edited', 'left', 'suspended']);
    expect(Math.min(toDrives.lost, activityToSearch.lost)).toBeGreaterThan(0);
    const counted = await recount();
    expectFigures(
      await drives.source.query(
        `select id, review_count as "reviewCount", review_stars as "starRating", review_intensity as "intensityRating",
                review_road_quality as "roadQualityRating", review_traffic as "trafficRating" from drive order by id`,
      ),
      counted,
    );
    expectFigures(
      await searchSource.query(
        `select id, review_count as "reviewCount", star_rating as "starRating", intensity_rating as "intensityRating",
                road_quality_rating as "roadQualityRating", traffic_rating as "trafficRating" from drive order by id`,
      ),
      counted,
    );
  },
  TIMEOUT_MS,
);
