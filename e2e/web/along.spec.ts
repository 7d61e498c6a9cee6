// Aim: a plan and a day of a trip reach a maps app, a file and a friend in a few presses, on a phone and on a wide screen.
import { readFile } from 'node:fs/promises';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, joinAs } from '../support/people.js';
import { countPresses } from '../support/presses.js';
import { expect, type Page, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const TAIL = 'Tail of the Dragon';
const PARKWAY = 'Blue Ridge Parkway: Asheville to Blowing Rock';
const PLAN = '/from-here?lat=35.7565&lng=-83.9705&place=Maryville%2C+Tennessee&minutes=120&taste=relentless&loop=true';
const SIZES = [
  { name: 'a phone', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  { name: 'a wide screen', viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false },
];

/** Answers in place of the maps service. */
async function mapsApp(page: Page): Promise<void> {
  await page.context().route('https://www.google.com/**', (route) => route.fulfill({ body: 'Maps' }));
}

/** Opens the link of a dialog's section; returns the parameters that the maps app gets. */
async function openIn(page: Page, section: string): Promise<URLSearchParams> {
  const opened = page.context().waitForEvent('page');
  const link = page.getByRole('dialog', { name: 'Get Directions' }).getByRole('region', { name: section });
  await link.getByRole('link').first().click();
  const maps = await opened;
  await maps.waitForURL(/google/);
  return new URL(maps.url()).searchParams;
}

async function hasNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

for (const { name, ...device } of SIZES) {
  test(`a plan is on its way in a maps app, on ${name}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '', ...device });
    const page = await context.newPage();
    await mapsApp(page);
    await page.goto(PLAN);
    const directions = page.getByRole('button', { name: `Directions: ${TAIL}` });
    await expect(directions).toBeVisible();
    const presses = await countPresses(page);
    await directions.click();
    const sent = await openIn(page, 'From where I am');
    await presses.expectDocumented('A plan on the move');
    expect([sent.get('dir_action'), sent.get('origin')]).toEqual(['navigate', null]);
    expect(sent.get('waypoints')?.split('|').length).toBeLessThanOrEqual(device.isMobile ? 3 : 9);
    await hasNoOverflow(page);
    expect(await seriousFaultsInBothSchemes(page)).toEqual([]);

    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download GPX' }).click();
    const gpx = await readFile(await (await file).path(), 'utf8');
    const tracks = await page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, 'application/xml');
      return [...parsed.querySelectorAll('trk > name')].map(({ textContent }) => textContent);
    }, gpx);
    expect(tracks).toEqual([
      expect.stringContaining(`to ${TAIL} (straight line`),
      TAIL,
      expect.stringContaining('(straight line'),
    ]);
    await context.close();
  });

  test(
    `a day of a trip is on its way in a maps app, on ${name}`,
    { annotation: { type: 'expects-errors' } },
    async ({ browser, baseURL }) => {
      const api = new Api(baseURL ?? '');
      const owner = await joinAs(api, mailbox, 'hero');
      const ids = await Promise.all(
        [TAIL, PARKWAY].map(async (title) => {
          const { body } = await api.call('POST', `/api/drives/search?${new URLSearchParams({ q: title })}`);
          return (body.drives as { id: string; title: string }[]).find((drive) => drive.title === title)!.id;
        }),
      );
      const collection = { name: 'Smoky weekend', days: 2, items: ids.map((driveId) => ({ driveId, day: 2 })) };
      await api.call('PUT', '/api/collections/collection', { collection }, owner.token);
      const context = await browser.newContext({ baseURL: baseURL ?? '', ...device });
      const page = await context.newPage();
      await mapsApp(page);
      await enter(page, owner);
      await page.goto('/collections');
      const tile = page.getByRole('link', { name: 'Smoky weekend' }).first();
      await expect(tile).toBeVisible();
      const presses = await countPresses(page);
      await tile.click();
      await page.getByRole('button', { name: 'Directions: Day 2' }).click();
      const sent = await openIn(page, 'From where I am');
      await presses.expectDocumented('A day of a trip on the move');
      expect(sent.get('dir_action')).toBe('navigate');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('button', { name: `Directions: To ${PARKWAY}` }).click();
      const way = await openIn(page, 'From where I am');
      expect([way.get('origin'), way.get('waypoints')]).toEqual([null, null]);
      await page.keyboard.press('Escape');
      await hasNoOverflow(page);
      expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
      await context.close();
    },
  );
}
