// Aim: an owner shares a private drive with selected Heroes and revokes it, and staff rank drives.
import { expect, test } from '@playwright/test';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { join, joinAs, type Person } from '../support/people.js';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const api = new Api(process.env.BASE_URL ?? 'http://localhost:8080');
const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const EVENTS = { timeout: process.env.KAFKA_BROKERS ? 30_000 : 15_000 };

let owner: Person;
let friend: Person;
let stranger: Person;
let free: Person;
let staff: Person;
let driveId: string;

const ENDS = [
  { label: 'Hot Springs', value: { location: { lat: 35.8937, lng: -82.8271 } } },
  { label: 'Marshall', value: { location: { lat: 35.797, lng: -82.6843 } } },
];

test.beforeAll(async () => {
  test.setTimeout(120_000);
  [owner, friend] = [await joinAs(api, mailbox, 'hero'), await joinAs(api, mailbox, 'hero')];
  [stranger, free] = [await joinAs(api, mailbox, 'hero'), await join(api, mailbox)];
  staff = await joinAs(api, mailbox, 'admin');
  const { body } = await api.call('POST', '/api/directions', { waypoints: ENDS }, owner.token);
  const details = {
    title: 'Shared With Care',
    description: 'Ours.',
    privacy: 'private',
    tags: [],
    countries: [],
    waypoints: ENDS,
    directions: body.directions,
  };
  const made = await api.call('PUT', '/api/drives/drive', { details }, owner.token);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  driveId = String(made.body.driveId);
});

const share = (person: Person, users?: string[], id = driveId) =>
  api.call('POST', `/api/users/user/${person.id}/shared-drives`, { driveId: id, users }, person.token);
const sees = async (person: Person) =>
  (await api.call('POST', `/api/drives/drive/${driveId}/details`, {}, person.token)).status;

test('only its owner shares a private drive, with Heroes', async () => {
  expect((await share(owner)).body).toEqual({ shared: [] });
  for (const users of [[free.id], [owner.id], ['nobody'], [friend.id, 'nobody']]) {
    const { status, body } = await share(owner, users);
    expect([status, Object.keys(body.fields as object)]).toEqual([400, ['users']]);
  }
  expect((await share(stranger, [friend.id])).status).toBe(404);
  expect((await share(staff, [friend.id])).status).toBe(403);
  expect((await share(free)).status).toBe(404);
});

test('anyone with the secret link sees the drive, until it is revoked', async () => {
  const path = `/api/drives/drive/${driveId}/secret-link`;
  expect((await api.call('POST', path, {}, owner.token)).body).toEqual({ link: null });
  const endless = await api.call('PUT', path, { days: null }, owner.token);
  expect(endless.body).toMatchObject({ link: { expiresAt: null } });
  expect((await api.call('POST', path, {}, owner.token)).body).toEqual(endless.body);
  const made = await api.call('PUT', path, { days: 7 }, owner.token);
  expect(made.status).toBe(201);
  const { secret } = made.body.link as { secret: string };
  const open = () => api.call('POST', '/api/drives/secret', { secret });
  expect((await open()).body).toMatchObject({ drive: { id: driveId, title: 'Shared With Care' } });
  expect((await api.call('PUT', path, { days: 7 }, stranger.token)).status).toBe(404);
  expect((await api.call('PUT', path, { days: 2 }, owner.token)).status).toBe(400);
  expect((await api.call('DELETE', path, {}, owner.token)).status).toBe(200);
  expect((await open()).status).toBe(404);
});

test('a friend it is shared with sees it immediately, is notified, and finds it; no other person does', async () => {
  expect(await sees(friend)).toBe(404);
  expect((await share(owner, [friend.id])).body).toEqual({ shared: [friend.id] });
  expect([await sees(friend), await sees(stranger), await sees(free)]).toEqual([200, 404, 404]);
  expect((await share(friend)).status).toBe(403);
  const profile = async () => {
    const { body } = await api.call('POST', `/api/users/user/${friend.id}/base`, {}, friend.token);
    return (body.user as { sharedDrives: { drives: string[] }[] }).sharedDrives.flatMap(({ drives }) => drives);
  };
  await expect.poll(profile, EVENTS).toEqual([driveId]);
  const notices = `/api/users/user/${friend.id}/notices`;
  const { body } = await api.call('POST', notices, {}, friend.token);
  const [notice] = body.notices as { id: string; kind: string }[];
  expect(notice?.kind).toBe('drive-shared');
  const read = await api.call('POST', `${notices}/read`, { ids: [notice?.id] }, friend.token);
  expect(read.body).toMatchObject({ unread: 0 });
});

test('a friend who is removed from the list loses it everywhere', async () => {
  const found = async () => {
    const asked = await api.call('POST', '/api/drives/search?q=&include=shared', {}, friend.token);
    return asked.status;
  };
  expect(await found()).toBeLessThan(500);
  expect((await share(owner, [])).body).toEqual({ shared: [] });
  expect(await sees(friend)).toBe(404);
  const lists = async () => {
    const { body } = await api.call('POST', `/api/users/user/${friend.id}/base`, {}, friend.token);
    return (body.user as { sharedDrives: unknown[] }).sharedDrives;
  };
  await expect.poll(lists, EVENTS).toEqual([]);
});

test('staff rank drives', async () => {
  const { body } = await api.call('GET', '/api/drives/popular');
  const id = (body.drives as { id: string }[])[0]?.id ?? '';
  const rank = (given: object, person?: Person) => api.call('POST', `/api/rankings/drives/${id}`, given, person?.token);
  const colorado = { country: { id: 233, topRanked: false }, states: [{ id: 1450, topRanked: true }] };
  expect((await rank({ world: true })).status).toBe(401);
  expect((await rank({ world: true }, owner)).status).toBe(403);
  expect((await rank({ countries: Array(4).fill(colorado) }, staff)).status).toBe(400);
  expect((await rank({ countries: [colorado, colorado] }, staff)).status).toBe(400);
  expect((await rank({ countries: [{ ...colorado, states: [{ id: 3_223 }] }] }, staff)).status).toBe(400);
  const ranked = await rank({ world: true, countries: [colorado] }, staff);
  expect(ranked.body.rankings).toEqual({
    world: true,
    countries: [
      {
        country: { id: 233, name: 'United States', topRanked: false },
        states: [{ id: 1450, name: 'Colorado', topRanked: true }],
      },
    ],
  });
  const world = (await api.call('GET', '/api/rankings/drives/world')).body.drives as { id: string }[];
  expect(world.map((drive) => drive.id)).toContain(id);
  expect((await rank({}, staff)).body.rankings).toEqual({ world: false, countries: [] });
});
