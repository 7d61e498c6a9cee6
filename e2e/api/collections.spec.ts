// Aim: people keep, plan, share and download collections of drives, each within the rights of their account.
import { expect, test } from '@playwright/test';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { Api } from '../support/api.js';
import { CollectionCalls, publicDrives } from '../support/collections.js';
import { runCommand } from '../support/commands.js';
import { Mailbox } from '../support/mailbox.js';
import { join, joinAs, type Person } from '../support/people.js';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const api = new Api(process.env.BASE_URL ?? 'http://localhost:8080');
const calls = new CollectionCalls(api);
const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const UPGRADE = { additional: { upgrade: true } };

let owner: Person;
let friend: Person;
let former: Person;
let stranger: Person;
let free: Person;
let staff: Person;
let drives: Awaited<ReturnType<typeof publicDrives>>;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  [owner, friend] = [await joinAs(api, mailbox, 'hero'), await joinAs(api, mailbox, 'hero')];
  [former, stranger] = [await joinAs(api, mailbox, 'hero'), await joinAs(api, mailbox, 'hero')];
  [free, staff] = [await join(api, mailbox), await joinAs(api, mailbox, 'admin')];
  drives = await publicDrives(api);
});

const TRIP = { start: '2026-05-02', days: 2 };
const itemsOf = (...days: (number | null)[]) => days.map((day, index) => ({ driveId: drives[index]!.id, day }));

test('a Hero plans a trip and shares it with a friend, who downloads it', async () => {
  const items = itemsOf(2, 1, null);
  const trip = await calls.create({ name: 'Blue Ridge weekend', ...TRIP, items }, owner);
  expect(trip).toMatchObject({
    owner: { id: owner.id },
    privacy: 'private',
    ...TRIP,
    totals: { drives: 3, distance: expect.closeTo(drives[0]!.distance + drives[1]!.distance + drives[2]!.distance, 0) },
  });
  expect(trip.items.map(({ driveId, day }) => [driveId, day])).toEqual([
    [drives[1]!.id, 1],
    [drives[0]!.id, 2],
    [drives[2]!.id, null],
  ]);
  expect((await calls.share(trip.id, [friend.id], owner)).body).toEqual({ shared: [friend.id] });
  expect((await calls.read(trip.id, friend)).body).toEqual({ collection: trip });
  expect((await calls.listOf(friend.id, friend)).map(({ id }) => id)).toEqual([trip.id]);
  const { body } = await api.call('POST', `/api/users/user/${friend.id}/notices`, {}, friend.token);
  expect(body.notices).toMatchObject([
    {
      kind: 'collection-shared',
      subject: { type: 'trip', id: trip.id, title: 'Blue Ridge weekend' },
      by: owner.username,
    },
  ]);
  const [gpx, calendar] = [await calls.file(trip.id, 'gpx?day=1', friend), await calls.file(trip.id, 'ics', friend)];
  expect([gpx.name, gpx.text.match(/<trk>/g)?.length]).toEqual(['Blue-Ridge-weekend-day-1.gpx', 1]);
  expect([calendar.name, calendar.text.match(/^DTSTART.*$/gm)]).toEqual([
    'Blue-Ridge-weekend.ics',
    ['DTSTART;VALUE=DATE:20260502', 'DTSTART;VALUE=DATE:20260503'],
  ]);
});

/** Statuses of calls about a collection: read, ways, KML, save, list of people, link, new link, end of the link. */
async function statusesOf(id: string, person?: Person): Promise<number[]> {
  const answers = [
    await calls.read(id, person),
    await calls.ways(id, person),
    await calls.file(id, 'kml', person),
    await calls.save(id, { description: 'By the river.' }, person),
    await calls.share(id, undefined, person),
    await calls.link('POST', id, person),
    await calls.link('PUT', id, person),
    await calls.link('DELETE', id, person),
  ];
  return answers.map(({ status }) => status);
}

test('only the owner changes a private trip; friends and staff read it, and nobody else learns of it', async () => {
  const { id } = await calls.create({ name: 'Ours', ...TRIP, items: itemsOf(1) }, owner);
  await calls.share(id, [friend.id], owner);
  const [ok, gone, banned] = [200, 404, 403];
  expect({
    visitor: await statusesOf(id),
    free: await statusesOf(id, free),
    stranger: await statusesOf(id, stranger),
    friend: await statusesOf(id, friend),
    staff: await statusesOf(id, staff),
    owner: await statusesOf(id, owner),
  }).toEqual({
    visitor: [gone, gone, gone, 401, 401, 401, 401, 401],
    free: Array<number>(8).fill(gone),
    stranger: Array<number>(8).fill(gone),
    friend: [ok, ok, ok, banned, banned, banned, banned, banned],
    staff: [ok, ok, ok, banned, banned, banned, banned, banned],
    owner: [ok, ok, ok, ok, ok, ok, 201, ok],
  });
  const left = [await calls.delete(id, stranger), await calls.delete(id, friend), await calls.delete(id, staff)];
  expect(left.map(({ status }) => status)).toEqual([404, 403, 200]);
  expect((await calls.read(id, owner)).status).toBe(404);
});

test('staff publish and edit collections, which everyone reads', async () => {
  const items = itemsOf(null, null);
  const { id } = await calls.create({ name: 'Gentle starts', items, privacy: 'public' }, staff);
  expect((await statusesOf(id)).slice(0, 3)).toEqual([200, 200, 200]);
  expect((await calls.save(id, { name: 'Mine' }, owner)).status).toBe(403);
  expect((await calls.delete(id, owner)).status).toBe(403);
  expect((await calls.tryCreate({ name: 'Mine', items, privacy: 'public' }, free)).body).toMatchObject(UPGRADE);
  const published = async () => JSON.stringify((await api.call('GET', '/api/collections/published')).body);
  expect(await published()).toContain(id);
  expect((await calls.listOf(staff.id)).map((listed) => listed.id)).toContain(id);
  const page = async () => (await fetch(`${process.env.BASE_URL}/collection/${id}`)).text();
  expect(await page()).toMatch(/<title>Gentle starts - .*<meta property="og:title" content="Gentle starts/s);
  expect((await calls.save(id, { privacy: 'private' }, staff)).status).toBe(200);
  expect([(await calls.read(id)).status, (await published()).includes(id)]).toEqual([404, false]);
  expect(await page()).not.toContain('Gentle');
});

test('a free account has plain collections; trips need Hero to plan and share, not to read and keep', async () => {
  const plain = await calls.create({ name: 'Later', items: itemsOf(null) }, free);
  expect((await calls.share(plain.id, [friend.id], free)).status).toBe(200);
  expect((await calls.tryCreate({ name: 'Trip', days: 2 }, free)).body).toMatchObject(UPGRADE);
  expect((await calls.save(plain.id, { start: '2026-05-02' }, free)).body).toMatchObject(UPGRADE);
  const trip = await calls.create({ name: 'Once a Hero', ...TRIP, items: itemsOf(2) }, former);
  const theirs = await calls.create({ name: 'For friends', items: itemsOf(null) }, owner);
  await calls.share(theirs.id, [former.id], owner);
  const environment = JSON.parse(process.env.PRODUCT_ENVIRONMENT ?? '{}') as Record<string, string>;
  await runCommand('account', ['set-type', '--email', former.email, '--type', 'free'], environment);
  await expect.poll(async () => (await calls.read(theirs.id, former)).status).toBe(403);
  expect((await calls.read(theirs.id, former)).body).toMatchObject(UPGRADE);
  expect((await calls.listOf(former.id, former)).map(({ id }) => id)).toEqual([trip.id]);
  expect((await calls.read(trip.id, former)).status).toBe(200);
  expect((await calls.save(trip.id, { name: 'Still a trip' }, former)).body).toMatchObject(UPGRADE);
  expect((await calls.link('PUT', trip.id, former)).body).toMatchObject(UPGRADE);
  const kept = await calls.save(trip.id, { start: null, days: null }, former);
  expect(kept.body).toMatchObject({ collection: { start: null, days: null, items: [{ day: null }] } });
});

test('a collection is shared with Heroes, and by a link until that is revoked', async () => {
  const { id } = await calls.create({ name: 'By link', items: itemsOf(null) }, owner);
  for (const users of [[free.id], [owner.id], ['nobody'], [friend.id, 'nobody']]) {
    const { status, body } = await calls.share(id, users, owner);
    expect([status, Object.keys(body.fields as object)]).toEqual([400, ['users']]);
  }
  const secret = await calls.secretOf(id, owner);
  const open = () => api.call('POST', '/api/collections/secret', { secret });
  expect((await open()).body).toMatchObject({ collection: { id, name: 'By link', totals: { drives: 1 } } });
  expect((await calls.link('DELETE', id, owner)).status).toBe(200);
  expect([(await open()).status, (await open()).body.code]).toEqual([404, 'ERROR-00100']);
});

test('of two saves of the same revision one is refused, and a repeated creation makes one collection', async () => {
  const { id, _rev } = await calls.create({ name: 'Race' }, owner);
  const saves = await Promise.all(['One', 'Two'].map((name) => calls.save(id, { name, _rev }, owner)));
  expect(saves.map(({ status }) => status).sort()).toEqual([200, 409]);
  const create = async () => {
    const headers = { authorization: `Bearer ${owner.token}`, 'idempotency-key': `c-${id}` };
    const body = JSON.stringify({ collection: { name: 'Once' } });
    const answer = await fetch(`${process.env.BASE_URL}/api/collections/collection`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    return ((await answer.json()) as { collection: { id: string } }).collection.id;
  };
  const ids = await Promise.all([create(), create(), create()]);
  expect(new Set(ids).size).toBe(1);
});

test('limits hold, also for simultaneous requests', async () => {
  const before = (await calls.listOf(stranger.id, stranger)).length;
  const room = LIMITS.collectionsMax - before;
  for (let left = room - 2; left > 0; left -= 1) await calls.create({ name: 'Full' }, stranger);
  const last = await Promise.all(Array.from({ length: 6 }, () => calls.tryCreate({ name: 'Last' }, stranger)));
  expect(last.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400, 400]);
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      driveId: drives[index % drives.length]!.id,
      day: Math.floor(index / drives.length) + 1,
    }));
  const days = LIMITS.tripDaysMax;
  const full = await calls.create({ name: 'Many', days, items: many(LIMITS.collectionItemsMax) }, owner);
  expect(full.totals.drives).toBe(LIMITS.collectionItemsMax);
  const { status, body } = await calls.save(full.id, { items: many(LIMITS.collectionItemsMax + 1) }, owner);
  expect([status, Object.keys(body.fields as object)]).toEqual([400, ['items']]);
});

test('invalid input is refused at its field', async () => {
  const [first] = itemsOf(null);
  const wrong: [object, string][] = [
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: ' \u3000 ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'a\0b' }, 'collection.name'],
    [{ name: ['x'] }, 'name'],
    [{ name: 'x', description: 'y'.repeat(2_001) }, 'description'],
    [{ name: 'x', privacy: 'secret' }, 'privacy'],
    [{ name: 'x', start: '2026-02-30' }, 'start'],
    [{ name: 'x', start: '2026-13-01' }, 'start'],
    [{ name: 'x', start: '2026-05-02T00:00:00Z' }, 'start'],
    [{ name: 'x', start: 20_260_502 }, 'start'],
    ...[0, -1, 61, 1.5, '2', 1e308, true].map((days): [object, string] => [{ name: 'x', days }, 'days']),
    [{ name: 'x', items: { length: 1 } }, 'items'],
    [{ name: 'x', items: ['d1'] }, 'items.0'],
    [{ name: 'x', items: [{ driveId: 'no-such-drive' }] }, 'items'],
    [{ name: 'x', items: [{ driveId: "' or 1=1 --" }] }, 'items'],
    [{ name: 'x', items: [{ driveId: 'a\0' }] }, 'collection.items.0.driveId'],
    [{ name: 'x', items: [{ ...first, note: 'n'.repeat(501) }] }, 'items.0.note'],
    [{ name: 'x', items: [{ ...first, day: 0 }] }, 'items.0.day'],
    [{ name: 'x', items: [{ ...first, day: 1 }] }, 'items'],
    [{ name: 'x', items: [first, first] }, 'items'],
    [{ name: 'x', days: 2, items: [1, 2, 1].map((day) => ({ ...first, day })) }, 'items'],
    [{ name: 'x', start: '2026-05-02', items: [{ ...first, day: 2 }] }, 'items'],
    [{ name: 'x', days: 2, items: [{ ...first, day: 3 }] }, 'items'],
    [{ name: 'x', _rev: 'one' }, '_rev'],
  ];
  const faults: unknown[] = [];
  for (const [form, field] of wrong) {
    const { status, body } = await calls.tryCreate(form, owner);
    const fields = Object.keys((body.fields as object | undefined) ?? {});
    if (status !== 400 || fields[0] !== field) faults.push([form, status, fields]);
  }
  expect(faults).toEqual([]);
  // The first and the last dates of the calendar are odd, and still work; calendar files have no later days.
  for (const [start, status] of [
    ['0000-01-01', 200],
    ['9999-11-01', 200],
    ['9999-12-31', 400],
  ] as const) {
    const { id } = await calls.create({ name: 'Edge', start, days: 60, items: [{ ...first, day: 60 }] }, owner);
    expect([start, (await calls.file(id, 'ics', owner)).status]).toEqual([start, status]);
  }
});
