// Aim: a collection waits for staff once, is decided by one of them with the drives service's consent, and its owner is
// notified once; changes are requested in words.
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import { type Event, EventFactory } from '@switchback/platform/events/event';
import { decisionsTopic } from '@switchback/platform/events/topics';
import { randomIds } from '@switchback/platform/ids';
import type { Call } from '@switchback/platform/rpc/call';
import { Collection } from '@switchback/proto/drives/v1/collection';
import { SubmissionEvent } from '@switchback/proto/moderation/v1/events';
import type { DecideRequest } from '@switchback/proto/moderation/v1/service';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { outboxOfTopic } from '@switchback/testing/outbox';
import type { DataSource } from 'typeorm';
import { SubmissionsConsumer } from './consumers/submissions.consumer.js';
import { Item } from './item.entity.js';
import { Items } from './items.js';
import { ModerationService } from './moderation.service.js';
import type { Peers } from './peers.js';
import { Queue } from './queue.js';
import { Reports } from './reports.js';
import { connectModeration } from './schema.js';
import { Subject } from './subject.entity.js';
import { Subjects } from './subjects.js';
import { Submissions } from './submissions.js';

let database: TestDatabase;
let source: DataSource;
let consumer: SubmissionsConsumer;
let moderation: ModerationService;
let queue: Queue;
let reports: Reports;
/** Stored revision at the drives service, and the decisions that it took. */
let storedRev: number;
let decided: string[];

/** Like the drives service, refuses a decision on another revision, and a second one. */
async function decide(decision: string, rev: number | undefined): Promise<{ rev: number }> {
  if (rev !== storedRev) throw new ProductError('staleRevision');
  if (decided.length > 0) throw new ProductError('alreadyDecided');
  decided.push(decision);
  return { rev: rev + 1 };
}

const drives = async () => ({
  approveCollection: async ({ rev }: { rev?: number | undefined }) => decide('approved', rev),
  requestCollectionChanges: async ({ words, rev }: { words: string; rev?: number | undefined }) => decide(words, rev),
  getCollection: async ({ id }: { id: string }) => {
    if (id !== 'c1' || decided.includes('deleted')) throw new ProductError('collectionNotFound');
    const owner = { id: 'rude', username: 'Rude' };
    return { collection: { ...Collection.decode(new Uint8Array()), id, name: 'Weekend', owner } };
  },
  deleteCollection: async () => void decided.push('deleted'),
});
const auth = async () => ({ suspendAccount: async ({ userId }: { userId: string }) => void decided.push(userId) });

beforeAll(async () => {
  database = await createTestDatabase();
  source = await connectModeration({ url: database.url });
  const items = new Items(new EventFactory({ source: 'moderation', clock: systemClock, ids: randomIds }));
  consumer = new SubmissionsConsumer(new Submissions(source.getRepository(Subject), items, randomIds));
  const peers = { drives, auth } as unknown as Peers;
  const subjects = new Subjects(peers);
  moderation = new ModerationService(source, items, subjects, peers);
  reports = new Reports(source, items, subjects, randomIds);
  queue = new Queue(source.getRepository(Item));
});
beforeEach(async () => {
  [storedRev, decided] = [2, []];
  await source.query('truncate item, history, subject, person, outbox');
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const STAFF = { userId: 'staff', accountType: 'admin' } as const;
const CALL: Call = { requestId: 'r', caller: STAFF };

function submitted(version: number, state: Partial<SubmissionEvent> = { waiting: { rev: version } }): Promise<void> {
  const payload: SubmissionEvent = {
    ...SubmissionEvent.decode(new Uint8Array()),
    subjectId: 'c1',
    version,
    kind: 'collection',
    title: 'Blue Ridge',
    ownerId: 'ann',
    at: '2026-01-02T03:04:05.000Z',
    facts: { name: 'Blue Ridge', items: `Road ${version}` },
    ...state,
  };
  return consumer.consumeCollections([{ payload } as Event<SubmissionEvent>]);
}

const list = async (state = '', kind = 'collection') =>
  (await queue.list({ kind, state, sort: 'due', bookmark: '', limit: 25 })).items;
const only = async () => (await list())[0]!;
const decideOn = async (input: Partial<DecideRequest>) => {
  const { id } = await only();
  await moderation.decide({ id, decision: 'approve', note: '', changeRequest: {}, rev: 2, ...input }, STAFF, CALL);
};
const notices = async () => (await outboxOfTopic(source, decisionsTopic)).map(({ decision, note }) => [decision, note]);

it('waits once, is due like a drive, and shows what changed since it was sent back', async () => {
  for (const version of [2, 2, 1]) await submitted(version);
  const [item, ...more] = await list();
  expect(more).toEqual([]);
  expect(item).toMatchObject({ kind: 'collection', subjectType: 'collection', subjectId: 'c1', rev: 2, changes: [] });
  expect(Date.parse(item!.dueBy) - Date.parse(item!.created)).toBe(72 * 3_600_000);
  const words = { words: 'Shorter, please.' };
  const settled = { decision: 'request-changes', decidedBy: 'staff', decidedByName: '', changeRequest: words };
  await submitted(3, { settled: { ...settled, corrected: [], rev: 3 } });
  expect(await list()).toEqual([]);
  await submitted(4);
  expect((await only()).changes).toEqual([{ field: 'items', before: 'Road 3', after: 'Road 4' }]);
});

it('is decided once, and its owner is notified once, also when the drives service reports the decision', async () => {
  await submitted(2);
  const both = await Promise.allSettled([decideOn({}), decideOn({})]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const settled = { decision: 'approve', decidedBy: 'staff', decidedByName: '', changeRequest: {}, corrected: [] };
  await submitted(3, { settled: { ...settled, rev: 3 } });
  expect(decided).toEqual(['approved']);
  expect(await notices()).toEqual([['approve', '']]);
  const [item] = await list('decided');
  expect(item).toMatchObject({
    decision: 'approve',
    history: [{ action: 'submitted' }, { action: 'approve', rev: 3 }],
  });
});

it('requests changes in words only', async () => {
  await submitted(2);
  await expect(decideOn({ decision: 'request-changes', note: ' ' })).rejects.toMatchObject({ fields: { note: {} } });
  await decideOn({ decision: 'request-changes', note: ' Say where to eat. ' });
  expect(decided).toEqual(['Say where to eat.']);
  expect(await notices()).toEqual([['request-changes', 'Say where to eat.']]);
});

it('opens again if its owner changed it meanwhile, and leaves the queue when they withdraw it', async () => {
  await submitted(2);
  await moderation.claim((await only()).id, STAFF);
  storedRev = 3;
  await expect(decideOn({})).rejects.toMatchObject({ error: 'staleRevision' });
  await submitted(3);
  expect(await only()).toMatchObject({ state: 'open', rev: 3, changes: [{ field: 'items' }] });
  await submitted(4, { withdrawn: {} });
  expect(await list()).toEqual([]);
});

it('is reported by who sees it, and removed with a suspension of its owner', async () => {
  const report = (id: string) =>
    reports.report(
      { violations: ['spamOrMisleading'], details: '', subject: { type: 'collection', id }, idempotency: undefined },
      { requestId: 'r', caller: null },
    );
  await expect(report('none')).rejects.toMatchObject({ error: 'collectionNotFound' });
  await report('c1');
  const [item] = await list('', 'abuse-report');
  expect(item).toMatchObject({ subjectType: 'collection', subjectId: 'c1', subjectTitle: 'Weekend' });
  const decision = { id: item!.id, decision: 'suspend', note: '', changeRequest: {}, rev: undefined };
  await moderation.decide({ ...decision }, STAFF, CALL);
  expect(decided).toEqual(['rude', 'deleted']);
});
