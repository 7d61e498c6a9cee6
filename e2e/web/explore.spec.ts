import { expect, type Page, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.describe.configure({ mode: 'parallel' });

/** Checks a whole page for people who use a screen reader or need contrast. */
async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
}

test('a visitor finds a drive from the landing page and opens it', { tag: '@core' }, async ({ page }) => {
  // Aim: the first minute works: see the start page, go to the list, open a drive, and get an address to share.
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Find Your Next Drive' })).toBeVisible();
  await page.goto('/explore?view=list');
  await expect(page.getByText(/^\d+ results$/).first()).toBeVisible();
  await page.getByText('Million Dollar Highway').first().click();
  await expect(page).toHaveURL(/details=true/);
  await expect(page.getByRole('heading', { name: 'Million Dollar Highway', level: 2 })).toBeVisible();
});

test(
  'a filter narrows the result, is written to the address, and is read from it again',
  { tag: '@core' },
  async ({ page }) => {
    // Aim: filters can be sent as a link and survive a reload; state that makes no sense in a link is dropped.
    await page.goto('/explore?view=list');
    const count = page.getByText(/^\d+ results?$/).first();
    const number = async () => Number.parseInt((await count.textContent()) ?? '', 10);
    await expect(count).toBeVisible();
    const all = await number();
    const coast = page.getByRole('button', { name: 'Coast', exact: true });
    await coast.click();
    await expect(page).toHaveURL(/tags=environment:coast/);
    await expect.poll(number).toBeLessThan(all);
    await page.reload();
    await expect(coast).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(number).toBeLessThan(all);
    await page.goto('/explore?view=list&tags=environment:coast,environment:moon&stars=banana&duration=5,1&nonsense=1');
    await expect.poll(number).toBeLessThan(all);
    await coast.click();
    await expect(page).not.toHaveURL(/tags=|stars=|duration=/);
    // Other specs may publish drives meanwhile.
    await expect.poll(number).toBeGreaterThanOrEqual(all);
  },
);

test('a pill shows how many drives it gives', async ({ page }) => {
  // Aim: the number on a filter is the count of the result once it is chosen.
  await page.goto('/explore?view=list');
  const mountain = page.getByRole('button', { name: 'Mountain', exact: true });
  await expect(mountain).toHaveAttribute('title', /^\d+ drives?$/);
  const promised = Number.parseInt((await mountain.getAttribute('title')) ?? '', 10);
  await mountain.click();
  const given = promised === 1 ? '1 result' : `${promised} results`;
  await expect(page.getByText(given, { exact: true }).first()).toBeVisible();
});

test('the filters lie over the map, which keeps the searched box', async ({ page }) => {
  // Aim: opening the filters changes neither the size of the map nor, by that, the result.
  await page.goto('/explore?view=map');
  const map = page.locator('canvas').first();
  await expect(map).toBeVisible();
  const before = await map.boundingBox();
  await page.getByRole('button', { name: /^Filters/ }).click();
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await expect(filters.getByRole('slider', { name: 'Duration, minimum' })).toBeVisible();
  expect(await map.boundingBox()).toEqual(before);
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
});

test('map and list show the same search', async ({ page }) => {
  // Aim: switching the view keeps all filters.
  await page.goto('/explore?view=list&tags=environment:mountain');
  await expect(page.getByText(/^\d+ results?$/).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Map' }).click();
  await expect(page).toHaveURL(/view=map.*tags=environment:mountain/);
  await expect(page.getByRole('tab', { name: 'Map' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: 'Mountain', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Map' }).press('ArrowRight');
  await expect(page).toHaveURL(/view=list.*tags=environment:mountain/);
  await expect(page.getByRole('tab', { name: 'List' })).toBeFocused();
});

test('a missing drive is reported, in the served page too', async ({ page, request }) => {
  // Aim: a dead link shows the specified text, with a 404 for crawlers.
  test.info().annotations.push({ type: 'expects-errors', description: 'the browser reports the 404 itself' });
  const answer = await request.get('/drive-details/not-a-drive');
  expect(answer.status()).toBe(404);
  await page.goto('/drive-details/not-a-drive');
  await expect(page.getByText('Drive could not be found')).toBeVisible();
});

test('axe finds nothing serious on the landing page', async ({ page }) => {
  // Aim: a screen reader can use the first page, and everybody can read it.
  await page.goto('/');
  await expectAccessible(page);
});

test('axe finds nothing serious on a missing page', async ({ page }) => {
  // Aim: a wrong address leaves nobody without a way back.
  test.info().annotations.push({ type: 'expects-errors', description: 'the browser reports the 404 itself' });
  await page.goto('/no-such-page');
  await expectAccessible(page);
});
