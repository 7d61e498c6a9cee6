// Aim: however the processes are arranged, people who confirmed their mailed addresses publish, find and review a drive.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { joinAs, type Person } from '../support/people.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const api = new Api(process.env.BASE_URL ?? 'http://localhost:8080');
const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
/** Kafka takes seconds to assign partitions to a new group. */
const EVENT = { timeout: process.env.KAFKA_BROKERS ? 30_000 : 15_000 };
const TITLE = `Journey${randomUUID().replaceAll('-', '').replaceAll(/\d/g, 'q')}`;
const WAYPOINTS = [
  { label: 'Hot Springs', value: { location: { lat: 35.8937, lng: -82.8271 } } },
  { label: 'Marshall', value: { location: { lat: 35.797, lng: -82.6843 } } },
];

async function submit(author: Person): Promise<string> {
  const { body } = await api.call('POST', '/api/directions', { waypoints: WAYPOINTS }, author.token);
  const details = {
    title: TITLE,
    description: 'Along the river.',
    privacy: 'public',
    countries: [{ country: { id: 233 }, states: [{ id: 1446 }] }],
    tags: [],
    waypoints: WAYPOINTS,
    directions: body.directions,
  };
  const created = await api.call('PUT', '/api/drives/drive', { details }, author.token);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return String(created.body.driveId);
}

async function approve(driveId: string, staff: Person): Promise<void> {
  const waiting = async () => {
    const { body } = await api.call('GET', '/api/moderation/queue?kind=drive&sort=newest', undefined, staff.token);
    return (body.items as { id: string; subject: { id: string } }[]).find(({ subject }) => subject.id === driveId);
  };
  await expect.poll(waiting, EVENT).toBeTruthy();
  const decided = await api.call(
    'POST',
    `/api/moderation/items/${(await waiting())?.id}/decide`,
    { decision: 'approve' },
    staff.token,
  );
  expect(decided.status, JSON.stringify(decided.body)).toBe(200);
}

async function found(): Promise<object[]> {
  const { body } = await api.call('POST', `/api/drives/search?q=${encodeURIComponent(TITLE)}`, {});
  return body.drives as object[];
}

test('a drive is submitted, approved, found and reviewed', { tag: '@both' }, async () => {
  const author = await joinAs(api, mailbox, 'hero');
  const [critic, staff] = [await joinAs(api, mailbox, 'hero'), await joinAs(api, mailbox, 'admin')];
  const id = await submit(author);
  expect(await found()).toEqual([]);
  await approve(id, staff);
  await expect.poll(found, EVENT).toMatchObject([{ id, title: TITLE }]);

  const review = { highlight: 'Herons', starRating: 4 };
  const path = `/api/drives/drive/${id}/reviews/review`;
  expect((await api.call('PUT', path, { review }, critic.token)).status).toBe(201);
  await expect.poll(found, EVENT).toMatchObject([{ id, starRating: 4 }]);
  const notices = async () =>
    (await api.call('POST', `/api/users/user/${author.id}/notices`, {}, author.token)).body.unread;
  await expect.poll(notices, EVENT).toBeGreaterThan(0);

  // A last mail, after the events: the address still belongs to its account.
  await api.call('POST', '/api/auth/reset-password', { email: author.email });
  expect(await mailbox.link(author.email, '/reset-password/verify')).toContain('/reset-password/verify/');
});
