import { expect, test } from '../support/test.js';

test('miles or kilometers, wherever a distance is shown, and remembered', async ({ page }) => {
  // Aim: the choice is made once and applies to the cards and to the next visit.
  await page.goto('/explore?view=list&search=dragon|dragon|text');
  const card = page.getByRole('article').filter({ hasText: 'Tail of the Dragon' });
  await expect(card).toContainText(/\d mi(?!n)/);
  await page.getByRole('button', { name: /Units: Miles/ }).click();
  await expect(card).toContainText(/\d km/);
  await page.reload();
  await expect(card).toContainText(/\d km/);
});

test('dark mode is chosen once and applies before the page renders', async ({ page }) => {
  // Aim: a person who chose dark never sees a white page again, on any page.
  await page.goto('/');
  await page.getByRole('button', { name: /Theme: System/ }).click();
  await page.getByRole('button', { name: /Theme: Light/ }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await background();
  await page.goto('/explore?view=list');
  await expect(page.getByRole('button', { name: /Theme: Dark/ })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  expect(await background()).toBe(dark);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await background()).toBe(dark);
});
