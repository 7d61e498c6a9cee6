// Aim: a Hero plans a trip by days with the mouse, the keyboard and on a phone, takes it along as files, and a friend
// reads it.
import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, joinAs, type Person } from '../support/people.js';
import { countPresses } from '../support/presses.js';
import { expect, type Page, seriousFaultsInBothSchemes, test } from '../support/test.js';
import { drag } from '../support/touch.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const TAIL = 'Tail of the Dragon';
const PARKWAY = 'Blue Ridge Parkway: Asheville to Blowing Rock';
const RIDGE = 'Trail Ridge Road';
/** Tall enough that no drag scrolls the page. */
const DESKTOP = { width: 1440, height: 1100 };
const PHONE = { width: 390, height: 844 };

async function driveId(api: Api, title: string): Promise<string> {
  const { body } = await api.call('POST', `/api/drives/search?${new URLSearchParams({ q: title })}`);
  return (body.drives as { id: string; title: string }[]).find((drive) => drive.title === title)?.id ?? '';
}

/** Creates a collection of three drives over the API, on the given days; returns its id. */
async function collectionOf(api: Api, owner: Person, days: (number | null)[], fields: object = {}): Promise<string> {
  const ids = await Promise.all([TAIL, PARKWAY, RIDGE].map((title) => driveId(api, title)));
  const items = ids.map((id, index) => ({ driveId: id, day: days[index] }));
  const form = { name: 'Smoky weekend', items, ...fields };
  const { status, body } = await api.call('PUT', '/api/collections/collection', { collection: form }, owner.token);
  expect(status, JSON.stringify(body)).toBe(201);
  return (body.collection as { id: string }).id;
}

const dayOf = (page: Page, name: RegExp) => page.getByRole('region', { name });
const titlesOf = (page: Page, name: RegExp) => dayOf(page, name).getByRole('heading', { level: 3 });
const handleOf = (page: Page, title: string) => page.getByRole('button', { name: `Drag ${title}` });

/** Drags a drive by the mouse onto a heading, above which it drops. */
async function dragAbove(page: Page, title: string, heading: string): Promise<void> {
  await handleOf(page, title).hover();
  const target = await page.getByRole('heading', { name: heading }).boundingBox();
  await page.mouse.down();
  await page.mouse.move(target!.x, target!.y + target!.height / 2, { steps: 10 });
  await page.mouse.up();
}

/** Moves a drive up by one place with the keyboard; waits for each announcement, as people who hear them do. */
async function liftUp(page: Page, title: string, place: string): Promise<void> {
  await handleOf(page, title).focus();
  await page.keyboard.press('Space');
  const held = page.getByText(`${title} is picked up: `);
  await expect(held).toBeAttached();
  // A busy page ignores a key that arrives immediately after the pick-up.
  await expect(async () => {
    if ((await held.count()) > 0) await page.keyboard.press('ArrowUp');
    await expect(page.getByText(`${title} is now ${place}.`)).toBeAttached({ timeout: 3_000 });
  }).toPass();
  await page.keyboard.press('Space');
  await expect(page.getByText(`${title} was moved: ${place}.`)).toBeAttached();
}

async function chooseFor(page: Page, title: string, option: string): Promise<void> {
  await page.getByRole('button', { name: `Options for ${title}` }).tap();
  await page.getByRole('menuitem', { name: option }).tap();
}

async function download(page: Page, option: string): Promise<Download> {
  await page.getByRole('button', { name: 'Download' }).click();
  const file = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: option }).click();
  return file;
}

const contentOf = async (file: Download) => readFile(await file.path(), 'utf8');

// The document of a private collection is answered with 404, which the browser logs.
const PRIVATE = { annotation: { type: 'expects-errors' } };

test(
  'a Hero plans a trip by days, takes it along, and a friend reads it',
  PRIVATE,
  async ({ page, browser, baseURL }) => {
    const api = new Api(baseURL ?? '');
    const owner = await joinAs(api, mailbox, 'hero');
    const friend = await joinAs(api, mailbox, 'hero');
    const id = await collectionOf(api, owner, [null, null, null]);
    await enter(page, owner);
    await page.setViewportSize(DESKTOP);
    await page.goto(`/collection/${id}`);
    await page.getByRole('button', { name: 'Plan as trip' }).click();
    await page.getByLabel('Start date').fill('2026-06-05');
    await expect(page.getByRole('heading', { name: 'Day 2 · Sat, Jun 6' })).toBeVisible();

    await dragAbove(page, TAIL, 'Day 2 · Sat, Jun 6');
    await expect(titlesOf(page, /^Day 1/)).toHaveText([TAIL]);
    await liftUp(page, PARKWAY, 'number 1 of 1 in Day 2');
    await expect(handleOf(page, PARKWAY)).toBeFocused();

    // The first day is the drive alone; the second one includes the way there.
    await expect(dayOf(page, /^Day 1/)).toContainText(/11 mi · ~?25 min/);
    await expect(dayOf(page, /^Day 1/)).toContainText(/Sunrise 6:\d\d.AM .* · Sunset 8:\d\d.PM/);
    await expect(dayOf(page, /^Day 2/)).toContainText(/~\d+ mi · ~.* from Tail of the Dragon/);
    await expect(dayOf(page, /^Day 2/)).toContainText('Estimated');
    await expect(dayOf(page, /^Day 2/)).toContainText(/20\d mi · ~6 h/);
    expect(await seriousFaultsInBothSchemes(page)).toEqual([]);

    await page.reload();
    await expect(titlesOf(page, /^Day 1/)).toHaveText([TAIL]);
    await expect(titlesOf(page, /^Day 2/)).toHaveText([PARKWAY]);
    const gpx = await download(page, 'Day 2 as GPX');
    expect(gpx.suggestedFilename()).toBe('Smoky weekend, Day 2.gpx');
    expect(await contentOf(gpx)).toContain(PARKWAY);
    expect(await contentOf(gpx)).not.toContain(TAIL);
    const calendar = await contentOf(await download(page, 'Calendar (.ics)'));
    expect(calendar.match(/^BEGIN:VEVENT/gm)).toHaveLength(2);
    expect(calendar).toContain('20260605');

    await api.call('POST', `/api/collections/collection/${id}/shared`, { users: [friend.id] }, owner.token);
    const reader = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
    await enter(reader, friend);
    await reader.goto(`/collection/${id}`);
    await expect(titlesOf(reader, /^Day 2/)).toHaveText([PARKWAY]);
    await expect(handleOf(reader, PARKWAY)).toHaveCount(0);
    await reader.context().close();
  },
);

test('a trip is planned on a phone, by touch and from menus', async ({ browser, baseURL }) => {
  const api = new Api(baseURL ?? '');
  const owner = await joinAs(api, mailbox, 'hero');
  const id = await collectionOf(api, owner, [1, 1, 2], { start: '2026-06-05', days: 2 });
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: PHONE, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await enter(page, owner);
  await page.goto(`/collection/${id}`);
  await expect(dayOf(page, /^Day 2/)).toContainText('Estimated');
  await chooseFor(page, TAIL, 'Move to Day 2');
  await expect(titlesOf(page, /^Day 1/)).toHaveText([PARKWAY]);
  await expect(titlesOf(page, /^Day 2/)).toHaveText([RIDGE, TAIL]);
  await expect(page.getByRole('button', { name: `Options for ${TAIL}` })).toBeFocused();
  await page.getByRole('button', { name: `Add note on ${TAIL}` }).tap();
  await page.getByRole('textbox', { name: `Note on ${TAIL}` }).fill('Fuel in Robbinsville.');
  await page.getByRole('button', { name: 'Save', exact: true }).tap();
  await expect(page.getByText('Fuel in Robbinsville.')).toBeVisible();
  await dragByTouch(page, TAIL, RIDGE);
  await expect(titlesOf(page, /^Day 2/)).toHaveText([TAIL, RIDGE]);

  await page.getByRole('button', { name: 'Add a stop' }).tap();
  const form = page.getByRole('dialog', { name: 'Add a stop' });
  await form.getByRole('combobox', { name: 'Place' }).fill('Boone, North');
  await page.getByRole('option', { name: /^Boone, North Carolina/ }).tap();
  await form.getByLabel('Name').fill('Old Inn');
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  await form.getByRole('button', { name: 'Add stop' }).tap();
  await expect(titlesOf(page, /^Day 1/)).toHaveText([PARKWAY, 'Old Inn']);
  await expect(dayOf(page, /^Day 1/)).toContainText(/mi · .* to Old Inn/);
  await chooseFor(page, 'Old Inn', 'Remove from list');

  // The day counts the stretch alone, and its file begins at the other end.
  const first = dayOf(page, /^Day 1/);
  await expect(first).toContainText(/~93.2 mi · 3 h 20 min/);
  await chooseFor(page, PARKWAY, 'Drive it the other way');
  await expect(first).toContainText('The other way');
  await chooseFor(page, PARKWAY, 'Choose a stretch');
  const dialog = page.getByRole('dialog', { name: `Stretch of ${PARKWAY}` });
  await dialog.getByRole('slider', { name: 'Start of the stretch' }).focus();
  for (let presses = 0; presses < 100; presses += 1) await page.keyboard.press('ArrowRight');
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Use this stretch' }).tap();
  await expect(first).toContainText(/From 46.\d mi to 93.2 mi of 93.2 mi · The other way/);
  await expect(first).toContainText(/~46.6 mi · 1 h 40 min/);
  expect(await contentOf(await download(page, 'Day 1 as GPX'))).toContain(`${PARKWAY}, 4`);

  await page.getByLabel('Number of days').selectOption('1');
  await page.getByRole('button', { name: 'Shorten trip' }).tap();
  await expect(titlesOf(page, /^Not planned yet/)).toHaveText([TAIL, RIDGE]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  await page.reload();
  await expect(dayOf(page, /^Not planned yet/)).toContainText('Fuel in Robbinsville.');
  await context.close();
});

for (const viewport of [DESKTOP, PHONE]) {
  test.describe(`at ${viewport.width} pixels`, () => {
    // The device is at the western end of Trail Ridge Road.
    test.use({ viewport, geolocation: { latitude: 40.25, longitude: -105.82 }, permissions: ['geolocation'] });

    test('a trip is spread over its days, put into the best order, and back', PRIVATE, async ({ page, baseURL }) => {
      const api = new Api(baseURL ?? '');
      const owner = await joinAs(api, mailbox, 'hero');
      const id = await collectionOf(api, owner, [null, null, null], { days: 2 });
      await enter(page, owner);
      await page.goto(`/collection/${id}`);
      await expect(titlesOf(page, /^Not planned yet/)).toHaveText([TAIL, PARKWAY, RIDGE]);
      const presses = await countPresses(page);
      await page.getByRole('button', { name: 'Spread over the days' }).click();
      await expect(titlesOf(page, /^Day 1/)).toHaveText([TAIL, PARKWAY]);
      await presses.expectDocumented('Spread a trip over its days');
      await expect(titlesOf(page, /^Day 2/)).toHaveText([RIDGE]);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(titlesOf(page, /^Not planned yet/)).toHaveText([TAIL, PARKWAY, RIDGE]);
      await page.getByRole('button', { name: 'Spread over the days' }).click();

      await page.getByRole('button', { name: 'Best order' }).click();
      await page.getByRole('menuitem', { name: 'Start where I am' }).click();
      await expect(titlesOf(page, /^Day 1/)).toHaveText([RIDGE, TAIL]);
      await expect(titlesOf(page, /^Day 2/)).toHaveText([PARKWAY]);
      await expect(page.getByText('The drives are in the order with the shortest connections.')).toBeVisible();
      expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(await overflow()).toBeLessThanOrEqual(0);
      await page.reload();
      await expect(titlesOf(page, /^Day 1/)).toHaveText([RIDGE, TAIL]);
      await page.getByRole('button', { name: 'Best order' }).click();
      await page.getByRole('menuitem', { name: 'Start with the first drive' }).click();
      await expect(page.getByText('The drives are already arranged like this.')).toBeVisible();
    });
  });
}

/** Drags one drive onto another by its handle. */
async function dragByTouch(page: Page, title: string, onto: string): Promise<void> {
  await handleOf(page, onto).scrollIntoViewIfNeeded();
  const [from, to] = await Promise.all([handleOf(page, title).boundingBox(), handleOf(page, onto).boundingBox()]);
  const middle = ({ x, y, width, height }: NonNullable<typeof from>) => ({ x: x + width / 2, y: y + height / 2 });
  await drag(page, middle(from!), middle(to!));
}

const WINDOWS = [
  { name: 'next to the map', viewport: { width: 1440, height: 900 } },
  { name: 'on a phone', viewport: PHONE },
];
for (const { name, viewport } of WINDOWS) {
  test(
    `a drive opens inside its trip ${name}, and Back leads to the same place`,
    PRIVATE,
    async ({ page, baseURL }) => {
      const api = new Api(baseURL ?? '');
      const owner = await joinAs(api, mailbox, 'hero');
      const id = await collectionOf(api, owner, [1, 1, 2], { days: 2 });
      await enter(page, owner);
      await page.setViewportSize(viewport);
      await page.goto(`/collection/${id}`);
      const link = page.getByRole('link', { name: PARKWAY });
      await expect(dayOf(page, /^Day 2/)).toContainText('Estimated');
      // Figures and pictures that arrive later move the list under the pointer.
      await expect(page.getByText('including connections').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await link.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const place = await page.evaluate(() => scrollY);
      expect(place).toBeGreaterThan(0);
      await link.click();
      const panel = page.getByRole('complementary', { name: 'Drive details' });
      const title = panel.getByRole('heading', { level: 2 });
      await expect(title.filter({ hasText: PARKWAY })).toBeFocused();
      await expect(link).toBeHidden();
      expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
      await panel.getByRole('button', { name: 'Next drive' }).click();
      await expect(title.filter({ hasText: RIDGE })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/collection/${id}\\?drive=`));
      await page.reload();
      await expect(title.filter({ hasText: RIDGE })).toBeVisible();
      await page.goBack();
      await expect(panel).toBeHidden();
      await expect(link).toBeVisible();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
      await link.click();
      await expect(title.filter({ hasText: PARKWAY })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(link).toBeFocused();
      expect(await page.evaluate(() => scrollY)).toBe(place);
    },
  );
}
