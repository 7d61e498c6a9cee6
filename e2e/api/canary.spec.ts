// Aim: no API call reveals a private drive, or one that awaits review, to a stranger: not its texts, its place or its
// id, nor its existence, since every call answers as if the drive did not exist. New calls are covered automatically.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { ROUTES, type RouteName } from '@switchback/contracts/routes';
import sharp from 'sharp';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { join, joinAs, type Person } from '../support/people.js';

test.describe.configure({ mode: 'serial', timeout: 240_000 });
test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const BASE = process.env.BASE_URL ?? 'http://localhost:8080';
const api = new Api(BASE);
const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const EVENTS = { timeout: process.env.KAFKA_BROKERS ? 30_000 : 15_000 };
const TIMEOUT_MS = 15_000;

/** Only letters, as in real titles. */
const CANARY = `Qux${randomUUID().replaceAll(/[^a-f]/g, 'k')}`;
const PLACE = { lat: 12.34567, lng: -41.76543 };
const WAYPOINTS = [
  { label: `Pier of ${CANARY}`, value: { location: PLACE } },
  // A bend, since outings leave out drives without any.
  { label: 'The bend', value: { location: { lat: 12.44567, lng: -41.76543 } } },
  { label: 'Elsewhere', value: { location: { lat: 12.44567, lng: -41.86543 } } },
];
const BOX = 'bounds=12.6,-41.5,12.1,-42.1';
const WORLD = 'bounds=85,180,-85,-180';
/** An outing for which nothing but the hidden drives is near. */
const OUTING = { location: PLACE, minutes: 60, taste: 'gentle', loop: false };
const MISSING = randomUUID();
const REVIEW = randomUUID();

/** Bodies that pass validation; calls that are not listed get an empty one. */
const BODIES: Partial<Record<RouteName, object>> = {
  createReview: { review: { starRating: 4 } },
  updateReview: { review: { starRating: 4 } },
  likeReview: { like: true },
  likePhoto: { like: true },
  suggestEdits: { suggestions: 'Closed in winter.' },
  createSecretLink: { days: 7 },
  rankDrive: { world: true, countries: [] },
  requestChanges: { changeRequest: { title: 'Which road?' } },
  updateDrive: { details: { title: 'Mine Now', description: 'Mine.', privacy: 'private', waypoints: WAYPOINTS } },
};

let owner: Person;
let former: Person;
let askers: [string, Person | undefined][];
const hidden = { private: '', pending: '' };
let photoId = '';

async function make(privacy: 'private' | 'public', title: string): Promise<string> {
  const { body } = await api.call('POST', '/api/directions', { waypoints: WAYPOINTS }, owner.token);
  const place = { countries: [{ country: { id: 233 }, states: [{ id: 1446 }] }], tags: [] };
  const details = { title, description: `Seen from ${CANARY}.`, privacy, ...place, waypoints: WAYPOINTS };
  const made = await api.call(
    'PUT',
    '/api/drives/drive',
    { details: { ...details, starRating: 5, directions: body.directions } },
    owner.token,
  );
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return String(made.body.driveId);
}

async function addPhoto(driveId: string): Promise<string> {
  const create = { width: 64, height: 48, channels: 3 as const, background: '#445566' };
  const form = new FormData();
  const bytes = Uint8Array.from(await sharp({ create }).jpeg().toBuffer());
  form.append('photosInfo[]', JSON.stringify({ key: '0_road.jpg', description: CANARY, credit: { name: CANARY } }));
  form.append('photos[]', new Blob([bytes], { type: 'image/jpeg' }), '0_road.jpg');
  const { status, body } = await api.call('POST', `/api/drives/drive/${driveId}/photos/photo`, form, owner.token);
  expect(status, JSON.stringify(body)).toBe(200);
  return String((body.photos as { id: string }[])[0]?.id);
}

test.beforeAll(async () => {
  test.setTimeout(240_000);
  [owner, former] = [await joinAs(api, mailbox, 'hero'), await joinAs(api, mailbox, 'hero')];
  const [free, hero] = [await join(api, mailbox), await joinAs(api, mailbox, 'hero')];
  askers = [
    ['a visitor', undefined],
    ['a free account', free],
    ['a Hero', hero],
    ['a Hero it was shared with', former],
  ];
  hidden.private = await make('private', `${CANARY} Lane`);
  hidden.pending = await make('public', `${CANARY} Road`);
  photoId = await addPhoto(hidden.private);
  const path = `/api/users/user/${owner.id}/shared-drives`;
  for (const users of [[former.id], []]) {
    const shared = await api.call('POST', path, { driveId: hidden.private, users }, owner.token);
    expect(shared.status, JSON.stringify(shared.body)).toBe(200);
  }
  const search = () => api.call('POST', `/api/drives/search?${BOX}&public=false`, {}, owner.token);
  await expect.poll(async () => JSON.stringify((await search()).body.drives), EVENTS).toContain(hidden.private);
});

interface Observed {
  status: number;
  /** The response without the requested id and the request's own id, which differ by nature. */
  text: string;
}

async function ask(method: string, path: string, body: object | undefined, person?: Person): Promise<Observed> {
  const answer = await fetch(BASE + path, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(person && { authorization: `Bearer ${person.token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = (await answer.text()).replaceAll(/"requestId":"[^"]*"/g, '').replaceAll(/nonce="[^"]*"/g, '');
  return { status: answer.status, text };
}

/** Every call with a drive in its path, by route name. */
const OF_DRIVES = (Object.keys(ROUTES) as RouteName[]).filter((name) =>
  /\/(drive|drives)\/\{id\}|\{driveId\}/.test(ROUTES[name].path),
);

function addressOf(name: RouteName, driveId: string, person: Person | undefined): string {
  const { path } = ROUTES[name];
  const ofPerson = path.includes('{driveId}') ? (person?.id ?? 'nobody') : driveId;
  const given: Record<string, string> = { id: ofPerson, driveId, photoId, reviewId: REVIEW, format: 'gpx' };
  return path.replaceAll(/\{(\w+)\}/g, (_, key: string) => given[key] ?? key);
}

for (const state of ['private', 'pending'] as const) {
  test(`a drive that is ${state} is indistinguishable from a missing one in every call`, async () => {
    expect(OF_DRIVES.length).toBeGreaterThan(20);
    const apart: string[] = [];
    for (const [who, person] of askers) {
      for (const name of OF_DRIVES) {
        const { method } = ROUTES[name];
        const body = method === 'GET' ? undefined : (BODIES[name] ?? {});
        const of = async (id: string) => {
          const said = await ask(method, addressOf(name, id, person), body, person);
          return { ...said, text: said.text.replaceAll(id, 'ID') };
        };
        const [there, missing] = [await of(hidden[state]), await of(MISSING)];
        if (there.status !== missing.status || there.text !== missing.text)
          apart.push(
            `${who}, ${name}: ${there.status} ${there.text.slice(0, 200)} / ${missing.status} ${missing.text.slice(0, 200)}`,
          );
      }
    }
    expect(apart).toEqual([]);
  });
}

test('no list, search, figure, page or picture reveals either', async () => {
  const ids = [hidden.private, hidden.pending];
  const everything = 'private=true&public=true&shared=true&saved=true&completed=true';
  const questions = (person: Person | undefined): [string, string, object?][] => [
    ...[
      BOX,
      `${BOX}&${everything}`,
      `q=${CANARY}`,
      `ids=${ids.join(',')}`,
      `${WORLD}&sort=created&includeCount=true`,
    ].map((query): [string, string, object] => ['POST', `/api/drives/search?${query}`, { have: [], include: ids }]),
    ['POST', `/api/drives/search/autocomplete?text=${CANARY}`, {}],
    ['POST', '/api/drives/summaries', { ids }],
    ['POST', '/api/drives/nearby', { location: PLACE, ids }],
    ['POST', '/api/drives/from-here', OUTING],
    ['GET', `/api/drives/clusters?${BOX}&zoom=9`],
    ['GET', `/api/drives/lines?${BOX}&zoom=9`],
    ['GET', '/api/drives/popular'],
    ['GET', '/api/rankings/drives/world'],
    ['GET', `/api/places/autocomplete?text=${CANARY}`],
    ['POST', '/api/drives/validate-title', { title: `${CANARY} Road` }],
    ['POST', '/api/drives/secret', { secret: hidden.private }],
    [
      'POST',
      '/api/report-abuse/',
      { violations: ['spam'], details: 'x', subject: { type: 'drive', id: hidden.private } },
    ],
    ['GET', `/api/users/user/${owner.id}/min-profile`],
    ['GET', `/api/users/user/${owner.id}/summary`],
    ['POST', `/api/users/user/${owner.id}/profile`, {}],
    ['POST', `/api/users/user/${owner.id}/base`, {}],
    ['POST', `/api/users/user/${owner.id}/shared-drives`, { driveId: hidden.private }],
    ['GET', '/api/moderation/queue?kind=drive'],
    ...(person ? [['POST', `/api/users/user/${person.id}/base`, {}] as [string, string, object]] : []),
    ...ids.flatMap((id): [string, string][] => [
      ['GET', `/drive-details/${id}`],
      ['GET', `/create/${id}`],
      ['GET', `/media/drives/${id}/${photoId}/small.jpg`],
      ['GET', `/media/drives/${id}/card.jpg`],
    ]),
    ['GET', '/sitemap.xml'],
    ['GET', `/profile/${owner.id}`],
  ];
  const told: string[] = [];
  for (const [who, person] of askers) {
    for (const [method, path, body] of questions(person)) {
      const { status, text } = await ask(method, path, body, person);
      const own = path + JSON.stringify(body ?? {});
      // A response may echo the request.
      const secrets = [CANARY, photoId, ...ids, '12.3456', '41.7654'].filter((secret) => !own.includes(secret));
      for (const secret of secrets) if (text.includes(secret)) told.push(`${who}, ${method} ${path}: ${secret}`);
      if (status >= 500) told.push(`${who}, ${method} ${path}: ${status}`);
      if (/\/media\//.test(path) && status === 200) told.push(`${who}, ${method} ${path}: a picture`);
    }
  }
  expect(told).toEqual([]);
});

test('its owner and staff see it, so the requests do ask for it', async () => {
  const { body } = await api.call('POST', `/api/drives/drive/${hidden.private}/details`, {}, owner.token);
  const text = JSON.stringify(body);
  for (const secret of [CANARY, hidden.private, '12.3456']) expect(text).toContain(secret);
  const { body: outings } = await api.call('POST', '/api/drives/from-here', OUTING, owner.token);
  // Both are on the same road, so that an outing takes either.
  const driven = (outings.plans as { legs: { driveId: string }[] }[])[0]?.legs[0]?.driveId;
  expect(Object.values(hidden)).toContain(driven);
});
