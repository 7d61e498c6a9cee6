import { expect, test } from '../support/test.js';

test('the landing page opens', async ({ page }) => {
  // Aim: a newcomer sees the tagline, and the page asks nobody but us for anything.
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Find Your Next Drive' })).toBeVisible();
});
