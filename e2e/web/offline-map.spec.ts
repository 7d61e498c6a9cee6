// Aim: the street map along a saved drive is on the device: without a network, the streets around it are drawn.
import { encodePolyline } from '@switchback/geo/polyline';
import { Api } from '../support/api.js';
import { storedMaps, storedRecords } from '../support/browser-store.js';
import { CollectionCalls } from '../support/collections.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, joinAs } from '../support/people.js';
import { expect, type Page, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');
test.skip(
  !process.env.PRODUCT_ENVIRONMENT?.includes('OSM_PBF'),
  'The product has no roads: there is no extract in ../shared/data/osm or OSM_EXTRACTS, or no package with Valhalla.',
);
test.setTimeout(180_000);
test.use({ serviceWorkers: 'allow' });

// The browser logs the page's failed requests.
const AWAY = { annotation: { type: 'expects-errors' } };
/** From Vaduz to Triesenberg. */
const PATH = [
  { lat: 47.141, lng: 9.5209 },
  { lat: 47.128, lng: 9.53 },
  { lat: 47.118, lng: 9.5417 },
];

/** A private drive of this person in Liechtenstein, once the region has its map. */
async function makeDrive(api: Api, token: string): Promise<string> {
  const region = async () => (await api.call('GET', '/api/settings')).body.region;
  await expect.poll(region, { timeout: 60_000 }).toMatchObject({ state: 'ready' });
  const waypoints = [PATH[0]!, PATH[2]!].map((location) => ({ label: '', value: { location } }));
  const ends = { start: { label: '', location: PATH[0]! }, end: { label: '', location: PATH[2]! } };
  const leg = { ...ends, distance: 3_000, duration: 300, path: encodePolyline(PATH) };
  const details = {
    title: 'To Triesenberg',
    privacy: 'private',
    waypoints,
    directions: { source: 'track', legs: [leg] },
  };
  const { status, body } = await api.call('PUT', '/api/drives/drive', { details }, token);
  expect(status, JSON.stringify(body)).toBe(201);
  return String(body.driveId);
}

/** Runs before the page: counts the parts of street maps that the page reads from the device. */
function countReads(): void {
  const counted = { reads: 0 };
  Object.assign(globalThis, { counted });
  const stores = IDBObjectStore.prototype;
  const get = Reflect.get(stores, 'get') as (this: IDBObjectStore, ...args: unknown[]) => IDBRequest<unknown>;
  stores.get = function (this: IDBObjectStore, ...args) {
    const request = get.apply(this, args);
    const count = () => {
      if (request.result !== undefined) counted.reads += 1;
    };
    if (this.name === 'mapRanges') request.addEventListener('success', count);
    return request;
  };
}

const readsOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { counted: { reads: number } }).counted.reads);

/** Runs in the page: whether the map's files, which are cached last, are all cached. */
async function isCodeStored(): Promise<boolean> {
  const worker = await (await fetch('/sw.js')).text();
  const { map } = JSON.parse(/FILES = (\{.*\});/.exec(worker)?.[1] ?? '{}') as { map: string[] };
  return (await Promise.all(map.map((file) => caches.match(file)))).every((found) => found !== undefined);
}

test('the streets along a saved drive are drawn without a network', AWAY, async ({ page, context, baseURL }) => {
  const api = new Api(baseURL ?? '');
  const hero = await joinAs(api, new Mailbox(process.env.MAIL_DIR ?? ''), 'hero');
  const id = await makeDrive(api, hero.token);
  expect((await api.call('POST', `/api/users/user/${hero.id}/save/${id}`, {}, hero.token)).status).toBe(200);
  await page.addInitScript(countReads);
  await enter(page, hero);
  await page.goto('/explore?view=list');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => storedMaps(page), { timeout: 60_000 }).toMatchObject([{ id, state: 'whole', maxZoom: 14 }]);
  await expect.poll(() => page.evaluate(isCodeStored), { timeout: 60_000 }).toBe(true);

  await context.setOffline(true);
  await page.goto(`/offline?drive=${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'To Triesenberg' })).toBeVisible();
  // The credits of a source appear once its description is read.
  await expect(page.getByRole('main').getByText('OpenStreetMap contributors')).toBeVisible();
  await expect.poll(() => readsOf(page)).toBeGreaterThan(1);
  const wide = await readsOf(page);
  const zoomIn = page.getByRole('main').getByRole('button', { name: 'Zoom in' });
  for (let times = 0; times < 2; times += 1) await zoomIn.click();
  await expect.poll(() => readsOf(page)).toBeGreaterThan(wide + 1);
  await page.goto('/offline');
  await expect(page.getByRole('main').getByText(/^Street map: [\d.]+ \wB$/)).toBeVisible();

  await context.setOffline(false);
  await page.goto('/settings?tab=offline');
  const row = page.getByRole('listitem').filter({ hasText: 'To Triesenberg' });
  await expect(row).toContainText(/Street map on this device: [\d.]+ \wB/);
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  await row.getByRole('button', { name: 'Remove To Triesenberg' }).click();
  await expect(page.getByText('Nothing is stored on this device.')).toBeVisible();
  expect(await storedRecords(page, 'mapRanges')).toBe(0);
  await page.reload();
  // A removed drive does not return by itself, but once it is opened for the road.
  await expect(page.getByText('Nothing is stored on this device.')).toBeVisible();
  await page.goto(`/drive/${id}`);
  await expect(page.getByRole('main').getByText(/^Street map on this device/)).toBeVisible();
});

test('a trip is driven from the device, day by day', AWAY, async ({ page, context, baseURL }) => {
  const api = new Api(baseURL ?? '');
  const hero = await joinAs(api, new Mailbox(process.env.MAIL_DIR ?? ''), 'hero');
  const driveId = await makeDrive(api, hero.token);
  const items = [1, 2].map((day) => ({ driveId, note: '', day }));
  const trip = await new CollectionCalls(api).create({ name: 'Rhine', days: 2, items }, hero);
  await enter(page, hero);
  await page.goto(`/collection/${trip.id}`);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.getByRole('button', { name: 'Keep offline' }).click();
  await expect(page.getByText(/without a network\. Street map on this device: [\d.]+ \wB/)).toBeVisible();
  await expect.poll(() => page.evaluate(isCodeStored), { timeout: 60_000 }).toBe(true);

  await context.setOffline(true);
  await page.goto(`/drive/trip/${trip.id}/2`);
  await expect(page.getByRole('heading', { level: 1, name: 'Rhine, Day 2' })).toBeVisible();
  await expect(page.getByText('Works without a network')).toBeVisible();
  await expect(page.getByRole('main').getByText(/^Street map on this device/)).toBeVisible();

  await context.setOffline(false);
  await page.goto(`/collection/${trip.id}`);
  await page.getByRole('button', { name: 'Keep offline', pressed: true }).click();
  await expect(page.getByRole('button', { name: 'Keep offline', pressed: false })).toBeVisible();
  expect(await storedRecords(page, 'mapRanges')).toBe(0);
});
