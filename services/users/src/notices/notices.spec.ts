// Aim: notices reach people at once in the header, and by mail once a day at most, with none left out.
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Event } from '@switchback/platform/events/event';
import type { JobKind } from '@switchback/platform/jobs/jobs';
import { randomIds } from '@switchback/platform/ids';
import { DecisionEvent } from '@switchback/proto/moderation/v1/events';
import type { HelpfulEvent } from '@switchback/proto/reviews/v1/events';
import { TestClock } from '@switchback/testing/test-clock';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { FakeMailer } from '@switchback/testing/fake-mailer';
import type { AuthPeer } from '../peers.js';
import { DecisionsConsumer } from '../consumers/decisions.consumer.js';
import { HelpfulConsumer } from '../consumers/helpful.consumer.js';
import { join, type OpenedUsers, openUsers } from '../users.fixture.js';
import { type NewNotice, Notice } from './notice.entity.js';
import { type NoticeMailPayload, NoticeMailWorker } from './notice-mail.js';
import { Notifier } from './notifier.js';
import { Notices } from './notices.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let users: OpenedUsers;
let notices: Notices;
let clock: TestClock;
let mailer: FakeMailer;
/** Waiting jobs, with the time they are due. */
let waiting: { payload: NoticeMailPayload; dueMs: number }[];
let notifier: Notifier;
let worker: NoticeMailWorker;

beforeAll(async () => {
  database = await createTestDatabase();
  users = await openUsers(database.url);
  notices = new Notices(users.source.getRepository(Notice));
  await join(users, 'ann');
});
afterAll(async () => {
  await users.close();
  await database.drop();
});
beforeEach(async () => {
  await users.source.query('truncate notice, notice_setting');
  await users.source.query('update profile set notices_mailed_at = null');
  [clock, mailer, waiting] = [new TestClock(), new FakeMailer(), []];
  const enqueue = async <T>(_kind: JobKind<T>, payload: T, options: { key?: string; delayMs?: number } = {}) => {
    const dueMs = clock.now().getTime() + (options.delayMs ?? 0);
    waiting.push({ payload: payload as NoticeMailPayload, dueMs });
    return options.key ?? '';
  };
  const auth = (async () => ({
    getAccount: async () => ({ account: { email: 'ann@example.com' } }),
  })) as unknown as AuthPeer;
  const post = { mailer, product: 'Switchback', publicUrl: 'https://drives.example' };
  notifier = new Notifier(notices, { enqueue });
  worker = new NoticeMailWorker(notices, post, auth, { enqueue }, clock, randomIds);
});

const notify = (id: string, kind: NewNotice['kind'] = 'drive-approved') =>
  notifier.notify({
    id,
    userId: 'ann',
    kind,
    subject: { type: 'drive', id: 'd1', title: `Drive ${id}` },
    at: clock.now(),
  });

/** Runs the jobs that are due. */
async function work(): Promise<void> {
  const nowMs = clock.now().getTime();
  const due = waiting.filter(({ dueMs }) => dueMs <= nowMs);
  waiting = waiting.filter(({ dueMs }) => dueMs > nowMs);
  for (const { payload } of due) await worker.send(payload);
}

const texts = () => mailer.to('ann@example.com').map(({ text }) => text);

it('mails the first immediately and those of the following day together', async () => {
  await notify('a');
  await work();
  expect(texts()).toEqual([expect.stringContaining('Drive a is published')]);
  for (const id of ['b', 'c']) {
    clock.advance(HOUR_MS);
    await notify(id, 'changes-requested');
    await work();
  }
  expect((await notices.list('ann')).unread).toBe(3);
  expect(texts()).toHaveLength(1);
  clock.advance(DAY_MS - 2 * HOUR_MS);
  await work();
  expect(texts().slice(1)).toEqual([expect.stringMatching(/Drive b[^]*Drive c/)]);
  expect(mailer.mails[1]!.subject).toBe('2 notices for you - Switchback');
  clock.advance(2 * DAY_MS);
  await work();
  expect(texts()).toHaveLength(2);
});

it('retries a mail that a mail server rejected', async () => {
  mailer.failures.push(new Error('451 try again'));
  await notify('a');
  await expect(work()).rejects.toThrow('451');
  await worker.send({ userId: 'ann' });
  expect(texts()).toHaveLength(1);
});

it('notifies an author once that a review helped, without naming the voter', async () => {
  const payload: HelpfulEvent = {
    reviewId: 'r1',
    driveId: 'd1',
    driveTitle: 'Tail of the Dragon',
    authorId: 'ann',
    at: clock.now().toISOString(),
  };
  const consumer = new HelpfulConsumer(notifier);
  for (let times = 0; times < 3; times += 1) await consumer.consume([{ payload } as Event<HelpfulEvent>]);
  const { notices: listed } = await notices.list('ann');
  expect(listed).toMatchObject([{ kind: 'review-helpful', subjectTitle: 'Tail of the Dragon', subjectId: 'd1' }]);
  await work();
  expect(texts()).toEqual([expect.stringContaining('found your review of Tail of the Dragon helpful')]);
});

it('names to an author what staff corrected with their approval', async () => {
  const decision = { itemId: 'i1', kind: 'drive', decision: 'approve', subjectType: 'drive', subjectId: 'd1' };
  const payload: DecisionEvent = {
    ...DecisionEvent.decode(new Uint8Array()),
    ...decision,
    subjectTitle: 'Crest Road',
    ownerId: 'ann',
    decidedAt: clock.now().toISOString(),
    corrected: ['description', 'title'],
  };
  await new DecisionsConsumer(notifier).consume([{ payload } as Event<DecisionEvent>]);
  expect((await notices.list('ann')).notices).toMatchObject([
    { kind: 'drive-approved', subjectTitle: 'Crest Road', corrected: ['description', 'title'] },
  ]);
  await work();
  expect(texts()).toEqual([
    expect.stringContaining('Crest Road is published, with corrections to title and description: everyone'),
  ]);
});

it('links a shared collection to its page', async () => {
  const subject = { type: 'collection', id: 'c1', title: 'Blue Ridge weekend' };
  await notifier.notify({ id: 'c', userId: 'ann', kind: 'collection-shared', subject, at: clock.now() });
  await work();
  expect(texts()).toEqual([
    expect.stringContaining('collection Blue Ridge weekend with you.\n\nhttps://drives.example/collection/c1'),
  ]);
});

it('sends no mails that the person turned off', async () => {
  await notices.saveSettings('ann', [{ kind: 'drive-approved', mail: false, notice: true }]);
  await notify('a');
  expect(waiting).toEqual([]);
  expect((await notices.list('ann')).unread).toBe(1);
});

it('lists notices of kinds that only the next release knows', async () => {
  await notify('a');
  await users.source.query(`update notice set kind = 'drive-featured'`);
  expect((await notices.list('ann')).notices).toMatchObject([{ id: 'a', kind: 'drive-featured' }]);
});
