import { countPresses } from '../support/presses.js';
import { expect, test } from '../support/test.js';

const SCREENS = { 'a wide screen': { width: 1440, height: 900 }, 'a phone': { width: 390, height: 844 } };

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(`on ${screen}`, () => {
    test.use({ viewport, geolocation: { latitude: 35.595, longitude: -82.551 }, permissions: ['geolocation'] });

    test('a road is found by a name that people use, wherever the map is', async ({ page }) => {
      // Aim: two steps, the name and Enter, lead to the road, and the map moves there.
      await page.goto('/explore?view=map&bounds=41,-104,39,-107');
      const search = page.getByRole('combobox', { name: /^Search/ });
      await search.fill('deals gap');
      await search.press('Enter');
      await expect(page.getByRole('article').first()).toContainText('Tail of the Dragon');
      await expect(page.getByText(/^\d+ drives?, [1-9]\d* in view$/).first()).toBeVisible();
    });

    test('a twisty road near the person and under two hours takes two taps, its comparison three', async ({ page }) => {
      // Aim: the pills answer the question that most people come with, nearest first.
      await page.goto('/explore?view=list');
      const presses = await countPresses(page);
      await expect(page.getByRole('article').first()).toBeVisible();
      for (const name of ['Curvy', 'Under 2 hours']) await page.getByRole('button', { name, exact: true }).click();
      // Other specs publish drives in the same town: the road is among the first cards, not always the very first.
      const road = page.getByRole('article').filter({ hasText: 'Tail of the Dragon' }).first();
      await expect(road).toBeInViewport();
      await expect(road).toContainText(/Twisty|Relentless/);
      await expect(road).toContainText(/\d+ mi away/);
      for (const index of [0, 1])
        await page
          .getByRole('checkbox', { name: /^Compare / })
          .nth(index)
          .click();
      await page.getByRole('button', { name: 'Compare 2' }).click();
      await expect(page.getByRole('columnheader')).toHaveCount(2);
      await presses.expectDocumented('Find and compare');
    });
  });
}

test.describe('in the hills', () => {
  test.use({
    viewport: SCREENS['a phone'],
    geolocation: { latitude: 35.889, longitude: -81.958 },
    permissions: ['geolocation'],
  });

  test('a long road that passes the person comes first, and says that it starts elsewhere', async ({ page }) => {
    // Aim: the road around the corner is not missed because it starts an hour away.
    await page.goto('/explore?view=list');
    const first = page.getByRole('article').first();
    await expect(first).toContainText('Blue Ridge Parkway');
    const both = /passes 1(\.\d)? mi away · starts 3\d mi away/;
    await expect(first).toContainText(both);
    await first.getByRole('link').first().click();
    const details = page.getByRole('complementary', { name: 'Drive details' });
    await expect(details.getByText(both)).toBeVisible();
  });
});
