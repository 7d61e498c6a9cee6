// Aim: a Hero is guided along a drive on a phone, without a network and across a reload, and keeps what they drove.
// Visitors and free accounts may look at the start sheet, and learn at Start what it takes.
import { readFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import { distanceMeters, METERS_PER_DEGREE } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { measuredLine } from '@switchback/geo/measured-line';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, join, joinAs } from '../support/people.js';
import { expect, type Page, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');
test.setTimeout(180_000);
test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

// The browser logs the failed requests of a page without a network.
const AWAY = { annotation: { type: 'expects-errors' } };
const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const STEP_METERS = 50;

/** North along a road of 6 km, with a bend to the east after 2 km. */
const PATH = Array.from({ length: 6_000 / STEP_METERS + 1 }, (_, index) => {
  const meters = index * STEP_METERS;
  const east = Math.max(0, meters - 2_000) * 0.5;
  return { lat: 46 + (meters - east * 0.13) / METERS_PER_DEGREE, lng: 8 + east / (METERS_PER_DEGREE * 0.695) };
});

/** A private drive of this person along a part of the road. */
async function makePart(api: Api, token: string, title: string, path: readonly LatLng[]): Promise<string> {
  const [start, end] = [path[0]!, path.at(-1)!];
  const waypoints = [start, end].map((location) => ({ label: '', value: { location } }));
  const ends = { start: { label: '', location: start }, end: { label: '', location: end } };
  const leg = { ...ends, distance: 1, duration: path.length * 4, path: encodePolyline(path) };
  const details = { title, privacy: 'private', waypoints, directions: { source: 'track', legs: [leg] } };
  const { status, body } = await api.call('PUT', '/api/drives/drive', { details }, token);
  expect(status, JSON.stringify(body)).toBe(201);
  return String(body.driveId);
}

/** A private drive of this person, with a stop that has a name. */
async function makeDrive(api: Api, token: string): Promise<string> {
  const [start, stop, end] = [PATH[0]!, PATH[30]!, PATH.at(-1)!];
  const waypoints = [
    { label: 'Airolo', value: { location: start } },
    { label: 'Mill', value: { location: stop } },
    { label: 'Andermatt', value: { location: end } },
  ];
  const leg = (from: number, to: number) => ({
    start: { label: '', location: PATH[from]! },
    end: { label: '', location: PATH[to]! },
    distance: (to - from) * STEP_METERS,
    duration: (to - from) * 4,
    path: encodePolyline(PATH.slice(from, to + 1)),
  });
  const directions = { source: 'track', legs: [leg(0, 30), leg(30, PATH.length - 1)] };
  const details = { title: 'Over The Pass', privacy: 'private', waypoints, directions };
  const { status, body } = await api.call('PUT', '/api/drives/drive', { details }, token);
  expect(status, JSON.stringify(body)).toBe(201);
  return String(body.driveId);
}

/** Runs before the page: records its sentences in place of a voice, and counts the positions that it gets. */
function observe(): void {
  const observed = { sentences: [] as string[], positions: 0 };
  Object.assign(globalThis, { observed });
  speechSynthesis.speak = (sentence) => {
    observed.sentences.push(sentence.text);
    sentence.onstart?.(new Event('start') as SpeechSynthesisEvent);
  };
  const watch = navigator.geolocation.watchPosition.bind(navigator.geolocation);
  navigator.geolocation.watchPosition = (onPosition, ...rest) =>
    watch(
      (position) => {
        onPosition(position);
        observed.positions += 1;
      },
      ...rest,
    );
}

/** Runs in the page: whether the map's files, which are cached last, are all cached. */
async function isMapStored(): Promise<boolean> {
  const worker = await (await fetch('/sw.js')).text();
  const { map } = JSON.parse(/FILES = (\{.*\});/.exec(worker)?.[1] ?? '{}') as { map: string[] };
  return (await Promise.all(map.map((file) => caches.match(file)))).every((found) => found !== undefined);
}

interface Observed {
  observed: { sentences: string[]; positions: number };
}

const observedOn = (page: Page) => page.evaluate(() => (globalThis as unknown as Observed).observed);

/** Drives along a line, as fast as the browser passes on the positions. */
async function drive(context: BrowserContext, page: Page, path: readonly LatLng[]): Promise<void> {
  for (const { lat: latitude, lng: longitude } of path) {
    const { positions } = await observedOn(page);
    await context.setGeolocation({ latitude, longitude, accuracy: 8 });
    await page.waitForFunction((count) => (globalThis as unknown as Observed).observed.positions > count, positions);
  }
}

test('Start asks a visitor to log in, and a free account to upgrade', async ({ page, baseURL }) => {
  const api = new Api(baseURL ?? '');
  const { body } = await api.call('GET', '/api/drives/popular');
  const [popular] = body.drives as { id: string; title: string }[];
  await page.goto(`/drive-details/${popular!.id}`);
  await page.getByRole('link', { name: 'Drive', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: popular!.title })).toBeVisible();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('dialog', { name: 'Log In' })).toBeVisible();
  await page.keyboard.press('Escape');
  const free = await join(api, mailbox);
  await enter(page, free);
  await page.reload();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('dialog', { name: 'Hero' })).toBeVisible();
});

test('guides along a drive without a network, over a reload', AWAY, async ({ page, context, baseURL }) => {
  const api = new Api(baseURL ?? '');
  const hero = await joinAs(api, mailbox, 'hero');
  const id = await makeDrive(api, hero.token);
  await enter(page, hero);
  await page.addInitScript(observe);
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: PATH[0]!.lat, longitude: PATH[0]!.lng, accuracy: 8 });
  await page.goto(`/drive/${id}`);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect(page.getByText('It does not show on the display of the car.')).toBeVisible();
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Start' }).click();
  const guide = page.getByRole('region', { name: 'Guide' });
  await expect(guide.getByText('Mill')).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(guide.locator('canvas')).toBeVisible();
  await expect.poll(() => page.evaluate(isMapStored), { timeout: 60_000 }).toBe(true);
  await context.setOffline(true);

  await drive(context, page, PATH.slice(1, 41));
  await expect(guide.getByText('End of the drive')).toBeVisible();
  expect((await observedOn(page)).sentences.filter((sentence) => sentence.includes('you reach Mill'))).toHaveLength(1);
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 844, height: 390 });
  const finish = guide.getByRole('button', { name: 'End', exact: true });
  await expect(finish).toBeInViewport();
  expect((await finish.boundingBox())!.height).toBeGreaterThanOrEqual(60);
  await page.setViewportSize({ width: 390, height: 844 });

  await page.reload();
  await expect(guide.getByText('End of the drive')).toBeVisible();
  await expect(guide.locator('canvas')).toBeVisible();
  await guide.getByRole('button', { name: 'Turn the voice on' }).click();
  await drive(context, page, PATH.slice(41));
  await expect(guide.getByText('You have arrived', { exact: true })).toBeVisible();
  // It stores its state before it speaks.
  await expect.poll(async () => (await observedOn(page)).sentences.at(-1)).toBe('You have arrived.');
  const { sentences } = await observedOn(page);
  expect(sentences.filter((sentence) => sentence.includes('Mill'))).toEqual([]);
  await finish.click();

  await expect(page.getByRole('heading', { name: 'Your drive' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your drive' })).toBeVisible();
  await expect(page.getByText('Of the drive').locator('..')).toContainText(/9\d%|100%/);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download GPX' }).click();
  const gpx = readFileSync(await (await file).path(), 'utf8');
  expect(gpx.match(/<trkpt [^]*?<time>/g)!.length).toBeGreaterThan(60);
  await context.setOffline(false);
  await expect(page.getByText('so that it does not show where you live')).toBeVisible();
  await page.getByRole('button', { name: 'Save as a private drive' }).click();
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect(page.getByRole('heading', { name: 'Over The Pass as driven' })).toBeVisible();
  const saved = new URL(page.url()).pathname.split('/').at(-1);
  const details = await api.call('GET', `/api/drives/drive/${saved}/details`, undefined, hero.token);
  const line = decodePolyline((details.body.drive as { path: string }).path);
  for (const end of [PATH[0]!, PATH.at(-1)!]) {
    expect(Math.min(...line.map((place) => distanceMeters(place, end)))).toBeGreaterThan(390);
  }
  await page.goto(`/drive/${id}`);
  await page.getByRole('button', { name: 'Drop the record' }).click();
  await expect(page.getByRole('heading', { name: 'Over The Pass', exact: true })).toBeVisible();
});

interface Leg {
  path: string;
  maneuvers: { type: string; along: number; road: string; text: string }[];
}

/** A drive along the roads of the extract, as soon as they are built. */
async function makeRoutedDrive(api: Api, token: string): Promise<{ id: string; leg: Leg }> {
  const stop = (label: string, lat: number, lng: number) => ({ label, value: { location: { lat, lng } } });
  const waypoints = [stop('Vaduz', 47.141, 9.5209), stop('Malbun', 47.1073, 9.604)];
  const route = async () => {
    const { body } = await api.call('POST', '/api/directions', { waypoints }, token);
    return body.directions as { source: string; legs: Leg[] };
  };
  await expect.poll(async () => (await route()).source, { timeout: 120_000 }).toBe('valhalla');
  const details = { title: 'To Malbun', privacy: 'private', waypoints, directions: await route() };
  const { status, body } = await api.call('PUT', '/api/drives/drive', { details }, token);
  expect(status, JSON.stringify(body)).toBe(201);
  const id = String(body.driveId);
  const made = await api.call('GET', `/api/drives/drive/${id}/details`, undefined, token);
  return { id, leg: (made.body.drive as { directions: { legs: Leg[] } }).directions.legs[0]! };
}

test('names the turns of a routed drive, on the screen and by voice', async ({ page, context, baseURL }) => {
  const api = new Api(baseURL ?? '');
  const hero = await joinAs(api, mailbox, 'hero');
  const { id, leg } = await makeRoutedDrive(api, hero.token);
  const turns = leg.maneuvers.filter(({ type }) => /^(turn|keep|roundabout)/.test(type) && !type.endsWith('exit'));
  const [first, second] = turns;
  expect(first!.text).toMatch(/^(Turn|Bear|Keep|Enter) /);
  const line = measuredLine(decodePolyline(leg.path));
  const placesUntil = (meters: number) =>
    Array.from({ length: Math.floor(meters / 25) }, (_, step) => line.locationAt((step + 1) * 25)!);
  await enter(page, hero);
  await page.addInitScript(observe);
  await context.grantPermissions(['geolocation']);
  const { lat: latitude, lng: longitude } = line.locationAt(0)!;
  await context.setGeolocation({ latitude, longitude, accuracy: 8 });
  await page.goto(`/drive/${id}`);
  await page.getByRole('button', { name: 'Start' }).click();
  const guide = page.getByRole('region', { name: 'Guide' });
  await expect(guide.getByText(first!.text.replace(/\.$/, ''))).toBeVisible();
  await drive(context, page, placesUntil(second!.along + 100));
  const next = turns.find(({ along }) => along > second!.along + 150)!;
  await expect(guide.getByText(next.text.replace(/\.$/, '')).first()).toBeVisible();
  const road = leg.maneuvers.findLast(({ along }) => along < second!.along + 80)!.road;
  await expect(guide.getByText(road, { exact: true })).toBeVisible();
  const { sentences } = await observedOn(page);
  for (const { text } of [first!, second!]) {
    const words = text.slice(1).replace(/\.$/, '');
    const spoken = sentences.filter((sentence) => sentence.includes(words));
    expect(spoken.length, sentences.join(' | ')).toBeGreaterThanOrEqual(1);
    expect(spoken.length, sentences.join(' | ')).toBeLessThanOrEqual(2);
  }
});

test('guides along a day of a trip, and marks the drives that were driven', async ({ page, context, baseURL }) => {
  const api = new Api(baseURL ?? '');
  const hero = await joinAs(api, mailbox, 'hero');
  const up = await makePart(api, hero.token, 'Up The Pass', PATH.slice(0, 41));
  // Driven from its end to its start.
  const down = await makePart(api, hero.token, 'Down The Pass', PATH.slice(40).toReversed());
  const items = [
    { driveId: up, note: '', day: 1 },
    { driveId: down, note: '', day: 1, part: { reversed: true, stretch: null } },
  ];
  const made = await api.call(
    'PUT',
    '/api/collections/collection',
    { collection: { name: 'Alps', days: 1, items } },
    hero.token,
  );
  const { id } = made.body.collection as { id: string };
  await enter(page, hero);
  await page.addInitScript(observe);
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: PATH[0]!.lat, longitude: PATH[0]!.lng, accuracy: 8 });
  await page.goto('/collections');
  await page.getByRole('link', { name: 'Alps' }).first().click();
  await page.getByRole('link', { name: 'Drive this day: Day 1' }).click();
  await expect(page).toHaveURL(`/drive/trip/${id}/1`);
  await expect(page.getByRole('heading', { level: 1, name: 'Alps, Day 1' })).toBeVisible();
  await expect(page.getByText('Up The Pass · Down The Pass')).toBeVisible();
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Start' }).click();
  const guide = page.getByRole('region', { name: 'Guide' });
  await expect(guide.getByText('Down The Pass')).toBeVisible();
  await drive(context, page, PATH.slice(1, 50));
  await expect(guide.getByText('End of the drive')).toBeVisible();
  expect((await observedOn(page)).sentences.some((sentence) => sentence.includes('you reach Down The Pass'))).toBe(
    true,
  );
  await page.reload();
  await expect(guide.getByText('End of the drive')).toBeVisible();
  await guide.getByRole('button', { name: 'End', exact: true }).click();
  await expect(page.getByText('You drove at least 80 % of: Up The Pass')).toBeVisible();
  await page.getByRole('button', { name: 'Mark this drive completed' }).click();
  await expect(page.getByText('You drove at least 80 % of:')).toHaveCount(0);
  const completed = async () => {
    const { body } = await api.call('POST', `/api/users/user/${hero.id}/base`, { token: hero.token });
    return (body.user as { completedDrives: string[] }).completedDrives;
  };
  await expect.poll(completed).toEqual([up]);
});

test('guides along a plan', async ({ page, baseURL }) => {
  const api = new Api(baseURL ?? '');
  await enter(page, await joinAs(api, mailbox, 'hero'));
  await page.goto('/from-here?lat=35.75647&lng=-83.97046&place=Maryville&minutes=120&taste=relentless&loop=true');
  const card = page.getByRole('article').filter({ hasText: 'Tail of the Dragon' }).first();
  await card.getByRole('heading').getByRole('button').click();
  await card.getByRole('link', { name: /^Drive this plan/ }).click();
  await expect(page).toHaveURL(/\/drive\/plan\?.*#plan=/);
  await expect(page.getByText('Tail of the Dragon').first()).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('region', { name: 'Guide' })).toBeVisible();
});

test('says what to do without a location, or without a network at the first start', AWAY, async ({ page, baseURL }) => {
  const api = new Api(baseURL ?? '');
  const hero = await joinAs(api, mailbox, 'hero');
  const id = await makeDrive(api, hero.token);
  await enter(page, hero);
  await page.route('**/api/users/user/**', (route) => route.abort());
  await page.goto(`/drive/${id}`);
  await expect(page.getByText('Start needs a network once')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const guide = page.getByRole('region', { name: 'Guide' });
  await expect(guide.getByText('This browser may not use your location.')).toBeVisible();
  // On a phone in landscape, the scale of the map is above its credits.
  await page.setViewportSize({ width: 844, height: 390 });
  const [scale, credits] = await Promise.all(
    ['.maplibregl-ctrl-scale', '.maplibregl-ctrl-attrib'].map((name) => guide.locator(name).boundingBox()),
  );
  expect(scale!.y + scale!.height).toBeLessThanOrEqual(credits!.y);
});
