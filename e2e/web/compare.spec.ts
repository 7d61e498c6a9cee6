import { expect, type Page, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.describe.configure({ mode: 'parallel' });

const DRIVES = ['Beartooth Highway', 'Million Dollar Highway'] as const;

/** Ticks the two drives' boxes, and opens their comparison. */
async function compare(page: Page): Promise<void> {
  for (const title of DRIVES) {
    const box = page.getByRole('checkbox', { name: `Compare ${title}` });
    await box.click();
    await expect(box).toBeChecked();
  }
  await page.getByRole('button', { name: 'Compare 2' }).click();
  await expect(page.getByRole('columnheader')).toHaveCount(2);
}

test('two drives are compared side by side, and sent as a link', { tag: '@core' }, async ({ page, context }) => {
  // Aim: three presses show two drives next to each other, on the map too; the link shows the same to others.
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 39.74, longitude: -105 });
  await page.goto('/explore?view=map&bounds=46,-105,37,-112');
  await compare(page);
  const table = page.getByRole('complementary', { name: 'Compare drives' });
  for (const row of ['Distance', 'Duration', 'Curves', 'Climb', 'Landscape', 'Away', 'Rating'])
    await expect(table.getByRole('row', { name: new RegExp(`^${row}`) })).toBeVisible();
  await expect(table.getByRole('row', { name: /^Distance/ })).toContainText(/~67.7 mi.*~23 mi/);
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('columnheader', { name: /Beartooth Highway/ })).toBeVisible();
  await other.close();
  await table.getByRole('link', { name: 'Million Dollar Highway' }).click();
  await expect(page.getByRole('heading', { name: 'Million Dollar Highway', level: 2 })).toBeVisible();
});

test('a phone shows one compared drive at a time', async ({ page }) => {
  // Aim: on a phone, a press leads to the next drive, and the names of the rows stay in sight.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/explore?view=list');
  const cards = page.locator('[data-drive-card]');
  await expect(cards.nth(1)).toBeVisible();
  const ids = await cards.evaluateAll((all) => all.slice(0, 2).map((card) => card.getAttribute('data-drive-card')));
  await page.goto(`/explore?view=list&compare=${ids.join()}&comparing=true`);
  const columns = page.getByRole('columnheader');
  await expect(columns.first()).toBeInViewport({ ratio: 0.9 });
  await expect(columns.nth(1)).not.toBeInViewport({ ratio: 0.5 });
  await page.getByRole('button', { name: 'Next drive' }).click();
  await expect(columns.nth(1)).toBeInViewport({ ratio: 0.9 });
  await expect(page.getByRole('rowheader', { name: 'Curves' })).toBeInViewport();
});

test('the list stays while a drive is open', async ({ page }) => {
  // Aim: the map moves to an opened drive and the list remains; another area is searched when a hand moves the map and asks.
  await page.goto('/explore?view=map&bounds=46,-105,37,-112');
  const cards = page.locator('[data-drive-card]');
  await expect(page).toHaveURL(/location=/);
  await expect(cards.first()).toBeVisible();
  const shown = () => cards.evaluateAll((all) => all.map((card) => card.getAttribute('data-drive-card')));
  const before = await shown();
  await cards.first().getByRole('link').first().click();
  await expect(page).toHaveURL(/details=true/);
  const address = page.url();
  await expect.poll(() => page.url()).not.toBe(address);
  // It takes the focus as soon as it has loaded, and a key that is pressed before that would go there.
  await expect(
    page.getByRole('complementary', { name: 'Drive details' }).getByRole('heading', { level: 2 }),
  ).toBeFocused();
  expect(await shown()).toEqual(before);
  const area = page.getByRole('button', { name: 'Search this area' });
  await expect(area).toBeHidden();
  await page.getByRole('region', { name: /^Map of drives/ }).press('-');
  await area.click();
  await expect(area).toBeHidden();
  await expect(page).toHaveURL(/details=true/);
});
