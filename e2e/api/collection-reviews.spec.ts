// Aim: a club's collection goes from private to published through the staff's queue, and until then only its maker and
// staff learn of it; requested changes and the decision reach the maker.
import { expect, test } from '@playwright/test';
import type { ModerationItem } from '@switchback/contracts/endpoints/moderation';
import { Api } from '../support/api.js';
import { CollectionCalls, publicDrives } from '../support/collections.js';
import { Mailbox } from '../support/mailbox.js';
import { join, joinAs, type Person } from '../support/people.js';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const BASE = process.env.BASE_URL ?? 'http://localhost:8080';
const api = new Api(BASE);
const calls = new CollectionCalls(api);
const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const EVENTS = { timeout: process.env.KAFKA_BROKERS ? 30_000 : 15_000 };

let maker: Person;
let staff: Person;
let free: Person;
let driveIds: string[];
let id: string;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  [maker, staff, free] = await Promise.all([
    joinAs(api, mailbox, 'hero'),
    joinAs(api, mailbox, 'admin'),
    join(api, mailbox),
  ]);
  driveIds = (await publicDrives(api)).slice(0, 2).map((drive) => drive.id);
  const items = driveIds.map((driveId) => ({ driveId, note: 'Good coffee.' }));
  ({ id } = await calls.create({ name: `Club roads ${maker.username}`, description: 'Ours.', items }, maker));
});

/** Returns the undecided item of the collection. */
async function queued(): Promise<ModerationItem | undefined> {
  const { body } = await api.call('GET', '/api/moderation/queue?kind=collection&sort=newest', undefined, staff.token);
  return (body.items as ModerationItem[]).find(({ subject }) => subject.id === id);
}

async function decide(decision: string, note?: string) {
  await expect.poll(async () => (await queued())?.subject.id, EVENTS).toBe(id);
  const item = (await queued())!;
  const body = { decision, note, _rev: item._rev };
  return api.call('POST', `/api/moderation/items/${item.id}/decide`, body, staff.token);
}

const stateOf = async (person?: Person) => {
  const { status, body } = await calls.read(id, person);
  return status === 200 ? (body.collection as { status: string }).status : status;
};
const noticesOf = async (person: Person) =>
  JSON.stringify((await api.call('POST', `/api/users/user/${person.id}/notices`, {}, person.token)).body);

test('asking needs a Hero account, and shows it to staff but to no stranger', async () => {
  const plain = await calls.create({ name: 'Plain', items: [{ driveId: driveIds[0] }] }, free);
  expect((await calls.save(plain.id, { privacy: 'public' }, free)).body).toMatchObject({
    additional: { upgrade: true },
  });
  const answer = await calls.save(id, { privacy: 'public' }, maker);
  expect(answer.body).toMatchObject({ collection: { privacy: 'public', status: 'pending', changeRequest: null } });
  expect([await stateOf(), await stateOf(free), await stateOf(staff)]).toEqual([404, 404, 'pending']);
  expect((await fetch(`${BASE}/collection/${id}`)).status).toBe(404);
  await expect.poll(queued, EVENTS).toMatchObject({
    kind: 'collection',
    subject: { type: 'collection', url: `/collection/${id}` },
    state: 'open',
    reasons: [],
  });
});

test('only staff decide; requested changes need words, which the maker reads', async () => {
  const item = (await queued())!;
  const path = `/api/moderation/items/${item.id}/decide`;
  expect((await api.call('POST', path, { decision: 'approve' }, maker.token)).status).toBe(403);
  expect((await decide('request-changes')).body).toMatchObject({ fields: { note: { type: 400 } } });
  expect((await decide('request-changes', 'Say where it starts.')).status).toBe(200);
  expect((await calls.read(id, maker)).body).toMatchObject({
    collection: { status: 'changes-requested', changeRequest: 'Say where it starts.' },
  });
  await expect.poll(() => noticesOf(maker), EVENTS).toContain('collection-changes-requested');
  expect((await calls.save(id, { description: 'From the pier.' }, maker)).body).toMatchObject({
    collection: { status: 'changes-requested' },
  });
  expect((await calls.save(id, { privacy: 'public' }, maker)).body).toMatchObject({
    collection: { status: 'pending' },
  });
});

test('once approved, everyone finds it with its maker, until the maker changes it', async () => {
  await expect
    .poll(async () => (await queued())?.changes, EVENTS)
    .toEqual([{ field: 'description', before: 'Ours.', after: 'From the pier.' }]);
  expect((await decide('approve')).status).toBe(200);
  await expect.poll(() => noticesOf(maker), EVENTS).toContain('collection-approved');
  expect((await calls.read(id)).body).toMatchObject({
    collection: { status: 'approved', changeRequest: null, owner: { id: maker.id, username: maker.username } },
  });
  const published = JSON.stringify((await api.call('GET', '/api/collections/published')).body);
  expect(published).toContain(id);
  expect((await calls.listOf(maker.id)).map((one) => one.id)).toEqual([id]);
  const page = async () => (await fetch(`${BASE}/collection/${id}`)).status;
  expect(await page()).toBe(200);
  expect((await calls.save(id, { name: 'Changed' }, maker)).body).toMatchObject({ collection: { status: 'pending' } });
  expect([await stateOf(), await page()]).toEqual([404, 404]);
  expect((await calls.save(id, { privacy: 'private' }, maker)).body).toMatchObject({ collection: { status: 'none' } });
  await expect.poll(queued, EVENTS).toBeUndefined();
});
