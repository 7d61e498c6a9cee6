// Aim: a person plans a drive from a place and back, compares the plans on the map, and a Hero saves one as a drive.
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, joinAs } from '../support/people.js';
import { countPresses } from '../support/presses.js';
import { expect, type Page, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const MARYVILLE = 'Maryville, Tennessee, United States';
const TAIL = 'Tail of the Dragon';
const PHONE = { width: 390, height: 844 };

const startField = (page: Page) => page.getByRole('combobox', { name: 'Start' });
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

async function startAtMaryville(page: Page): Promise<void> {
  await startField(page).fill(MARYVILLE);
  await page.getByRole('option').filter({ hasText: MARYVILLE }).first().click();
  await expect(startField(page)).toHaveAccessibleDescription(MARYVILLE);
}

/** Counts the shifts of the layout that no input caused. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = globalThis as { shifted?: number };
    seen.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.shifted = (seen.shifted ?? 0) + entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (globalThis as { shifted?: number }).shifted ?? 0);
}

test('a Hero plans an evening and saves it as a drive', async ({ page, baseURL }) => {
  const api = new Api(baseURL ?? '');
  const hero = await joinAs(api, new Mailbox(process.env.MAIL_DIR ?? ''), 'hero');
  const shifts = await watchShifts(page);
  await enter(page, hero);
  await page.goto('/from-here');
  await expect(page.getByRole('heading', { name: 'Where do you start?' })).toBeVisible();
  await startAtMaryville(page);
  await page.getByRole('radio', { name: 'Relentless' }).click();
  await expect(page.getByRole('radio', { name: 'Relentless' })).toBeChecked();
  const more = page.getByRole('button', { name: 'More time' });
  await more.click();
  await more.click();
  await expect(page.getByRole('group', { name: 'Time' })).toContainText('2 h');
  await expect(card(page, TAIL)).toContainText(
    /~1 h \d\d min.*~\d+(\.\d)? mi.*Relentless.*No road twice.*Connections estimated/,
  );
  await expect(card(page, TAIL).getByRole('listitem')).toHaveText([
    new RegExp(`Way to ${TAIL}.*~`),
    new RegExp(`${TAIL}.*25 min · ~11 mi`),
    /Drive home.*~/,
  ]);
  await expect(page).toHaveURL(/minutes=120&taste=relentless&loop=true/);
  // Earlier plans stay while the next ones load.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  expect(await shifts()).toBeLessThan(0.02);
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);

  await card(page, TAIL).getByRole('button', { name: 'Make it a drive' }).click();
  await expect(page).toHaveURL(/\/create$/);
  await expect(page.getByTitle(`Start: ${MARYVILLE}`)).toBeVisible();
  await expect(page.getByText('Your plan or road was opened as a draft.')).toBeVisible();
  await expect(page.getByRole('heading', { name: `${TAIL} from Maryville` })).toBeVisible();
  await expect(page.getByRole('status', { name: 'The route so far' })).toContainText(/~\d+(\.\d)? mi/);
  const saved = page.waitForResponse(/\/api\/drives\/drive$/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const { driveId } = (await (await saved).json()) as { driveId: string };
  const { body } = await api.call('POST', `/api/drives/drive/${driveId}/details`, {}, hero.token);
  const drive = body.drive as { privacy: string; path: string; waypoints: { label: string }[] };
  expect(drive.privacy).toBe('private');
  expect(drive.waypoints.map(({ label }) => label)).toEqual([
    MARYVILLE,
    `Start of ${TAIL}`,
    `End of ${TAIL}`,
    MARYVILLE,
  ]);
  // The bends of the full line, not those of the map's overview.
  expect(drive.path.length).toBeGreaterThan(1_000);
});

test('a visitor plans on a phone, shares the link, and is asked to log in', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: PHONE, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto('/from-here?lat=35.7565&lng=-83.9705&place=Maryville%2C+Tennessee&minutes=90&taste=relentless');
  const question = page.getByRole('button', { name: /^Maryville · 1 h 30 min · Relentless · Loop/ });
  await question.tap();
  await expect(startField(page)).toHaveAccessibleDescription('Maryville, Tennessee');
  await question.tap();
  await expect(startField(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'No plan fits 1 h 30 min' })).toBeVisible();
  await page.getByRole('button', { name: 'Allow the same road back' }).tap();
  await expect(card(page, TAIL)).toContainText('Out and back on the same road');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'No plan fits 1 h 30 min' })).toBeVisible();
  await page.goForward();
  await card(page, TAIL).getByRole('button', { name: 'Make it a drive' }).tap();
  await expect(page.getByRole('dialog', { name: 'Log In' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).tap();
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  await context.close();
});

test('explore leads to plans from the place on its map', async ({ page }) => {
  await page.goto('/explore?view=map&location=35.7565,-83.9705');
  // The map has come to rest.
  await expect(page).toHaveURL(/bounds=/);
  await page.getByRole('link', { name: 'Plan from here' }).click();
  await expect(startField(page)).toHaveAccessibleDescription(/Maryville|of|near/);
  await expect(page).toHaveURL(/\/from-here\?lat=35\.\d+&lng=-83\.\d+/);
});

const SCREENS = { 'a wide screen': { width: 1440, height: 900 }, 'a phone': PHONE };

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(`on ${screen}`, () => {
    test.use({ viewport, geolocation: { latitude: 35.5951, longitude: -82.5515 }, permissions: ['geolocation'] });

    test('the first plan near the device takes one press from the landing page', async ({ page }) => {
      // Aim: a person who has allowed the location gets a plan that fills the time, on the first screen.
      await page.goto('/');
      const presses = await countPresses(page);
      await page.getByRole('link', { name: 'Plan From Here' }).click();
      const first = page.getByRole('article').first();
      await expect(first.getByRole('heading')).toHaveText(/ from Asheville$/);
      await expect(first).toContainText(/~1 h (2\d|3\d) min/);
      await expect(first.getByRole('heading')).toBeInViewport({ ratio: 1 });
      await expect(first.getByText(/driven twice|No road twice/)).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await presses.expectDocumented('Plan near the device');
    });
  });
}

test('a person who has not allowed the location is asked for a place', async ({ page }) => {
  await page.goto('/from-here');
  await expect(page.getByRole('heading', { name: 'Where do you start?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use my location' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('a stretch of a long drive has its name, and its legs', async ({ page }) => {
  await page.goto('/from-here?lat=35.5951&lng=-82.5515&place=Asheville%2C+North+Carolina&minutes=120');
  const stretch = page.getByRole('article').filter({ hasText: /Blue Ridge.*, [\d.]+ of [\d.]+ mi, from Asheville/ });
  await stretch.first().getByRole('button').first().click();
  const leg = stretch
    .first()
    .getByRole('listitem')
    .filter({ hasText: /, [\d.]+ of [\d.]+ mi/ });
  await expect(leg.first()).toBeVisible();
  await expect(page.getByText(/do not fill/)).toHaveCount(0);
});
