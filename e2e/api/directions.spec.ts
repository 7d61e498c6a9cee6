// Aim: with an OpenStreetMap extract the product finds routes on real roads, in one process and in several, reports
// places without roads, and stores a drive made from its answers.
import { expect, test } from '@playwright/test';
import { decodePolyline } from '@switchback/geo/polyline';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { joinAs, type Person } from '../support/people.js';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');
test.skip(
  !process.env.PRODUCT_ENVIRONMENT?.includes('OSM_PBF'),
  'The product has no roads: there is no extract in ../shared/data/osm or OSM_EXTRACTS, or no package with Valhalla.',
);

const api = new Api(process.env.BASE_URL ?? 'http://localhost:8080');
const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
/** The roads are built in parallel with the rest of the start. */
const BUILT = { timeout: 60_000 };

interface Directions {
  source: string;
  note?: string;
  legs: { distance: number; path: string; maneuvers: { along: number; text: string }[] | null }[];
}

const stop = (label: string, lat: number, lng: number) => ({ label, value: { location: { lat, lng } } });
const [VADUZ, MALBUN] = [stop('Vaduz', 47.141, 9.5209), stop('Malbun', 47.1073, 9.604)];
const AT_SEA = stop('At sea', 36, -70);
let hero: Person;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  hero = await joinAs(api, mailbox, 'hero');
});

async function route(...waypoints: (typeof VADUZ)[]): Promise<Directions> {
  const { status, body } = await api.call('POST', '/api/directions', { waypoints }, hero.token);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.directions as Directions;
}

test('a route follows the road as soon as the roads are built', async () => {
  await expect.poll(async () => (await route(VADUZ, MALBUN)).source, BUILT).toBe('valhalla');
  const { legs, note } = await route(VADUZ, MALBUN);
  expect([legs.length, note]).toEqual([1, undefined]);
  expect(legs[0]?.distance).toBeGreaterThan(12_000);
  expect(legs[0]?.distance).toBeLessThan(15_000);
  expect(legs[0]!.maneuvers?.map(({ text }) => text).join(' ')).toContain('Landstrasse');
});

test('a route without known roads is marked as such', async () => {
  expect(await route(AT_SEA, stop('Farther out', 36.2, -70.2))).toMatchObject({
    source: 'approximate',
    note: 'Straight line: road data isn’t available here',
  });
});

test('a drive is created from the response, and its track finds the same roads again', async () => {
  const directions = await route(VADUZ, MALBUN);
  const details = { title: 'To the end of the valley', privacy: 'private', waypoints: [VADUZ, MALBUN], directions };
  const { status, body } = await api.call('PUT', '/api/drives/drive', { details }, hero.token);
  expect(status, JSON.stringify(body)).toBe(201);
  const id = String(body.driveId);
  const made = await api.call('GET', `/api/drives/drive/${id}/details`, undefined, hero.token);
  const { distance, approximate } = made.body.drive as { distance: number; approximate: boolean };
  expect(approximate).toBe(false);
  expect(Math.abs(distance / (directions.legs[0]?.distance ?? 0) - 1)).toBeLessThan(0.03);
  const turns = turnsOf(directions);
  expect(turns.length).toBeGreaterThan(5);
  expect(turnsOf((made.body.drive as { directions: Directions }).directions)).toEqual(turns);
  const bare = { ...directions, legs: directions.legs.map((leg) => ({ ...leg, maneuvers: undefined })) };
  const without = { ...details, title: 'From a program without turns', directions: bare };
  const found = await api.call('PUT', '/api/drives/drive', { details: without }, hero.token);
  const { body: matched } = await api.call(
    'GET',
    `/api/drives/drive/${String(found.body.driveId)}/directions`,
    undefined,
    hero.token,
  );
  // The texts of start and end depend on the side of the road.
  const between = (texts: string[]) => texts.slice(1, -1).map(textOf);
  expect(between(turnsOf(matched.directions as Directions))).toEqual(between(turns));
  const disordered = { ...directions.legs[0]!, maneuvers: directions.legs[0]!.maneuvers!.toReversed() };
  const wrong = { ...details, directions: { ...directions, legs: [disordered] } };
  const refused = await api.call('POST', `/api/drives/drive/${id}`, { details: wrong }, hero.token);
  expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([400, ['directions']]);

  const file = new FormData();
  file.append('token', hero.token);
  file.append('file', new Blob([trackOf(directions)], { type: 'application/geo+json' }), 'track.geojson');
  const read = await api.call('POST', '/api/directions/from-file', file);
  expect(read.status, JSON.stringify(read.body)).toBe(200);
  expect((read.body.directions as Directions).source).toBe('valhalla');
});

/** The texts of all turns, with their place along the leg to 200 m: a stored line is thinner. */
function turnsOf({ legs }: Directions): string[] {
  return legs
    .flatMap(({ maneuvers }) => maneuvers ?? [])
    .map(({ text, along }) => `${Math.round(along / 200)} ${text}`);
}

const textOf = (turn: string) => turn.slice(turn.indexOf(' ') + 1);

/** A track as a device would record it: slightly off the road, and without a name. */
function trackOf({ legs }: Directions): string {
  const coordinates = legs.flatMap(({ path }) => decodePolyline(path)).map(({ lat, lng }) => [lng, lat + 0.00004]);
  const geometry = { type: 'LineString', coordinates };
  return JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] });
}
