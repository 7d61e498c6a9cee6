// Aim: people review a published drive, find each other's reviews helpful, and the drive shows the combined ratings.
import { expect, test } from '@playwright/test';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { join, joinAs, type Person } from '../support/people.js';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const api = new Api(process.env.BASE_URL ?? 'http://localhost:8080');
const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
/** Time limit from the review to the search, over two events. */
const EVENTS = { timeout: process.env.KAFKA_BROKERS ? 30_000 : 15_000 };

let ann: Person;
let ben: Person;
let free: Person;
let driveId: string;
let reviewId: string;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  [ann, ben] = [await joinAs(api, mailbox, 'hero'), await joinAs(api, mailbox, 'hero')];
  free = await join(api, mailbox);
  const { body } = await api.call('GET', '/api/drives/popular');
  driveId = (body.drives as { id: string }[]).at(-1)?.id ?? '';
});

const path = (rest = '') => `/api/drives/drive/${driveId}/reviews${rest}`;
const write = (review: object, person?: Person) => api.call('PUT', path('/review'), { review }, person?.token);
const drive = async () => {
  const { body } = await api.call('GET', `/api/drives/drive/${driveId}/details`);
  const { starRating, trafficRating, reviewCount } = body.drive as Record<string, unknown>;
  return { starRating, trafficRating, reviewCount };
};

test('a Hero reviews a drive once, and other people are told the requirements', async () => {
  expect((await write({ starRating: 4 })).status).toBe(401);
  const { status, body } = await write({ starRating: 4 }, free);
  expect([status, (body.additional as { upgrade: boolean }).upgrade]).toEqual([403, true]);
  expect((await write({ highlight: ' ' }, ann)).status).toBe(400);
  expect((await write({ starRating: 4.3 }, ann)).status).toBe(400);
  expect((await write({ highlight: 'x'.repeat(51) }, ann)).status).toBe(400);
  const written = await write({ highlight: '<b>Dawn</b>', starRating: 4.5, trafficRating: 2 }, ann);
  expect(written.status, JSON.stringify(written.body)).toBe(201);
  const review = written.body.review as { id: string };
  expect(review).toMatchObject({ user: ann.id, author: { username: ann.username }, highlight: '<b>Dawn</b>' });
  expect(review).toMatchObject({ intensityRating: null, usefulCount: [], edited: null });
  reviewId = review.id;
  expect((await write({ starRating: 1 }, ann)).status).toBe(409);
});

test('the drive shows the mean of its reviews within a second or two', async () => {
  expect((await write({ starRating: 2 }, ben)).status).toBe(201);
  await expect.poll(drive, EVENTS).toEqual({ starRating: 3.25, trafficRating: 2, reviewCount: 2 });
  const { body } = await api.call('GET', path('?sort=highestRating&expand=true'));
  expect(body.stars).toEqual([0, 1, 0, 0, 1]);
  expect((body.items as { starRating: number }[]).map(({ starRating }) => starRating)).toEqual([4.5, 2]);
});

test('other people find a review helpful, and not its author', async () => {
  const like = (person: Person, isLiked = true) =>
    api.call('POST', path(`/review/${reviewId}/like`), { like: isLiked }, person.token);
  expect((await like(ann)).status).toBe(403);
  expect((await like(free)).status).toBe(403);
  expect(((await like(ben)).body.review as { usefulCount: string[] }).usefulCount).toEqual([ben.id]);
  const { body } = await api.call('GET', path());
  expect((body.reviews as string[])[0]).toBe(reviewId);
});

test('only its author changes and deletes a review', async () => {
  const one = path(`/review/${reviewId}`);
  expect((await api.call('POST', one, { review: { starRating: 5 } }, ben.token)).status).toBe(403);
  const { body } = await api.call('POST', one, { review: { starRating: 5 } }, ann.token);
  expect(body.review).toMatchObject({ highlight: '', starRating: 5, trafficRating: null });
  expect((body.review as { edited: string }).edited).toBeTruthy();
  expect((await api.call('DELETE', one, {}, ben.token)).status).toBe(403);
  expect((await api.call('DELETE', one, {}, ann.token)).status).toBe(200);
  expect((await api.call('GET', one)).status).toBe(404);
  await expect.poll(drive, EVENTS).toMatchObject({ starRating: 2, reviewCount: 1 });
});

test('a drive that is not published has no reviews', async () => {
  const { status, body } = await api.call('GET', '/api/drives/drive/no-such-drive/reviews');
  expect([status, body.code]).toEqual([404, (await api.call('GET', '/api/drives/drive/none/details')).body.code]);
});

test('the reviews of a person who left stay without a name', async () => {
  const { body } = await api.call('GET', path());
  const id = (body.reviews as string[])[0] ?? '';
  const gone = await api.call(
    'DELETE',
    `/api/users/user/${ben.id}/account`,
    { password: ben.password, confirm: 'delete' },
    ben.token,
  );
  expect(gone.status, JSON.stringify(gone.body)).toBe(200);
  const author = async () => {
    const { review } = (await api.call('GET', path(`/review/${id}`))).body as { review: Record<string, unknown> };
    return { user: review.user, author: review.author };
  };
  await expect.poll(author, EVENTS).toEqual({ user: null, author: null });
});
