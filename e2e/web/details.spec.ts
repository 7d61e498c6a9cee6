import { readFile } from 'node:fs/promises';
import { decodePolyline } from '@switchback/geo/polyline';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { joinAs } from '../support/people.js';
import { expect, type Page, seriousFaults, test } from '../support/test.js';

const TITLE = 'Tail of the Dragon';

async function driveId(page: Page): Promise<string> {
  const found = await page.request.post('/api/drives/search?q=tail+of+the+dragon');
  const { drives } = (await found.json()) as { drives: { id: string; title: string }[] };
  return drives.find(({ title }) => title === TITLE)?.id ?? '';
}

const panel = (page: Page) => page.getByRole('heading', { name: TITLE, level: 2 });

async function choose(page: Page, item: 'Share' | 'Get Directions'): Promise<void> {
  const offered = page.getByRole('menuitem', { name: item });
  const opened = page.getByRole('dialog', { name: item });
  // The menu closes when the layout around it shifts, for example while the drive's map loads.
  await expect(async () => {
    if (await opened.isVisible()) return;
    if (!(await offered.isVisible()))
      await page.getByRole('button', { name: 'More options.' }).click({ timeout: 2_000 });
    await offered.click({ timeout: 2_000 });
  }).toPass();
}

test(
  'both addresses of a drive open it, and Back and Forward go between drive and list',
  { tag: '@core' },
  async ({ page }) => {
    // Aim: a shared link works in either form, and the history behaves as people expect.
    const id = await driveId(page);
    await page.goto(`/drive-details/${id}`);
    await expect(panel(page)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(TITLE));
    await page.goto(`/explore?view=list&drive=${id}&details=true`);
    await expect(panel(page)).toBeVisible();

    await page.goto('/explore?view=list&sort=stars&search=dragon|dragon|text');
    await page.getByRole('link', { name: TITLE }).first().click();
    await expect(panel(page)).toBeVisible();
    await page.goBack();
    await expect(panel(page)).toBeHidden();
    await expect(page).toHaveURL(/sort=stars/);
    await page.goForward();
    await expect(panel(page)).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).first().click();
    await expect(panel(page)).toBeHidden();
  },
);

test('the link of a drive can be copied, and leads to it', async ({ page, context, baseURL }) => {
  // Aim: the clipboard gets the drive's own address.
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL ?? '' });
  const id = await driveId(page);
  await page.goto(`/drive-details/${id}`);
  await choose(page, 'Share');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${baseURL}/drive-details/${id}`);
});

test('a drive can be downloaded as GPX and KML', async ({ page }) => {
  // Aim: the downloaded files have meaningful names, and a parser reads the whole line from them.
  const id = await driveId(page);
  const details = await page.request.get(`/api/drives/drive/${id}/details`);
  const { drive } = (await details.json()) as { drive: { path: string } };
  await page.goto(`/drive-details/${id}`);
  await choose(page, 'Get Directions');
  for (const [format, root] of [
    ['GPX', 'gpx'],
    ['KML', 'kml'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download ${format}` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(new RegExp(`dragon.*\\.${root}$`, 'i'));
    const parsed = await page.evaluate(
      (text) => {
        const document = new DOMParser().parseFromString(text, 'application/xml');
        const line = document.querySelector('LineString > coordinates')?.textContent.trim().split(/\s+/) ?? [];
        return {
          root: document.documentElement.localName,
          damaged: document.querySelectorAll('parsererror').length,
          points: document.querySelectorAll('trkpt').length + line.length,
        };
      },
      await readFile(await file.path(), 'utf8'),
    );
    expect(parsed).toEqual({ root, damaged: 0, points: decodePolyline(drive.path).length });
  }
});

test('directions open in popular map apps, from the current location and along the drive alone', async ({ page }) => {
  // Aim: each app gets a link in its own format: without an origin to navigate at once, and from the start to the end.
  await page.goto(`/drive-details/${await driveId(page)}`);
  await choose(page, 'Get Directions');
  const dialog = page.getByRole('dialog', { name: 'Get Directions' });
  const address = async (section: string, name: RegExp) =>
    new URL(
      (await dialog.getByRole('region', { name: section }).getByRole('link', { name }).first().getAttribute('href'))!,
    );
  const here = await address('From where I am', /Google Maps/);
  expect(here.host).toBe('www.google.com');
  expect(here.searchParams.get('dir_action')).toBe('navigate');
  expect(here.searchParams.has('origin')).toBe(false);
  const alone = await address('Only this drive', /Google Maps/);
  const start = alone.searchParams.get('origin');
  expect(start).toMatch(/^35\.\d+,-8\d\.\d+$/);
  expect(here.searchParams.get('waypoints')?.split('|')[0]).toBe(start);
  expect(here.searchParams.get('waypoints')?.split('|').length).toBeLessThanOrEqual(9);
  expect((await address('From where I am', /Waze/)).searchParams.get('ll')).toBe(start);
  await dialog.getByRole('radio', { name: 'Apple Maps' }).check();
  expect((await address('Only this drive', /Apple Maps/)).searchParams.get('source')).toBe(start);
  expect((await address('From where I am', /Apple Maps/)).searchParams.has('source')).toBe(false);
  expect(await seriousFaults(page)).toEqual([]);
});

test('from the landing page to the details of a drive and back to the map without a mouse', async ({ page }) => {
  // Aim: a person without a pointer gets from the first page to a drive, and the focus follows.
  await page.goto('/');
  await expect(page.getByRole('combobox')).toBeVisible();
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      const said = await focused.evaluate(
        (element) => `${element.getAttribute('aria-label') ?? ''} ${element.textContent}`,
      );
      if (name.test(said)) return;
    }
    throw new Error(`Tab never came to ${name}.`);
  };
  await tabTo(/Search drives or places/);
  await page.keyboard.type(TITLE);
  await expect(page.getByRole('option', { name: TITLE })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
});

test('a visitor who wants to review logs in, and the review is public', { tag: '@core' }, async ({ page, baseURL }) => {
  // Aim: the intended action continues after the login, stars are set by keyboard, and a visitor can read the review.
  test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');
  const hero = await joinAs(new Api(baseURL ?? ''), new Mailbox(process.env.MAIL_DIR ?? ''), 'hero');
  await page.goto('/explore?view=list&search=tail|tail of the dragon|text');
  await page.getByRole('article').getByRole('link').first().click();
  const section = page.getByRole('region', { name: 'Reviews' });
  await section.getByRole('button', { name: 'Write a review' }).click();
  await page.getByLabel('Email').fill(hero.email);
  await page.getByLabel('Password', { exact: true }).fill(hero.password);
  await page.keyboard.press('Enter');
  const editor = page.getByRole('dialog', { name: 'Write a review' });
  await expect(editor.getByRole('button', { name: 'Submit' })).toBeDisabled();
  await editor.getByRole('radio', { checked: true }).focus();
  for (let half = 0; half < 9; half++) await page.keyboard.press('ArrowRight');
  await expect(editor.getByText('9 / 10')).toBeVisible();
  const highlight = `Quiet ${hero.username}`;
  await editor.getByLabel('Highlight').fill(highlight);
  await editor.getByRole('button', { name: 'Submit' }).click();
  await expect(editor.getByText('Thank you!')).toBeVisible();
  await expect(editor).toBeHidden();
  const card = section.getByRole('article').filter({ hasText: highlight });
  await expect(card.getByRole('button', { name: /^Helpful/ })).toBeDisabled();
  expect(await seriousFaults(page)).toEqual([]);
});
