import type { Page } from '@playwright/test';
import { expect, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.describe.configure({ mode: 'parallel' });

/** A list with the drive at the top, wherever the visitor is. */
const ONE_DRIVE = '/explore?view=list&search=tail|tail of the dragon|text';
const PHONE = { width: 390, height: 844 };

/** Pages that no journey of this suite stands on, by name; the others are checked where journeys reach them. */
const STATES: Record<string, (page: Page) => Promise<void>> = {
  'a drive on a phone': async (page) => {
    await page.setViewportSize(PHONE);
    await page.goto(ONE_DRIVE);
    await page.getByRole('link', { name: 'Tail of the Dragon' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Tail of the Dragon' })).toBeFocused();
  },
  'a failed search': async (page) => {
    test.info().annotations.push({ type: 'expects-errors', description: 'the search is cut off on purpose' });
    await page.route('**/api/drives/**', (route) => route.abort());
    await page.goto('/explore?view=list');
    await expect(page.getByText("Something went wrong. Here's the error:")).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

for (const [name, open] of Object.entries(STATES))
  test(`axe finds nothing serious on ${name}`, async ({ page }) => {
    // Aim: pages are accessible to people who use a screen reader or need contrast.
    await open(page);
    expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  });

test('a drive is found, opened, shared and closed with the keyboard only', async ({ page }) => {
  // Aim: everything works without a pointer and for a screen reader, and the focus is never lost.
  await page.goto('/explore?view=list');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  // A busy browser may handle the key before it renders the loaded content, when there is nothing to focus yet.
  await expect(skip).toBeAttached();
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  const search = page.getByRole('combobox').first();
  await search.focus();
  await page.keyboard.type('tail of the dragon');
  const option = page.getByRole('option', { name: 'Tail of the Dragon', exact: true });
  await expect(option).toBeVisible();
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown');
      return option.getAttribute('aria-selected');
    })
    .toBe('true');
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Tail of the Dragon' })).toBeFocused();
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'More options.' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Share' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Share Drive' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More options.' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/details=true/);
  await expect(search).toBeFocused();
});

test('Escape closes the menu and the filters of a phone and returns the focus', async ({ page }) => {
  // Aim: an overlay opened with a key closes with one, and the focus returns; a screen reader can use it.
  await page.setViewportSize(PHONE);
  await page.goto('/explore?view=list');
  for (const [name, within] of [
    ['Menu', page.getByRole('link', { name: 'Explore', exact: true })],
    ['Filters', page.getByRole('dialog', { name: 'Filters' })],
  ] as const) {
    const button = page.getByRole('button', { name, exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(within).toBeVisible();
    expect(await seriousFaultsInBothSchemes(page), name).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(within).toBeHidden();
    await expect(button).toBeFocused();
  }
});

test('Back and a reload return to the same place in the list', async ({ page }) => {
  // Aim: a detour does not cost people their place in the list.
  await page.goto('/explore?view=list');
  const list = page.locator('[aria-busy]').filter({ has: page.getByRole('list', { name: 'Drives' }) });
  await expect(page.getByRole('link', { name: /./ }).nth(3)).toBeVisible();
  const top = () => list.evaluate((element) => element.scrollTop);
  // Scrolls into the second batch, which a reload must fetch again; in steps without momentum, so that the end is
  // known.
  await expect.poll(() => list.evaluate((element) => (element.scrollTop += 1_000))).toBeGreaterThan(3_400);
  const before = await top();
  await page.getByRole('link', { name: /, home$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Find Your Next Drive' })).toBeVisible();
  await page.goBack();
  await expect.poll(top).toBe(before);
  await page.reload();
  await expect.poll(top).toBe(before);
});
