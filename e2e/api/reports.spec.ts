// Aim: a report waits for staff and is decided once: its subject is removed, the author is suspended, and reporters are
// notified.
import { expect, test } from '@playwright/test';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { join, joinAs, type Person } from '../support/people.js';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const api = new Api(process.env.BASE_URL ?? 'http://localhost:8080');
const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const EVENTS = { timeout: process.env.KAFKA_BROKERS ? 30_000 : 15_000 };

let rude: Person;
let hero: Person;
let free: Person;
let staff: Person;
let driveId: string;
let reviewId: string;

interface Item {
  id: string;
  subject: { type: string; id: string };
  quote: string;
  reasons: string[];
  text: string;
}

test.beforeAll(async () => {
  test.setTimeout(120_000);
  [rude, hero] = [await joinAs(api, mailbox, 'hero'), await joinAs(api, mailbox, 'hero')];
  [free, staff] = [await join(api, mailbox), await joinAs(api, mailbox, 'admin')];
  const { body } = await api.call('GET', '/api/drives/popular');
  driveId = (body.drives as { id: string }[]).at(-2)?.id ?? '';
  const review = { highlight: 'You are all idiots', starRating: 1 };
  const written = await api.call('PUT', `/api/drives/drive/${driveId}/reviews/review`, { review }, rude.token);
  reviewId = (written.body.review as { id: string }).id;
});

const report = (given: object, person?: Person) => api.call('POST', '/api/report-abuse/', given, person?.token);
const ofReview = () => ({ type: 'review', id: reviewId });
const waiting = async (kind: string): Promise<Item[]> =>
  (await api.call('GET', `/api/moderation/queue?kind=${kind}&sort=newest`, undefined, staff.token)).body
    .items as Item[];
const decide = (id: string, decision: string) =>
  api.call('POST', `/api/moderation/items/${id}/decide`, { decision, note: 'Seen.' }, staff.token);
const notices = async (person: Person) => {
  const { body } = await api.call('POST', `/api/users/user/${person.id}/notices`, {}, person.token);
  return (body.notices as { kind: string }[]).map(({ kind }) => kind);
};

test('a report needs a reason and an existing subject', async () => {
  const none = await report({ violations: {}, details: 'Look.' });
  expect([none.status, Object.keys(none.body.fields as object)]).toEqual([400, ['violations']]);
  expect((await report({ violations: { other: false } })).status).toBe(400);
  const violations = { spamOrMisleading: true };
  expect((await report({ violations, subject: { type: 'review', id: 'none' } })).status).toBe(404);
  expect((await report({ violations, subject: { type: 'drive', id: 'none' } }, hero)).status).toBe(404);
  expect((await report({ violations, details: 'x'.repeat(5_001) })).status).toBe(400);
  const { status, body } = await report({ violations });
  expect([status, Object.keys(body)]).toEqual([200, ['title', 'details']]);
});

test('an upheld report of a review removes it and suspends its author', async () => {
  const violations = { hatefulOrAbusive: true, other: false };
  for (const person of [free, free, undefined]) {
    expect((await report({ violations, details: 'Rude.', subject: ofReview() }, person)).status).toBe(200);
  }
  const items = (await waiting('abuse-report')).filter(({ subject }) => subject.id === reviewId);
  expect(items).toHaveLength(2);
  expect(items[0]).toMatchObject({ quote: 'You are all idiots', reasons: ['hatefulOrAbusive'], text: 'Rude.' });
  expect((await decide(items[0]!.id, 'suspend')).status).toBe(200);
  expect((await decide(items[0]!.id, 'dismiss')).status).toBe(409);
  expect((await waiting('abuse-report')).filter(({ subject }) => subject.id === reviewId)).toEqual([]);
  expect((await api.call('GET', `/api/drives/drive/${driveId}/reviews/review/${reviewId}`)).status).toBe(404);
  expect((await api.call('POST', `/api/users/user/${rude.id}/notices`, {}, rude.token)).status).toBe(401);
  await expect.poll(async () => (await api.call('GET', `/api/users/user/${rude.id}/summary`)).status, EVENTS).toBe(404);
  await expect.poll(() => notices(free), EVENTS).toEqual(['report-settled']);
});

test('Heroes suggest edits of a published drive', async () => {
  const suggest = (suggestions: string, person?: Person, id = driveId) =>
    api.call('PUT', `/api/drives/drive/${id}/suggest-edits`, { suggestions }, person?.token);
  expect((await suggest('Closed in winter.')).status).toBe(401);
  const refused = await suggest('Closed in winter.', free);
  expect([refused.status, (refused.body.additional as { upgrade: boolean }).upgrade]).toEqual([403, true]);
  expect((await suggest('  ', hero)).status).toBe(400);
  expect((await suggest('x'.repeat(5_001), hero)).status).toBe(400);
  expect((await suggest('Closed.', hero, 'none')).status).toBe(404);
  expect((await suggest('Closed in winter.', hero)).status).toBe(200);
  const [item] = await waiting('suggestion');
  expect(item).toMatchObject({ text: 'Closed in winter.', subject: { type: 'drive', id: driveId } });
  expect((await decide(item!.id, 'accept')).status).toBe(200);
  await expect.poll(() => notices(hero), EVENTS).toEqual(['suggestion-settled']);
});
