// Aim: whatever deletes a review's drive or author while it is being written, nothing of it remains; leftovers of an
// older release are deleted.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import { EventFactory } from '@switchback/platform/events/event';
import { randomIds } from '@switchback/platform/ids';
import type { Call } from '@switchback/platform/rpc/call';
import { toWireAccountType } from '@switchback/platform/wire/account-type';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { repetitions, runSeed, seededRandom } from '@switchback/testing/random';
import type { DataSource } from 'typeorm';
import { Leftovers } from './leftovers.js';
import { Published } from './published.js';
import { Rating } from './rating.entity.js';
import { Ratings } from './ratings.js';
import { Review } from './review.entity.js';
import { ReviewPages } from './review-pages.js';
import { Reviews } from './reviews.service.js';
import { ReviewsRpc } from './reviews.rpc.js';
import { connectReviews } from './schema.js';

const seed = runSeed();
const RACES = repetitions({ short: 30, full: 1_000 });
const never = new AbortController().signal;

let database: TestDatabase;
let source: DataSource;
let reviews: Reviews;
let rpc: ReviewsRpc;
let leftovers: Leftovers;
/** Drives and accounts deleted by their services. */
let gone: string[];
/** Runs after the drives service has confirmed that the drive exists. */
let allowed: () => Promise<void>;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await connectReviews({ url: database.url });
  const pages = new ReviewPages(source.getRepository(Review));
  const events = new EventFactory({ source: 'reviews', clock: systemClock, ids: randomIds });
  reviews = new Reviews(source.getRepository(Review), pages, new Ratings(events), systemClock, randomIds, events);
  const published = new Published(async () => ({
    getSummaries: async ({ ids }) => {
      const drives = ids.filter((id) => !gone.includes(id)).map((id) => ({ id, title: id }) as never);
      await allowed();
      return { drives };
    },
  }));
  const auth = async () => ({
    getAccount: async (_request: unknown, { caller }: Call) => {
      const { userId, accountType } = caller!;
      if (gone.includes(userId)) throw new ProductError('invalidSession');
      const type = { accountType: toWireAccountType(accountType), passwordSet: true, suspended: false };
      return { account: { userId, email: '', ...type }, consents: [] };
    },
  });
  rpc = new ReviewsRpc(published, pages, reviews);
  leftovers = new Leftovers(source.getRepository(Rating), published, auth, reviews, randomIds);
});
beforeEach(async () => {
  gone = [];
  allowed = () => Promise.resolve();
  await source.query('truncate review, helpful, rating, author, person, outbox, idempotent_request cascade');
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const as = (userId: string): Call => ({ requestId: 'r', caller: { userId, accountType: 'hero' } });
const write = (userId = 'ann') => {
  const ratings = { intensityRating: undefined, roadQualityRating: undefined, trafficRating: undefined };
  const form = { highlight: 'Empty at dawn', description: '', starRating: 4, ...ratings };
  const idempotency = { key: 'k', fingerprint: 'f' };
  return rpc.createReview({ driveId: 'd1', form, idempotency }, as(userId));
};
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => 'stored',
    (error: unknown) => (error as { error?: string }).error ?? String(error),
  );
/** Rows of deleted drives and people. */
const remains = (): Promise<unknown> =>
  source.query(
    `select 'review' as place from review where user_id is not null or exists (select from rating where drive_id = review.drive_id and gone)
     union all select 'helpful' from helpful union all select 'author' from author
     union all select 'answer' from idempotent_request where exists (select from person p where p.id = idempotent_request.person and p.gone)`,
  );

it.each<[string, string, () => Promise<void>]>([
  ['its drive', 'driveNotFound', () => reviews.deleteOfDrives(['d1'])],
  ['its author', 'invalidSession', () => reviews.erasePerson('ann')],
])('a review that is written while %s is deleted is not stored', async (_name, refusal, remove) => {
  allowed = remove;
  expect(await errorOf(write())).toBe(refusal);
  expect(await remains()).toEqual([]);
});

it(`a review during the deletion of its drive or author leaves nothing, in any order (SEED=${seed})`, async () => {
  const random = seededRandom(seed);
  for (let run = 0; run < RACES; run += 1) {
    await source.query('truncate review, helpful, rating, author, person, outbox, idempotent_request cascade');
    const remove = run % 2 === 0 ? () => reviews.deleteOfDrives(['d1']) : () => reviews.erasePerson('ann');
    let open: () => void = () => undefined;
    const barrier = new Promise<void>((resolve) => (open = resolve));
    allowed = () => barrier;
    const written = errorOf(write());
    await Promise.all(random.shuffle([() => (open(), written), remove]).map((step) => step()));
    expect(await remains()).toEqual([]);
  }
}, 600_000);

it('a person whose account is deleted is not suspended afterwards, and has no helpful votes', async () => {
  const { review } = await write('bob');
  await reviews.erasePerson('ann');
  await reviews.suspend('ann', 9, true);
  const like = rpc.likeReview({ driveId: 'd1', id: review.id, like: true }, as('ann'));
  expect(await errorOf(like)).toBe('invalidSession');
  expect(await source.query('select user_id from author union all select user_id from helpful')).toEqual([]);
});

describe('leftovers of a release without tombstones', () => {
  beforeEach(async () => {
    await write();
    await source.query('update rating set gone = null');
    await source.query('truncate person');
  });

  it('of a deleted drive are deleted', async () => {
    gone = ['d1'];
    await leftovers.clear(never);
    expect(await source.query('select from review')).toEqual([]);
  });

  it('of a person who left stay without their author', async () => {
    gone = ['ann'];
    await leftovers.clear(never);
    expect(await source.query('select user_id from review')).toEqual([{ user_id: null }]);
  });

  it('of existing drives and people stay, and are checked once', async () => {
    await leftovers.clear(never);
    expect(await source.query('select user_id from review')).toEqual([{ user_id: 'ann' }]);
    expect(await source.query('select gone from rating union all select gone from person')).toEqual([
      { gone: false },
      { gone: false },
    ]);
  });
});
