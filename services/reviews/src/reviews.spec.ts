// Aim: a person has one review per drive, lists have no gaps or repetitions, and the means equal those of a recount.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { REVIEW_SORTS, type ReviewSort } from '@switchback/contracts/rules/reviews';
import { ProductError } from '@switchback/platform/errors';
import { EventFactory } from '@switchback/platform/events/event';
import { systemClock } from '@switchback/platform/clock';
import { helpfulTopic, ratingsTopic } from '@switchback/platform/events/topics';
import { randomIds } from '@switchback/platform/ids';
import type { Call, Caller } from '@switchback/platform/rpc/call';
import type { Review, ReviewForm } from '@switchback/proto/reviews/v1/service';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { outboxOfTopic } from '@switchback/testing/outbox';
import { runSeed, seededRandom } from '@switchback/testing/random';
import type { DataSource } from 'typeorm';
import { type DrivesPeer, Published } from './published.js';
import { Ratings } from './ratings.js';
import { Review as ReviewEntity } from './review.entity.js';
import { ReviewPages } from './review-pages.js';
import { ReviewsRpc } from './reviews.rpc.js';
import { Reviews } from './reviews.service.js';
import { connectReviews } from './schema.js';

const seed = runSeed();
let database: TestDatabase;
let source: DataSource;
let reviews: Reviews;
let rpc: ReviewsRpc;
let now = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await connectReviews({ url: database.url });
  const pages = new ReviewPages(source.getRepository(ReviewEntity));
  const events = new EventFactory({ source: 'reviews', clock: systemClock, ids: randomIds });
  reviews = new Reviews(
    source.getRepository(ReviewEntity),
    pages,
    new Ratings(events),
    { now: () => new Date(now) },
    randomIds,
    events,
  );
  // Everyone sees d1 and d2; the owner also sees `private`, which makes no difference.
  const drives: DrivesPeer = async () => ({
    getSummaries: async ({ ids }, { caller }) => ({
      drives: ids.filter((id) => id !== 'private' || caller !== null).map((id) => ({ title: `Drive ${id}` }) as never),
    }),
  });
  rpc = new ReviewsRpc(new Published(drives), pages, reviews);
});
beforeEach(async () => {
  now = Date.UTC(2026, 0, 1);
  await source.query('truncate review, helpful, rating, author, person, outbox, idempotent_request cascade');
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const as = (userId: string, accountType: Caller['accountType'] = 'hero'): Call => ({
  requestId: 'r',
  caller: { userId, accountType },
});
const form = (overrides: Partial<ReviewForm> = {}): ReviewForm => ({
  highlight: 'Empty at dawn',
  description: '',
  starRating: 4,
  intensityRating: undefined,
  roadQualityRating: undefined,
  trafficRating: undefined,
  ...overrides,
});
const write = async (userId: string, overrides: Partial<ReviewForm> = {}, driveId = 'd1'): Promise<Review> => {
  const { review } = await rpc.createReview({ driveId, form: form(overrides), idempotency: undefined }, as(userId));
  return review;
};
const list = (sort: ReviewSort, bookmark = '', limit = 25, call: Call = { requestId: 'r', caller: null }) =>
  rpc.listReviews({ driveId: 'd1', sort, bookmark, limit }, call);

async function refused(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ProductError)) throw new Error(`Not refused: ${String(error)}`);
  return error.error;
}

const published = () => outboxOfTopic(source, ratingsTopic);

describe('reviews', () => {
  it('are written once per person and drive', async () => {
    const first = await write('ann');
    expect(await refused(write('ann'))).toBe('alreadyReviewed');
    await write('ann', {}, 'd2');
    expect((await list('newest', '', 25, as('ann'))).mine).toBe(first.id);
    expect((await list('newest')).mine).toBe('');
  });

  it('need a text', async () => {
    const nothing = { highlight: ' ', description: '\n', starRating: 0 };
    expect(await refused(write('ann', nothing))).toBe('emptyReview');
    expect(await write('ann', { ...nothing, trafficRating: 0 })).toMatchObject({ highlight: '', trafficRating: 0 });
  });

  it('require a drive that is visible to all', async () => {
    // Aim: the owner of a private drive cannot review it either, and the attempt reveals nothing.
    const missing = await refused(rpc.getReview({ driveId: 'private', id: 'r' }, { requestId: 'r', caller: null }));
    expect(await refused(write('owner', {}, 'private'))).toBe(missing);
  });

  it('are replaced completely, with the time of the change', async () => {
    const { id } = await write('ann', { intensityRating: 7 });
    now += 1_000;
    const { review } = await rpc.updateReview({ driveId: 'd1', id, form: form({ starRating: 2.5 }) }, as('ann'));
    expect(review).toMatchObject({ starRating: 2.5, intensityRating: undefined, edited: '2026-01-01T00:00:01.000Z' });
    expect(await refused(rpc.updateReview({ driveId: 'd2', id, form: form() }, as('ann')))).toBe('reviewNotFound');
  });

  it('count helpful votes once per person', async () => {
    const { id } = await write('ann');
    const like = (userId: string, isLiked: boolean) => rpc.likeReview({ driveId: 'd1', id, like: isLiked }, as(userId));
    await like('ben', true);
    await like('cat', true);
    expect((await like('ben', true)).review.usefulTo).toEqual(['ben', 'cat']);
    expect((await like('ben', false)).review.usefulTo).toEqual(['cat']);
    expect((await like('ben', false)).review.usefulTo).toEqual(['cat']);
    const helped = { reviewId: id, driveId: 'd1', driveTitle: 'Drive d1', authorId: 'ann' };
    expect(await outboxOfTopic(source, helpfulTopic)).toMatchObject([helped, helped]);
  });

  it('stay without a name when their author leaves, and are deleted with their drive', async () => {
    const { id } = await write('ann');
    await write('ben', {}, 'd2');
    await rpc.likeReview({ driveId: 'd1', id, like: true }, as('ben'));
    await reviews.erasePerson('ann');
    await reviews.erasePerson('ben');
    expect((await list('newest')).reviews).toMatchObject([{ id, userId: '', usefulTo: [] }]);
    await reviews.deleteOfDrives(['d1']);
    expect((await list('newest')).reviews).toEqual([]);
  });

  it('return the same response for a repeated key', async () => {
    const request = { driveId: 'd1', form: form(), idempotency: { key: 'k', fingerprint: 'f' } };
    const answers = [await rpc.createReview(request, as('ann')), await rpc.createReview(request, as('ann'))];
    expect(answers[1]).toEqual(answers[0]);
    expect((await list('newest')).reviews).toHaveLength(1);
    // A repeated request does not return a review that was deleted since.
    await rpc.deleteReview({ driveId: 'd1', id: answers[0]!.review.id }, as('ann'));
    expect(await refused(rpc.createReview(request, as('ann')))).toBe('reviewNotFound');
    expect((await list('newest')).reviews).toEqual([]);
  });

  it('of a suspended person are hidden and not counted until the suspension ends', async () => {
    const rude = await write('rude', { starRating: 1 });
    await write('ann', { starRating: 5 });
    const shown = async () => (await list('oldest')).reviews.map(({ userId }) => userId);
    await reviews.suspend('rude', 5, true);
    await reviews.suspend('rude', 4, false);
    expect(await shown()).toEqual(['ann']);
    expect((await list('newest')).stars).toEqual([0, 0, 0, 0, 1]);
    expect((await published()).at(-1)).toMatchObject({ reviewCount: 1, starRating: 5 });
    expect(await refused(rpc.findReview({ id: rude.id }, as('ann')))).toBe('reviewNotFound');
    await reviews.suspend('rude', 6, false);
    expect((await shown()).toSorted()).toEqual(['ann', 'rude']);
  });

  // Aim: reviews without stars are counted, but not as reviews of the stars.
  it('are counted with and without stars', async () => {
    await write('ann', { starRating: 5 });
    await write('bob', { starRating: undefined, trafficRating: 3 });
    expect((await published()).at(-1)).toMatchObject({ reviewCount: 2, starReviewCount: 1, starRating: 5 });
  });

  it('are changed and hidden concurrently without blocking each other', async () => {
    const { id } = await write('rude');
    for (let rev = 1; rev <= 30; rev += 1) {
      // An edit of a review that is hidden by then gets `reviewNotFound`.
      const edited = rpc.updateReview({ driveId: 'd1', id, form: form() }, as('rude')).catch((error: unknown) => {
        if (!(error instanceof ProductError && error.error === 'reviewNotFound')) throw error;
      });
      await Promise.all([edited, reviews.suspend('rude', rev, rev % 2 === 1)]);
    }
    expect((await list('newest')).reviews).toHaveLength(1);
  });
});

describe(`lists of reviews (SEED=${seed})`, () => {
  const random = seededRandom(seed);
  const STARS = [undefined, 0.5, 1, 2.5, 4, 4.5, 5];

  it('are in each order without gap or repetition', async () => {
    for (let index = 0; index < 60; index++) {
      // Some at the same moment: then the id decides.
      now += random.next() < 0.5 ? 0 : 1_000;
      const { id } = await write(`p${index}`, { starRating: STARS[Math.floor(random.next() * STARS.length)] });
      for (let like = 0; like < Math.floor(random.next() * 3); like++) {
        await rpc.likeReview({ driveId: 'd1', id, like: true }, as(`fan${like}`));
      }
    }
    for (const sort of REVIEW_SORTS) {
      const seen: Review[] = [];
      let bookmark = '';
      do {
        const page = await list(sort, bookmark, 7);
        seen.push(...page.reviews);
        bookmark = page.bookmark;
      } while (bookmark !== '');
      expect(new Set(seen.map(({ id }) => id)).size).toBe(60);
      expect(seen).toHaveLength(60);
      expect(seen.map(({ id }) => id)).toEqual(seen.toSorted(byOrder(sort)).map(({ id }) => id));
    }
    const { bookmark } = await list('newest', '', 7);
    for (const damaged of [bookmark.slice(0, -2), `${bookmark}AA`])
      await expect(list('newest', damaged)).rejects.toMatchObject({ error: 'invalidBookmark' });
    await expect(list('oldest', bookmark)).rejects.toMatchObject({ error: 'invalidBookmark' });
  });
});

/** The order in the API, implemented another way. */
function byOrder(sort: ReviewSort): (one: Review, other: Review) => number {
  const stars = ({ starRating }: Review, none: number) => starRating ?? none;
  const first: Record<ReviewSort, (one: Review, other: Review) => number> = {
    mostUseful: (one, other) => other.usefulTo.length - one.usefulTo.length,
    leastUseful: (one, other) => one.usefulTo.length - other.usefulTo.length,
    newest: () => 0,
    oldest: (one, other) => Date.parse(one.created) - Date.parse(other.created),
    highestRating: (one, other) => stars(other, -1) - stars(one, -1),
    lowestRating: (one, other) => stars(one, 6) - stars(other, 6),
  };
  return (one, other) =>
    first[sort](one, other) ||
    Date.parse(other.created) - Date.parse(one.created) ||
    (one.id < other.id ? -1 : Number(one.id > other.id));
}

describe(`the totals of reviews (SEED=${seed})`, () => {
  const random = seededRandom(seed + 1);
  const mean = (values: (number | undefined)[]) => {
    const input = values.filter((value) => value !== undefined);
    return input.length === 0 ? undefined : input.reduce((sum, value) => sum + value, 0) / input.length;
  };

  it('match a recount after any changes, and each change has its revision', async () => {
    const kept = new Map<string, Review>();
    for (let step = 0; step < 80; step++) {
      const person = `p${Math.floor(random.next() * 12)}`;
      const own = kept.get(person);
      const stars = random.next() < 0.3 ? undefined : Math.ceil(random.next() * 10) / 2;
      if (!own) kept.set(person, await write(person, { starRating: stars }));
      else if (random.next() < 0.4) {
        await rpc.deleteReview({ driveId: 'd1', id: own.id }, as(person));
        kept.delete(person);
      } else {
        const request = { driveId: 'd1', id: own.id, form: form({ starRating: stars }) };
        kept.set(person, (await rpc.updateReview(request, as(person))).review);
      }
      const last = (await published()).at(-1);
      expect(last).toMatchObject({ driveId: 'd1', rev: step + 1, reviewCount: kept.size });
      const expected = mean([...kept.values()].map(({ starRating }) => starRating));
      if (expected === undefined) expect(last?.starRating).toBeUndefined();
      else expect(last?.starRating).toBeCloseTo(expected, 2);
    }
  });

  it('are published once for concurrent writers', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => write(`p${index}`, { starRating: (index % 10) / 2 + 0.5 })),
    );
    const events = await published();
    expect(events.map(({ rev }) => rev).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(events.find(({ rev }) => rev === 20)).toMatchObject({ reviewCount: 20, starRating: 2.75 });
    expect((await list('newest')).stars).toEqual([4, 4, 4, 4, 4]);
  });
});
