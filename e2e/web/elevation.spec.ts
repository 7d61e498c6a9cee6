// Aim: a Hero who imports a recorded mountain road sees how it climbs, on the profile and on the map at once, and finds
// it by its ascent.
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, joinAs, type Person } from '../support/people.js';
import { expect, type Page, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');
test.describe.configure({ mode: 'serial' });

const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const TITLE = 'Cloud Pass Road';

/** 16 km to the east over a pass of 1,000 m, with a place at the top. */
function track(): Buffer {
  const points = Array.from({ length: 401 }, (_, index) => {
    const share = index / 400;
    const height = 800 + 1_000 * (1 - Math.abs(2 * share - 1));
    return { lat: 46.5 + 0.004 * Math.sin(share * 30), lng: 8.4 + share * 0.2, height };
  });
  const top = points[200]!;
  const line = points.map(
    ({ lat, lng, height }) => `<trkpt lat="${lat.toFixed(6)}" lon="${lng.toFixed(6)}"><ele>${height}</ele></trkpt>`,
  );
  const place = `<wpt lat="${top.lat.toFixed(6)}" lon="${top.lng.toFixed(6)}"><name>Cloud Pass</name></wpt>`;
  const name = `<name>${TITLE}</name>`;
  return Buffer.from(`<gpx version="1.1">${place}<trk>${name}<trkseg>${line.join('')}</trkseg></trk></gpx>`);
}

const profile = (page: Page) => page.getByRole('slider', { name: 'Elevation profile' });
const mark = (page: Page) => page.locator('[data-map-cursor]');

/** Opens the drive from the results; the address of a private drive answers 404 to a visitor. */
async function openDrive(page: Page, view: 'map' | 'list'): Promise<void> {
  await page.goto(`/explore?view=${view}&sort=gain&bounds=46.6,8.7,46.4,8.3`);
  await page.getByRole('link', { name: TITLE }).first().click();
  await profile(page).scrollIntoViewIfNeeded();
}

/** Points at a share of the profile's width. */
async function pointAt(page: Page, share: number): Promise<void> {
  const { x, y, width, height } = (await profile(page).boundingBox())!;
  await page.mouse.move(x + share * width, y + height / 2);
}

/** Returns how far right on the screen the map's mark is for a share of the profile. */
async function markOf(page: Page, share: number): Promise<number> {
  await pointAt(page, share);
  await expect(mark(page)).toBeVisible();
  return (await mark(page).boundingBox())!.x;
}

let hero: Person;

test('a route being edited shows how it climbs, and so does the drive once it is saved', async ({ page, baseURL }) => {
  const api = new Api(baseURL ?? '');
  hero = await joinAs(api, mailbox, 'hero');
  await enter(page, hero);
  await page.goto('/create');
  const file = { name: 'pass.gpx', mimeType: 'application/gpx+xml', buffer: track() };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await profile(page).scrollIntoViewIfNeeded();
  await pointAt(page, 0.5);
  await expect(page.getByRole('region', { name: 'Elevation' })).toContainText('Cloud Pass');
  await expect(mark(page)).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(async () => {
      const query = new URLSearchParams({ q: TITLE });
      const { body } = await api.call('POST', `/api/drives/search?${query}`, {}, hero.token);
      return (body.drives as { title: string }[]).map(({ title }) => title);
    })
    .toContain(TITLE);
  await openDrive(page, 'map');
  const section = page.getByRole('region', { name: 'Elevation' });
  await expect(section).toContainText('From the track');
  await expect(section).toContainText(/Ascent3,2\d\d ft/);
});

test('the profile and the map of the open drive are in step', async ({ page }) => {
  await enter(page, hero);
  await openDrive(page, 'map');
  await expect(async () => {
    expect(await markOf(page, 0.9)).toBeGreaterThan((await markOf(page, 0.1)) + 20);
  }).toPass();
  const apart = async () => (await markOf(page, 0.6)) - (await markOf(page, 0.4));
  const before = await apart();

  await profile(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('PageUp');
  await expect(profile(page)).toHaveAttribute('aria-valuetext', /, 5,\d\d\d ft, .*Cloud Pass$/);
  await page.keyboard.press('Escape');
  await expect(mark(page)).toHaveCount(0);

  await pointAt(page, 0.4);
  await page.mouse.down();
  await pointAt(page, 0.5);
  await pointAt(page, 0.6);
  await page.mouse.up();
  await expect(async () => {
    expect(await apart()).toBeGreaterThan(before * 1.5);
  }).toPass();
  const zoomed = await apart();
  await page.getByRole('button', { name: 'Show the whole line' }).click();
  await expect(async () => {
    expect(await apart()).toBeLessThan(zoomed / 2);
  }).toPass();
});

test('drives are found by their ascent, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, hero);
  await page.goto('/explore?view=list&sort=gain');
  const first = page.getByRole('article').first();
  await expect(first).toContainText(TITLE);
  await expect(first).toContainText(/▲ 3,2\d\d ft/);
  // Only the person's own drive has known heights.
  await page.goto('/explore?view=list&gain=900,undefined');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.goto('/explore?view=list&gain=1200,undefined');
  await expect(page.getByText('No drives that match filters...')).toBeVisible();
  await openDrive(page, 'list');
  await profile(page).click();
  await expect(profile(page)).toHaveAttribute('aria-valuetext', /ft/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
});
