// Aim: a drive is created, reviewed, sent back, approved and found over HTTP alone, and stays hidden until its
// approval.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { type Answer, Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { join, joinAs, type Person } from '../support/people.js';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const api = new Api(process.env.BASE_URL ?? 'http://localhost:8080');
const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
/** Time limit for events between services; Kafka needs some seconds to assign partitions to a new group. */
const EVENT = { timeout: process.env.KAFKA_BROKERS ? 30_000 : 15_000 };
const FINDABLE = { timeout: process.env.KAFKA_BROKERS ? 20_000 : 2_000 };

/** At sea, away from every other drive, with a title that matches no other search. */
const CANARY = `Zyx${randomUUID().replaceAll('-', '').replaceAll(/\d/g, 'q')}`;
const [START, END] = [
  { lat: 36.012, lng: -70.034 },
  { lat: 36.112, lng: -70.134 },
];
const BOX = 'bounds=36.3,-69.8,35.8,-70.4';
const stops = [
  { label: 'Start', value: { location: START } },
  { label: 'End', value: { location: END } },
  { label: 'Nowhere yet', value: null },
];

let hero: Person;
let other: Person;
let free: Person;
let admin: Person;
let second: Person;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  [hero, other] = [await joinAs(api, mailbox, 'hero'), await joinAs(api, mailbox, 'hero')];
  [admin, second] = [await joinAs(api, mailbox, 'admin'), await joinAs(api, mailbox, 'admin')];
  free = await join(api, mailbox);
});

interface Details extends Record<string, unknown> {
  _rev: number;
  title: string;
}

async function form(over: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const { status, body } = await api.call('POST', '/api/directions', { waypoints: stops }, hero.token);
  expect(status, JSON.stringify(body)).toBe(200);
  return {
    title: CANARY,
    description: 'Waves on both sides.',
    privacy: 'private',
    starRating: 4,
    intensityRating: 3,
    countries: [{ country: { id: 233 }, states: [{ id: 1446 }] }],
    tags: [{ category: 'environment', name: 'coast' }],
    waypoints: stops,
    directions: body.directions,
    ...over,
  };
}

const create = async (over?: Record<string, unknown>, person = hero): Promise<Answer> =>
  api.call('PUT', '/api/drives/drive', { details: await form(over) }, person.token);
const details = (id: string, person?: Person) =>
  api.call('GET', `/api/drives/drive/${id}/details`, undefined, person?.token);
const idOf = ({ status, body }: Answer): string => {
  expect(status, JSON.stringify(body)).toBe(201);
  return String(body.driveId);
};

async function found(query: string, person?: Person): Promise<string[]> {
  const { body } = await api.call('POST', `/api/drives/search?${query}`, {}, person?.token);
  return (body.drives as { id: string }[]).map(({ id }) => id);
}

async function itemOf(driveId: string): Promise<{ id: string; state: string } | undefined> {
  const { body } = await api.call('GET', '/api/moderation/queue?kind=drive&sort=newest', undefined, admin.token);
  const items = body.items as { id: string; state: string; subject: { id: string } }[];
  return items.find(({ subject }) => subject.id === driveId);
}

async function queued(driveId: string): Promise<string> {
  await expect.poll(() => itemOf(driveId), EVENT).toBeTruthy();
  return (await itemOf(driveId))?.id ?? '';
}

const decide = (itemId: string, decision: object, person = admin) =>
  api.call('POST', `/api/moderation/items/${itemId}/decide`, decision, person.token);

test('a private drive is immediately visible to its owner, and to no other person', async () => {
  const id = idOf(await create({ description: `Quiet ${CANARY}` }));
  const { body } = await details(id, hero);
  const drive = body.drive as Details & { waypoints: { value: { location: object } }[]; distance: number };
  expect(drive).toMatchObject({ title: CANARY, privacy: 'private', status: 'none' });
  expect(drive.waypoints.map(({ value }) => value.location)).toEqual([START, END]);
  expect(drive.distance).toBeGreaterThan(13_000);
  await expect.poll(() => found(`${BOX}&public=false`, hero), FINDABLE).toContain(id);
  for (const person of [undefined, free, other]) {
    expect(await found(BOX, person)).not.toContain(id);
    expect(await found(`q=${CANARY}`, person)).toEqual([]);
    const [missing, hidden] = [await details('no-such-drive', person), await details(id, person)];
    expect([hidden.status, hidden.body.title]).toEqual([404, missing.body.title]);
  }
  expect((await api.call('DELETE', `/api/drives/drive/${id}`, {}, other.token)).status).toBe(404);
  expect((await api.call('DELETE', `/api/drives/drive/${id}`, {}, hero.token)).status).toBe(200);
  expect((await details(id, hero)).status).toBe(404);
  await expect.poll(() => found(BOX, hero), FINDABLE).not.toContain(id);
});

test('a public drive goes through the queue, back to its owner, and becomes public', async () => {
  const title = `${CANARY} Road`;
  const id = idOf(await create({ title, privacy: 'public' }));
  expect((await details(id)).status).toBe(404);
  const first = await queued(id);
  expect((await decide(first, { decision: 'request-changes', changeRequest: {} })).status).toBe(400);
  const changeRequest = { title: 'Which road?', directions: 'Please begin at the pier.' };
  const sentBack = await decide(first, { decision: 'request-changes', changeRequest });
  expect(sentBack.status, JSON.stringify(sentBack.body)).toBe(200);
  const { body } = await details(id, hero);
  expect(body.drive).toMatchObject({ status: 'changes-requested', changeRequest });
  await expect
    .poll(async () => (await api.call('POST', `/api/users/user/${hero.id}/notices`, {}, hero.token)).body.unread, EVENT)
    .toBe(1);
  const again = { ...(await form({ title: `${title} East`, privacy: 'public' })), _rev: (body.drive as Details)._rev };
  const path = `/api/drives/drive/${id}`;
  expect((await api.call('POST', path, { details: again }, hero.token)).status).toBe(200);
  const stale = await api.call('POST', path, { details: again }, hero.token);
  expect([stale.status, stale.body.code]).toEqual([409, 'ERROR-00051']);
  const next = await queued(id);
  const answers = await Promise.all([admin, second].map((person) => decide(next, { decision: 'approve' }, person)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await expect.poll(() => found(BOX), FINDABLE).toContain(id);
  const visible = (await details(id)).body.drive as Details;
  expect(visible).toMatchObject({ title: `${title} East`, status: 'approved', privacy: 'public' });
  expect(visible.changeRequest).toBeUndefined();
  await sameLineAgain(id);
  expect((await api.call('POST', path, { details: again }, hero.token)).status).toBe(403);
  expect((await api.call('DELETE', path, {}, hero.token)).status).toBe(403);
  const taken = await api.call(
    'POST',
    '/api/drives/validate-title',
    { title: ` ${title.toUpperCase()}  East` },
    other.token,
  );
  expect([taken.status, (taken.body.additional as { isTaken: object }).isTaken]).toEqual([
    409,
    { id, title: `${title} East` },
  ]);
  expect((await api.call('DELETE', path, {}, admin.token)).status).toBe(200);
  await expect.poll(() => found(BOX), FINDABLE).not.toContain(id);
});

/** Importing a drive's exported files again yields the same line with the same texts and places. */
async function sameLineAgain(id: string): Promise<void> {
  const base = process.env.BASE_URL ?? '';
  const details = await api.call('GET', `/api/drives/drive/${id}/details`, undefined, hero.token);
  const { title, description, waypoints } = details.body.drive as Record<string, unknown>;
  for (const format of ['gpx', 'kml']) {
    const text = await (await fetch(`${base}/api/drives/drive/${id}/export/${format}`)).text();
    const file = new FormData();
    file.append('token', hero.token);
    file.append('file', new Blob([text], { type: 'application/xml' }), `drive.${format}`);
    const { status, body } = await api.call('POST', '/api/directions/from-file', file);
    expect(status, JSON.stringify(body)).toBe(200);
    const { legs } = body.directions as { legs: { start: { location: typeof START } }[] };
    expect(legs[0]?.start.location.lat).toBeCloseTo(START.lat, 3);
    expect(legs[0]?.start.location.lng).toBeCloseTo(START.lng, 3);
    expect([body.title, body.description]).toEqual([title, description]);
    const labels = (places: unknown) => (places as { label: string }[]).map(({ label }) => label);
    expect(labels(body.waypoints)).toEqual(labels(waypoints));
  }
}

test('the heights of a track are kept with its line', async () => {
  const points = [0, 1, 2].map((at) => {
    const [lat, lon] = [START.lat + at / 20, START.lng - at / 20];
    return `<trkpt lat="${lat}" lon="${lon}"><ele>${100 + at * 12.5}</ele></trkpt>`;
  });
  const gpx = `<gpx><trk><name>Cliffs</name><trkseg>${points.join('')}</trkseg></trk></gpx>`;
  const file = new FormData();
  file.append('token', hero.token);
  file.append('file', new Blob([gpx]), 'cliffs.gpx');
  const read = await api.call('POST', '/api/directions/from-file', file);
  const heightsOf = (directions: unknown) =>
    (directions as { legs: { elevation?: string }[] }).legs.map(({ elevation }) => elevation);
  for (const heights of heightsOf(read.body.directions)) expect(heights).toMatch(/^\S{3,}$/);
  const id = idOf(await create({ waypoints: null, directions: read.body.directions }));
  const kept = (await details(id, hero)).body.drive as Details;
  expect(heightsOf(kept.directions)).toEqual(heightsOf(read.body.directions));
  expect((await api.call('DELETE', `/api/drives/drive/${id}`, {}, hero.token)).status).toBe(200);
});

test('a person who may not create drives is told the requirements', async () => {
  const { status, body } = await create({}, free);
  expect([status, body.additional]).toEqual([403, { upgrade: true }]);
  expect((await api.call('PUT', '/api/drives/drive', { details: await form() })).status).toBe(401);
  for (const person of [free, hero]) {
    expect((await api.call('GET', '/api/moderation/queue', undefined, person.token)).status).toBe(403);
  }
});

test('an error is reported at its field, and nothing is stored', async () => {
  const leg = { start: { location: START }, end: { location: START }, distance: 1, duration: 1, path: '_p~iF~ps|U' };
  const cases: [Record<string, unknown>, string][] = [
    [{ privacy: 'public', title: '' }, 'title'],
    [{ privacy: 'public', title: 'lower case' }, 'title'],
    [{ privacy: 'public', description: ' ' }, 'description'],
    [{ privacy: 'public', countries: [] }, 'countries'],
    [{ countries: [{ country: { id: 233 }, states: [{ id: 3 }] }] }, 'countries'],
    [{ directions: { source: 'track', legs: [leg] } }, 'directions'],
    [{ waypoints: stops.slice(0, 1), directions: null }, 'waypoints'],
  ];
  for (const [over, field] of cases) {
    const { status, body } = await create(over);
    expect([field, status], JSON.stringify(body)).toEqual([field, 400]);
    expect(Object.keys(body.fields as object), JSON.stringify(body)).toContain(field);
  }
});

test('the same key creates one drive, however often and concurrently it is sent', async () => {
  const body = { details: await form() };
  const send = async (key: string, sent: object = body) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${hero.token}`,
      'idempotency-key': key,
    };
    const url = `${process.env.BASE_URL ?? ''}/api/drives/drive`;
    const answer = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(sent) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(key)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]?.status).toBe(201);
  expect((await send(key, { details: await form({ description: 'Another.' }) })).status).toBe(409);
  expect((await send('k'.repeat(256))).status).toBe(400);
});
