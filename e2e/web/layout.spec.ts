import type { Locator } from '@playwright/test';
import { expect, type Page, test } from '../support/test.js';
import { drag } from '../support/touch.js';

const SOUTHEAST = '/explore?view=map&bounds=36.6,-79,33.8,-84.4';
const DRIVE = 'Tail of the Dragon';

const map = (page: Page) => page.getByRole('region', { name: /^Map of drives/ });
const card = (page: Page) => page.getByRole('article').filter({ hasText: DRIVE });

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not on the page.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

test('a wide window shows the list next to the map, and the open drive in the place of the list', async ({ page }) => {
  // Aim: cards need no horizontal scrolling, and opening a drive leaves the map as large as it was.
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto(SOUTHEAST);
  await expect(card(page)).toBeVisible();
  const before = await boxOf(map(page));
  expect(before.x).toBe(400);
  expect((await boxOf(card(page))).right).toBeLessThan(before.x);
  await card(page).getByRole('link').click();
  const title = page.getByRole('heading', { name: DRIVE, level: 2 });
  await expect(title).toBeVisible();
  expect((await boxOf(title)).right).toBeLessThan(before.x);
  expect(await boxOf(map(page))).toEqual(before);
});

test('a phone in landscape shows cards next to the map, and all controls in one row', async ({ page }) => {
  // Aim: a low window hides no card, and wastes no height on a second row of controls.
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto(SOUTHEAST);
  await expect(card(page)).toBeVisible();
  const shown = await boxOf(map(page));
  expect(shown.height).toBeGreaterThan(300);
  expect(shown.width).toBeGreaterThan(400);
  expect((await boxOf(page.getByRole('combobox', { name: /^Search/ }))).bottom).toBeLessThanOrEqual(shown.y);
  for (const name of [/^Menu$/, /^Filters/]) await page.getByRole('button', { name }).click({ trial: true });
});

test('the list has columns, each with the first lines of the descriptions', async ({ page }) => {
  // Aim: a wide list uses its width.
  await page.goto('/explore?view=list');
  const cards = page.getByRole('list', { name: 'Drives' }).getByRole('article');
  await expect(cards.nth(1)).toBeVisible();
  const [first, second] = [await boxOf(cards.nth(0)), await boxOf(cards.nth(1))];
  expect(second.y).toBe(first.y);
  expect(second.x).toBeGreaterThan(first.right);
  expect(second.right).toBeLessThanOrEqual(1440);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  const pull = (page: Page, from: number, to: number) => drag(page, { x: 200, y: from }, { x: 200, y: to });

  test('a chosen drive opens half, with its actions, and a pull shows the rest', async ({ page }) => {
    // Aim: the map stays in sight next to what people need first.
    await page.goto(SOUTHEAST);
    const sheet = page.getByRole('region', { name: 'Results' });
    const height = sheet.getByRole('slider', { name: 'Results panel' });
    await card(page).getByRole('link').tap();
    await expect(height).toHaveAttribute('aria-valuetext', 'Half');
    for (const name of ['Get Directions', 'Save', 'Share'])
      await expect(sheet.getByRole('button', { name, exact: true }).first()).toBeInViewport({ ratio: 1 });
    const title = sheet.getByRole('heading', { name: DRIVE, level: 2 });
    const top = (await boxOf(title)).y;
    expect(top - (await boxOf(map(page))).y).toBeGreaterThan(250);
    await pull(page, top + 20, 120);
    await expect(height).toHaveAttribute('aria-valuetext', 'Full');
    await expect(sheet.getByRole('button', { name: 'Write a review' })).toBeAttached();
    await sheet.getByRole('button', { name: 'Close' }).tap();
    await expect(height).toHaveAttribute('aria-valuetext', 'Collapsed');
  });

  test('a pull on the cards opens the sheet', async ({ page }) => {
    // Aim: people need not hit the small handle.
    await page.goto(SOUTHEAST);
    await expect(card(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    await pull(page, (await boxOf(card(page))).y + 60, 60);
    await expect(page.getByRole('slider', { name: 'Results panel' })).toHaveAttribute('aria-valuetext', 'Full');
    await expect(page.getByRole('heading', { name: DRIVE, level: 2 })).toBeHidden();
  });
});

test('details have no second map next to the large one', async ({ page }) => {
  // Aim: one map at a time; the list, which has none, shows the route in the details.
  const found = await page.request.post('/api/drives/search?q=tail+of+the+dragon');
  const { drives } = (await found.json()) as { drives: { id: string; title: string }[] };
  const id = drives.find(({ title }) => title === DRIVE)?.id ?? '';
  const route = page.getByRole('region', { name: /^Map of this drive/ });
  await page.goto(`/explore?view=list&drive=${id}&details=true`);
  // The map loads once it comes near the screen.
  await page.getByRole('heading', { name: 'Route', exact: true }).scrollIntoViewIfNeeded();
  await expect(route).toBeVisible();
  await page.getByRole('tab', { name: 'Map' }).click();
  await card(page).getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'Reviews' })).toBeVisible();
  await expect(route).toHaveCount(0);
});
