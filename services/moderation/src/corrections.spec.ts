// Aim: an approval with corrections leaves in the history who corrected which fields and which revision that created,
// shows what the corrections replaced, and names the fields to the author; moderators see which line was redrawn.
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { EventFactory } from '@switchback/platform/events/event';
import { decisionsTopic } from '@switchback/platform/events/topics';
import { randomIds } from '@switchback/platform/ids';
import { SubmissionEvent, SubmissionSettled } from '@switchback/proto/moderation/v1/events';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { outboxOfTopic } from '@switchback/testing/outbox';
import type { DataSource } from 'typeorm';
import { Item } from './item.entity.js';
import { Items } from './items.js';
import { Queue } from './queue.js';
import { connectModeration } from './schema.js';
import { Subject } from './subject.entity.js';
import { Submissions } from './submissions.js';

let database: TestDatabase;
let source: DataSource;
let submissions: Submissions;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await connectModeration({ url: database.url });
  const items = new Items(new EventFactory({ source: 'moderation', clock: systemClock, ids: randomIds }));
  submissions = new Submissions(source.getRepository(Subject), items, randomIds);
});
beforeEach(() => source.query('truncate item, history, subject, person, outbox'));
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const at = '2026-01-02T03:04:05.000Z';
const FACTS = { title: 'Ridge Road', description: 'Curves.', overviewPath: 'a' };

const apply = (version: number, facts: Record<string, string>, settled?: Partial<SubmissionSettled>) =>
  submissions.apply('drive', {
    ...SubmissionEvent.decode(new Uint8Array()),
    subjectId: 'd1',
    version,
    kind: 'drive',
    title: facts['title'] ?? '',
    ownerId: 'owner',
    at,
    facts,
    ...(settled
      ? { settled: { ...SubmissionSettled.decode(new Uint8Array()), decidedBy: 'ann', rev: version, ...settled } }
      : { waiting: { rev: version } }),
  });

async function only(state: 'open' | 'decided') {
  const { items } = await new Queue(source.getRepository(Item)).list({
    kind: 'drive',
    state,
    sort: 'newest',
    bookmark: '',
    limit: 25,
  });
  return items[0]!;
}

it('keeps the corrections of an approval, and names them to the author', async () => {
  await apply(1, FACTS);
  const corrected = ['title', 'directions'];
  await apply(2, { ...FACTS, title: 'Crest Road', overviewPath: 'b' }, { decision: 'approve', corrected });
  expect(await only('decided')).toMatchObject({
    subjectTitle: 'Crest Road',
    rev: 1,
    changes: [{ field: 'title', before: 'Ridge Road', after: 'Crest Road' }],
    earlierPath: 'a',
    history: [
      { action: 'submitted', corrected: [], rev: undefined },
      { action: 'approve', who: { id: 'ann' }, corrected, rev: 2 },
    ],
  });
  expect(await outboxOfTopic(source, decisionsTopic)).toMatchObject([{ subjectTitle: 'Crest Road', corrected }]);
});

it('leaves what was submitted as it is in a plain approval', async () => {
  await apply(1, FACTS);
  await apply(2, FACTS, { decision: 'approve' });
  expect(await only('decided')).toMatchObject({
    changes: [],
    earlierPath: '',
    history: [{}, { corrected: [], rev: 2 }],
  });
  expect(await outboxOfTopic(source, decisionsTopic)).toMatchObject([{ corrected: [] }]);
});

it('shows the line of the last requested revision next to one that was redrawn since', async () => {
  await apply(1, FACTS);
  await apply(2, FACTS, { decision: 'request-changes', changeRequest: { directions: 'It ends in a lake.' } });
  await apply(3, { ...FACTS, description: 'More curves.' });
  expect(await only('open')).toMatchObject({ changes: [{ field: 'description' }], earlierPath: '' });
  await apply(4, { ...FACTS, overviewPath: 'b' });
  expect(await only('open')).toMatchObject({ changes: [], earlierPath: 'a' });
});
