// Aim: a private drive in a trip that other people see appears nowhere to them: every answer is that of a trip which
// never contained it. A deleted account takes its private collections along, and a file has what a person may keep.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { filesOf } from '@switchback/testing/zip-files';
import { Api } from '../support/api.js';
import { CollectionCalls, publicDrives } from '../support/collections.js';
import { Mailbox } from '../support/mailbox.js';
import { joinAs, type Person } from '../support/people.js';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const BASE = process.env.BASE_URL ?? 'http://localhost:8080';
const api = new Api(BASE);
const calls = new CollectionCalls(api);
const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const EVENTS = { timeout: process.env.KAFKA_BROKERS ? 30_000 : 15_000 };

/** Only letters, as in real titles. */
const CANARY = `Qux${randomUUID().replaceAll(/[^a-f]/g, 'k')}`;
const ENDS = [
  { label: `Pier of ${CANARY}`, value: { location: { lat: 12.34567, lng: -41.76543 } } },
  { label: 'Elsewhere', value: { location: { lat: 12.44567, lng: -41.86543 } } },
];

let owner: Person;
let friend: Person;
let hiddenId: string;
/** A trip with the hidden drive, and the same trip without it. */
let trip: string;
let twin: string;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  // Staff, because they may publish what they plan.
  [owner, friend] = [await joinAs(api, mailbox, 'admin'), await joinAs(api, mailbox, 'hero')];
  const { body } = await api.call('POST', '/api/directions', { waypoints: ENDS }, owner.token);
  const { directions } = body;
  const details = { title: `${CANARY} Lane`, description: CANARY, privacy: 'private', waypoints: ENDS, directions };
  const made = await api.call('PUT', '/api/drives/drive', { details }, owner.token);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  hiddenId = String(made.body.driveId);
  const [first, second, third] = await publicDrives(api);
  const around = [
    { driveId: first!.id, note: 'Coffee first.', day: 1 },
    { driveId: second!.id, note: '', day: 2 },
  ];
  const hidden = { driveId: hiddenId, note: `Past ${CANARY}.`, day: 1 };
  const last = [{ driveId: third!.id, note: '', day: null }];
  const plan = { name: 'Two days', description: 'Slowly.', start: '2026-05-02', days: 3 };
  const withHidden = [around[0]!, hidden, around[1]!, { ...hidden, day: 3 }, ...last, { ...hidden, day: null }];
  trip = (await calls.create({ ...plan, items: withHidden }, owner)).id;
  twin = (await calls.create({ ...plan, items: [...around, ...last] }, owner)).id;
});

async function ask(method: string, path: string, body?: object, person?: Person): Promise<string> {
  const answer = await fetch(BASE + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(person && { authorization: `Bearer ${person.token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return `${answer.status} ${answer.headers.get('content-disposition')} ${await answer.text()}`;
}

const BY_ID = ['', '/ways', '/gpx', '/kml', '/ics', '/gpx?day=1', '/kml?day=3', '/ics?day=3', '/gpx?day=4'];
const BY_SECRET = ['', '/ways', '/export/gpx', '/export/kml', '/export/ics'];

/** Returns every answer about a trip to a person, without the parts in which any two trips differ. */
async function answersAbout(id: string, person?: Person, secret?: string): Promise<string[]> {
  const answers: string[] = [];
  const add = (path: string, answer: string) => {
    const unfolded = answer.replaceAll('\r\n ', '').replaceAll(id, '<id>');
    answers.push(`${path}: ${unfolded.replaceAll(/nonce="\w+"|"requestId":"[^"]*"|DTSTAMP:\w+/g, '')}`);
  };
  if (secret === undefined)
    for (const path of BY_ID)
      add(path, await ask('GET', `/api/collections/collection/${id}${path}`, undefined, person));
  else for (const path of BY_SECRET) add(path, await ask('POST', `/api/collections/secret${path}`, { secret }, person));
  add('page', await ask('GET', `/collection/${id}`, undefined, person));
  const listed = await calls.listOf(person === friend ? friend.id : owner.id, person);
  add('list', JSON.stringify(listed.filter((collection) => collection.id === id)));
  return answers;
}

/** Expects a person to get the same answers about both trips, and none with the hidden drive. */
async function expectNoTrace(person?: Person, secrets: [string?, string?] = []): Promise<void> {
  const [about, aboutTwin] = [
    await answersAbout(trip, person, secrets[0]),
    await answersAbout(twin, person, secrets[1]),
  ];
  expect(about).toEqual(aboutTwin);
  expect(about[0]).toContain('Coffee first.');
  for (const trace of [CANARY, hiddenId, '12.3456', '41.7654']) expect(about.join('\n')).not.toContain(trace);
}

test('its owner sees the hidden drive, so the trip does contain it', async () => {
  const answers = (await answersAbout(trip, owner)).join('\n');
  for (const trace of [CANARY, hiddenId, '12.3456']) expect(answers).toContain(trace);
  const { body } = await calls.read(trip, owner);
  expect(body).toMatchObject({ collection: { totals: { drives: 6 } } });
});

test('a friend with whom the trip is shared finds no trace of it, nor does their export', async () => {
  for (const id of [trip, twin]) expect((await calls.share(id, [friend.id], owner)).status).toBe(200);
  await expectNoTrace(friend);
  const files = await exportOf(friend);
  expect(JSON.parse(files.get('collections.json')!)).toMatchObject({
    own: [],
    sharedWithMe: [{ name: 'Two days' }, { name: 'Two days' }],
  });
  for (const trace of [CANARY, hiddenId]) expect([...files.values()].join()).not.toContain(trace);
});

test('a drive that a person may not see is as unknown in their own collections as a missing one', async () => {
  const refusal = async (driveId: string) => {
    const { status, body } = await calls.tryCreate({ name: 'Guess', items: [{ driveId }] }, friend);
    return { ...body, status, requestId: '' };
  };
  expect(await refusal(hiddenId)).toMatchObject({ status: 400, fields: { items: { type: 400 } } });
  expect(await refusal(hiddenId)).toEqual(await refusal(randomUUID()));
});

test('the holder of a secret link finds no trace of it, with or without an account', async () => {
  const secrets: [string, string] = [await calls.secretOf(trip, owner), await calls.secretOf(twin, owner)];
  await expectNoTrace(undefined, secrets);
  await expectNoTrace(friend, secrets);
});

test('nobody finds a trace of it in the published trip, which keeps it through a save', async () => {
  for (const id of [trip, twin]) expect((await calls.save(id, { privacy: 'public' }, owner)).status).toBe(200);
  await expectNoTrace();
  const published = await ask('GET', '/api/collections/published');
  expect([published.includes(trip), published.includes(hiddenId)]).toEqual([true, false]);
  const { body } = await calls.read(trip, owner);
  expect(body).toMatchObject({ collection: { totals: { drives: 6 } } });
});

test('a deleted drive leaves the trip', async () => {
  expect((await api.call('DELETE', `/api/drives/drive/${hiddenId}`, {}, owner.token)).status).toBe(200);
  expect((await calls.read(trip, owner)).body).toMatchObject({ collection: { totals: { drives: 3 } } });
});

async function exportOf(person: Person): Promise<Map<string, string>> {
  const answer = await fetch(`${BASE}/api/users/user/${person.id}/export`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(answer.status).toBe(200);
  return filesOf(Buffer.from(await answer.arrayBuffer()));
}

test('an export has own collections, and a deleted account leaves only what it published', async () => {
  const mine = await calls.create({ name: 'Mine', days: 1, items: [] }, owner);
  const theirs = await calls.create({ name: 'Theirs', items: [] }, friend);
  await calls.share(mine.id, [friend.id], owner);
  const secret = await calls.secretOf(mine.id, owner);
  await calls.share(theirs.id, [owner.id], friend);
  const file = (await exportOf(owner)).get('collections.json')!;
  const { own, sharedWithMe } = JSON.parse(file) as { own: { name: string }[]; sharedWithMe: object[] };
  expect(own.find(({ name }) => name === 'Mine')).toMatchObject({ sharedWith: [friend.id], link: { expiresAt: /./ } });
  expect(sharedWithMe).toEqual([{ id: theirs.id, name: 'Theirs' }]);
  expect(file).not.toContain(secret);

  const left = await api.call('DELETE', `/api/users/user/${owner.id}/account`, { confirm: 'delete' }, owner.token);
  expect(left.status, JSON.stringify(left.body)).toBe(200);
  await expect.poll(async () => (await calls.read(mine.id, friend)).status, EVENTS).toBe(404);
  expect((await api.call('POST', '/api/collections/secret', { secret })).status).toBe(404);
  await expect.poll(async () => (await calls.share(theirs.id, undefined, friend)).body, EVENTS).toEqual({ shared: [] });
  expect((await calls.read(trip)).body).toMatchObject({ collection: { name: 'Two days', owner: null } });
});
