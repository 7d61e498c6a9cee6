// Aim: a submission waits for staff once, one of them decides it, and everyone concerned is notified once.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import { EventFactory } from '@switchback/platform/events/event';
import { decisionsTopic } from '@switchback/platform/events/topics';
import { randomIds } from '@switchback/platform/ids';
import type { Call, Caller } from '@switchback/platform/rpc/call';
import { SubmissionEvent } from '@switchback/proto/moderation/v1/events';
import type { DecideRequest, Subject } from '@switchback/proto/moderation/v1/service';
import { Review } from '@switchback/proto/reviews/v1/service';
import { drive } from '@switchback/testing/fake-drives';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { outboxOfTopic } from '@switchback/testing/outbox';
import type { DataSource } from 'typeorm';
import { auditLines } from './audit.js';
import { ModerationService } from './moderation.service.js';
import { Item } from './item.entity.js';
import { Items } from './items.js';
import { NO_DRIVES } from './peers.fixture.js';
import type { Peers } from './peers.js';
import { ModerationRpc } from './moderation.rpc.js';
import { Person } from './person.entity.js';
import { People } from './people.js';
import { Queue } from './queue.js';
import { Reports } from './reports.js';
import { connectModeration } from './schema.js';
import { Subject as SubjectEntity } from './subject.entity.js';
import { Subjects } from './subjects.js';
import { Submissions } from './submissions.js';

let database: TestDatabase;
let source: DataSource;
let submissions: Submissions;
let people: People;
let rpc: ModerationRpc;
/** Subjects decided so far. Like the drives service, the fake refuses a second decision about one drive. */
let decided: Set<string>;
/** Actions requested from other services, and subjects that no longer exist. */
let done: string[];
let gone: Set<string>;

/** Fakes services with one drive, one review of it and one photo; staff may not be suspended. */
function peersOf(): Peers {
  const remove = (id: string, error: 'driveNotFound' | 'reviewNotFound' | 'photoNotFound') => {
    if (gone.has(id)) throw new ProductError(error);
    gone.add(id);
    done.push(`removed ${id}`);
    return {};
  };
  const creator = { id: 'staff', username: 'S' };
  const review = { ...Review.decode(new Uint8Array()), id: 'r1', driveId: 'd1', userId: 'rude', highlight: 'Bad' };
  return {
    auth: async () => ({
      suspendAccount: async ({ userId }) => {
        if (userId === 'staff') throw new ProductError('notAllowed');
        done.push(`suspended ${userId}`);
        return {};
      },
    }),
    drives: async () => ({
      ...NO_DRIVES,
      getSummaries: async ({ ids }, { caller }) => ({
        drives: ids
          .filter((id) => id === 'd1' || (id === 'private' && caller?.userId === 'friend'))
          .map((id) => drive({ id, title: 'Ridge Road', description: 'Curves.', creator })),
      }),
      deleteDrive: async ({ id }) => remove(id, 'driveNotFound'),
    }),
    media: async () => ({
      decidePhoto: async () => ({ photos: [] }),
      findPhoto: async ({ id }) => {
        if (id !== 'p1') throw new ProductError('photoNotFound');
        return { driveId: 'd1', driveTitle: 'Ridge Road', addedBy: 'rude', description: '' };
      },
      deletePhoto: async ({ id }) => ({ photos: [], ...remove(id, 'photoNotFound') }),
    }),
    reviews: async () => ({
      findReview: async ({ id }) => {
        if (id !== 'r1' || gone.has(id)) throw new ProductError('reviewNotFound');
        return { review };
      },
      deleteReview: async ({ id }) => remove(id, 'reviewNotFound'),
    }),
    users: async () => ({ getSummaries: async () => ({ summaries: [] }) }),
  };
}

beforeAll(async () => {
  database = await createTestDatabase();
  source = await connectModeration({ url: database.url });
  const items = new Items(new EventFactory({ source: 'moderation', clock: systemClock, ids: randomIds }));
  submissions = new Submissions(source.getRepository(SubjectEntity), items, randomIds);
  people = new People(source.getRepository(Person));
  const decide = async ({ id }: { id: string }) => {
    if (decided.has(id)) throw new ProductError('alreadyDecided');
    decided.add(id);
    return { drive: undefined };
  };
  const peers = {
    ...peersOf(),
    drives: async () => ({ ...(await peersOf().drives()), approveDrive: decide, requestChanges: decide }),
    media: async () => ({
      ...(await peersOf().media()),
      decidePhoto: async ({ id }: { id: string }) => ({ photos: [], ...(await decide({ id })) }),
    }),
  };
  const subjects = new Subjects(peers);
  const moderation = new ModerationService(source, items, subjects, peers);
  const queue = new Queue(source.getRepository(Item));
  rpc = new ModerationRpc(queue, moderation, new Reports(source, items, subjects, randomIds));
});
beforeEach(async () => {
  [decided, done, gone] = [new Set(), [], new Set()];
  await source.query('truncate item, history, subject, person, outbox, idempotent_request');
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const callOf = (userId: string, accountType: Caller['accountType'] = 'admin'): Call => ({
  requestId: 'r',
  caller: { userId, accountType },
});
const [ann, ben] = [callOf('ann'), callOf('ben')];
const visitor: Call = { requestId: 'r', caller: null };
const message = { id: 'm1', name: 'Ann', email: 'a@example.com', reason: 'other', message: 'Hello?', userId: 'u1' };

function submission(version: number, overrides: Partial<SubmissionEvent> = {}): SubmissionEvent {
  return {
    ...SubmissionEvent.decode(new Uint8Array()),
    subjectId: 'd1',
    version,
    kind: 'drive',
    title: 'Ridge Road',
    ownerId: 'owner',
    reasons: ['no photo'],
    at: '2026-01-02T03:04:05.000Z',
    facts: { title: 'Ridge Road' },
    waiting: { rev: version },
    ...overrides,
  };
}

const settled = (decision: string, by: string): Partial<SubmissionEvent> => ({
  waiting: undefined,
  settled: { decision, decidedBy: by, decidedByName: '', changeRequest: {}, corrected: [], rev: undefined },
});

const list = (input: object = {}, call = ann) =>
  rpc.listQueue({ kind: '', state: '', sort: 'due', bookmark: '', limit: 25, ...input }, call);
const decideOn = (id: string, overrides: Partial<DecideRequest>, call = ann) =>
  rpc.decide({ id, decision: 'approve', note: '', changeRequest: {}, rev: undefined, ...overrides }, call);

const published = () => outboxOfTopic(source, decisionsTopic);

async function onlyItem(): Promise<string> {
  const { items } = await list();
  expect(items).toHaveLength(1);
  return items[0]!.id;
}

describe('the queue', () => {
  it('is only for staff', async () => {
    for (const type of ['free', 'hero'] as const) {
      await expect(list({}, callOf('ann', type))).rejects.toMatchObject({ error: 'notAllowed' });
    }
  });

  it('contains a subject once, however often it was submitted, and ignores late events', async () => {
    await submissions.apply('drive', submission(1));
    await submissions.apply('drive', submission(3, { title: 'Ridge Road East' }));
    for (const late of [2, 3]) await submissions.apply('drive', submission(late, { title: 'Late' }));
    const { items, counts } = await list();
    expect(items.map(({ subjectTitle, state }) => [subjectTitle, state])).toEqual([['Ridge Road East', 'open']]);
    expect(counts).toEqual({ drive: 1, photo: 0, collection: 0, 'abuse-report': 0, suggestion: 0, contact: 0 });
    await submissions.apply('drive', submission(4, { waiting: undefined, withdrawn: {} }));
    expect((await list()).items).toEqual([]);
    expect(await published()).toEqual([]);
  });

  it('continues after a page without repeating or skipping an item', async () => {
    for (let index = 0; index < 7; index += 1) {
      const at = `2026-01-0${1 + Math.floor(index / 3)}T00:00:00.000Z`;
      await submissions.apply('drive', submission(1, { subjectId: `d${index}`, at }));
    }
    for (const sort of ['due', 'newest', 'oldest']) {
      const seen: string[] = [];
      for (let bookmark = '', page = 0; page === 0 || bookmark !== ''; page += 1) {
        const answer = await list({ sort, bookmark, limit: 3 });
        seen.push(...answer.items.map(({ subjectId }) => subjectId));
        ({ bookmark } = answer);
      }
      expect(seen.toSorted()).toEqual(['d0', 'd1', 'd2', 'd3', 'd4', 'd5', 'd6']);
    }
    const { bookmark } = await list({ limit: 3 });
    for (const damaged of ['damaged', bookmark.slice(0, -2)])
      await expect(list({ bookmark: damaged })).rejects.toMatchObject({ error: 'invalidBookmark' });
  });

  it('shows the latest history of each item, however long the histories are', async () => {
    for (const subjectId of ['d1', 'd2']) await submissions.apply('drive', submission(1, { subjectId }));
    await source.query(
      `insert into history (item_id, at, who, action, note) select id, now(), 'ben', 'explained', 'Note ' || n
         from item, generate_series(1, 2600) as n order by n`,
    );
    const { items } = await list();
    const ends = items.map(({ history }) => [history.length, history[0]?.note, history.at(-1)?.note]);
    expect(ends).toEqual(Array(2).fill([100, 'Note 2501', 'Note 2600']));
    const { history } = (await rpc.claim({ id: items[0]!.id }, ann)).item;
    expect([history.length, history[0]?.note, history.at(-1)?.action]).toEqual([100, 'Note 2502', 'claimed']);
  });

  it('shows the changes since the last decision', async () => {
    await submissions.apply('drive', submission(1));
    await submissions.apply('drive', submission(2, settled('request-changes', 'ann')));
    await submissions.apply('drive', submission(3, { facts: { title: 'Ridge Road East' } }));
    expect((await list()).items[0]?.changes).toEqual([
      { field: 'title', before: 'Ridge Road', after: 'Ridge Road East' },
    ]);
  });
});

describe('a claim', () => {
  it('blocks other staff until it ends', async () => {
    await submissions.apply('drive', submission(1));
    const id = await onlyItem();
    await people.rename('ann', 1, 'Ann');
    expect((await rpc.claim({ id }, ann)).item).toMatchObject({
      state: 'claimed',
      claimedBy: { id: 'ann', username: 'Ann' },
    });
    await expect(rpc.claim({ id }, ben)).rejects.toMatchObject({ error: 'claimedByOther' });
    await expect(decideOn(id, {}, ben)).rejects.toMatchObject({ error: 'claimedByOther' });
    await source.query(`update item set claimed_until = now() - interval '1 second'`);
    expect((await rpc.claim({ id }, ben)).item.claimedBy?.id).toBe('ben');
    expect((await rpc.release({ id }, ben)).item.state).toBe('open');
  });
});

describe('a decision', () => {
  it('is made once for two concurrent calls, and notified once, also if the owner reports it too', async () => {
    await submissions.apply('drive', submission(1));
    const id = await onlyItem();
    const both = await Promise.allSettled([decideOn(id, {}, ann), decideOn(id, {}, ben)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await submissions.apply('drive', submission(2, settled('approve', 'ann')));
    expect((await list({ state: 'decided' })).items).toMatchObject([{ id, decision: 'approve' }]);
    expect(await published()).toMatchObject([{ itemId: id, decision: 'approve', ownerId: 'owner', subjectId: 'd1' }]);
    await expect(decideOn(id, {})).rejects.toMatchObject({ error: 'alreadyDecided' });
  });

  it('made outside the queue settles its item', async () => {
    await submissions.apply('drive', submission(1));
    await submissions.apply('drive', submission(2, settled('approve', 'ben')));
    expect((await list()).items).toEqual([]);
    expect(await published()).toMatchObject([{ decision: 'approve', decidedBy: 'ben' }]);
  });

  it('has one kind, and an answer needs a text', async () => {
    await submissions.receive(message, new Date());
    await submissions.receive(message, new Date());
    const id = await onlyItem();
    await expect(decideOn(id, { decision: 'approve' })).rejects.toMatchObject({ error: 'invalidInput' });
    await expect(decideOn(id, { decision: 'answered' })).rejects.toMatchObject({ error: 'invalidInput' });
    await decideOn(id, { decision: 'answered', note: 'Hello!' });
    expect(await published()).toMatchObject([{ kind: 'contact', decision: 'answered', note: 'Hello!' }]);
  });
});

describe('a report', () => {
  const report = (subject: Subject | undefined, call: Call = callOf('hero', 'hero')) =>
    rpc.reportAbuse({ violations: ['hatefulOrAbusive'], details: ' Rude. ', subject, idempotency: undefined }, call);
  const ofReview = { type: 'review', id: 'r1' };

  it('keeps the content of its subject, is due within a day, and is unique while it is pending', async () => {
    await report(ofReview);
    await report(ofReview);
    await report(ofReview, visitor);
    await report(undefined, visitor);
    const { items, counts } = await list({ kind: 'abuse-report', sort: 'oldest' });
    expect(counts['abuse-report']).toBe(3);
    expect(items[0]).toMatchObject({ quote: 'Bad', driveId: 'd1', text: 'Rude.', reasons: ['hatefulOrAbusive'] });
    expect(Date.parse(items[0]!.dueBy) - Date.parse(items[0]!.created)).toBe(24 * 3_600_000);
  });

  it('requires a subject that the reporter can see', async () => {
    await expect(report({ type: 'drive', id: 'private' })).rejects.toMatchObject({ error: 'driveNotFound' });
    await expect(report({ type: 'user', id: 'nobody' })).rejects.toMatchObject({ error: 'userNotFound' });
    await report({ type: 'drive', id: 'private' }, callOf('friend', 'hero'));
  });

  it('that is upheld removes its subject, suspends its author, and all reporters are notified', async () => {
    await report(ofReview);
    await report(ofReview, callOf('other', 'free'));
    const { items } = await list({ kind: 'abuse-report' });
    await decideOn(items[0]!.id, { decision: 'suspend', note: 'Third time.' });
    expect(done).toEqual(['suspended rude', 'removed r1']);
    const [line] = await auditLines(source);
    expect(line).toMatch(/^\S+Z {2}ann {2}suspend {2}abuse-report {2}review r1 {2}"Bad" {2}"Third time\."$/);
    expect((await list({ kind: 'abuse-report' })).items).toEqual([]);
    expect((await published()).map(({ ownerId, decision }) => `${ownerId} ${decision}`).toSorted()).toEqual([
      'hero suspend',
      'other suspend',
    ]);
  });

  it('removes a photo, and requires an existing one', async () => {
    await expect(report({ type: 'photo', id: 'none' })).rejects.toMatchObject({ error: 'photoNotFound' });
    await report({ type: 'photo', id: 'p1' });
    await decideOn(await onlyItem(), { decision: 'remove' });
    expect(done).toEqual(['removed p1']);
  });

  it('can be decided again if its subject was removed meanwhile', async () => {
    await report(ofReview);
    gone.add('r1');
    await decideOn((await list()).items[0]!.id, { decision: 'remove' });
    expect(done).toEqual([]);
  });

  it('removes nothing without permission or subject', async () => {
    await report(undefined, visitor);
    const general = await onlyItem();
    for (const decision of ['remove', 'suspend', 'approve'])
      await expect(decideOn(general, { decision })).rejects.toMatchObject({ error: 'invalidInput' });
    await decideOn(general, { decision: 'dismiss' });
    await report({ type: 'drive', id: 'd1' });
    await expect(decideOn(await onlyItem(), { decision: 'suspend' })).rejects.toMatchObject({ error: 'notAllowed' });
    expect(done).toEqual([]);
  });

  it('is decided by one of two concurrent calls', async () => {
    await report(ofReview);
    const id = await onlyItem();
    const both = await Promise.allSettled([
      decideOn(id, { decision: 'dismiss' }, ann),
      decideOn(id, { decision: 'remove' }, ben),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [decision] = await published();
    expect(done).toEqual(decision?.decision === 'remove' ? ['removed r1'] : []);
  });
});

describe('a suggestion', () => {
  const suggest = (call: Call, driveId = 'd1', suggestions = 'Closed in winter.') =>
    rpc.suggestEdits({ driveId, suggestions, idempotency: undefined }, call);

  it('requires a Hero and a drive that is visible to all', async () => {
    await expect(suggest({ requestId: 'r', caller: null })).rejects.toMatchObject({ error: 'invalidSession' });
    await expect(suggest(callOf('f', 'free'))).rejects.toMatchObject({ error: 'upgradeNeeded' });
    await expect(suggest(callOf('friend', 'hero'), 'private')).rejects.toMatchObject({ error: 'driveNotFound' });
    await expect(suggest(callOf('h', 'hero'), 'd1', '  ')).rejects.toMatchObject({ error: 'invalidInput' });
    await suggest(callOf('h', 'hero'));
    const { items } = await list({ kind: 'suggestion' });
    expect(items).toMatchObject([{ subjectTitle: 'Ridge Road', text: 'Closed in winter.' }]);
    await decideOn(items[0]!.id, { decision: 'accept' });
    expect(await published()).toMatchObject([{ ownerId: 'h', decision: 'accept' }]);
  });
});

describe('a request repeated with its key', () => {
  const idempotency = { key: 'k', fingerprint: 'f' };
  const report = { violations: ['other'], details: '', subject: undefined, idempotency };
  const suggestion = { driveId: 'd1', suggestions: 'Closed in winter.', idempotency };
  const hero = callOf('h', 'hero');

  it('is one suggestion and one report, of a person and of a visitor', async () => {
    for (let time = 0; time < 3; time += 1) {
      await Promise.all([rpc.suggestEdits(suggestion, hero), rpc.suggestEdits(suggestion, hero)]);
      await Promise.all([rpc.reportAbuse(report, visitor), rpc.reportAbuse(report, visitor)]);
    }
    const { counts } = await list({});
    expect(counts).toMatchObject({ suggestion: 1, 'abuse-report': 1 });
  });

  it('is rejected with other content, is one per person, and is deleted with its person', async () => {
    await rpc.suggestEdits(suggestion, hero);
    await rpc.suggestEdits(suggestion, callOf('other', 'hero'));
    expect((await list({})).counts).toMatchObject({ suggestion: 2 });
    const reused = { ...suggestion, idempotency: { key: 'k', fingerprint: 'g' } };
    await expect(rpc.suggestEdits(reused, hero)).rejects.toMatchObject({ error: 'keyReused' });
    await people.erase('h', 2);
    expect(await source.query('select person from idempotent_request')).toEqual([{ person: 'other' }]);
  });
});

describe('a person who leaves', () => {
  it('takes their messages and their name along, also late ones', async () => {
    await submissions.receive(message, new Date());
    await people.rename('u1', 1, 'Una');
    await people.erase('u1', 2);
    await people.rename('u1', 1, 'Una');
    await submissions.receive({ ...message, id: 'm2' }, new Date());
    expect((await list()).items).toEqual([]);
    expect(await source.query('select username from person')).toEqual([{ username: null }]);
  });
});
