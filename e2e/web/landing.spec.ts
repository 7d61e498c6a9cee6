import { expect, test } from '../support/test.js';

test(
  'a suggestion on the landing page, chosen by keyboard, opens on the map',
  { tag: ['@both', '@core'] },
  async ({ page }) => {
    // Aim: the first search needs no mouse: type, arrow to the drive, Enter, and explore shows that drive.
    await page.goto('/');
    const search = page.getByRole('combobox', { name: 'Search drives or places' });
    await search.fill('tail of the dra');
    await expect(page.getByRole('option', { name: 'Tail of the Dragon' })).toBeVisible();
    await search.press('ArrowDown');
    await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName('Tail of the Dragon');
    await search.press('Enter');
    await expect(page).toHaveURL(/\/explore\?view=map&.*search=Tail\+of\+the\+Dragon\|[^|]+\|drive/);
    await expect(page.getByRole('combobox')).toHaveAccessibleDescription('Tail of the Dragon');
    await expect(page.getByRole('heading', { name: 'Tail of the Dragon', level: 2 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Tail of the Dragon' }).first()).toBeVisible();
  },
);

test('words without a suggestion are searched as typed', async ({ page }) => {
  // Aim: no suggestion need be chosen, and the map moves to the results, however far away.
  await page.goto('/');
  await page.getByRole('combobox').fill('dragon');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/search=dragon(%7C|\|)dragon(%7C|\|)text/);
  await expect(page.getByRole('link', { name: 'Tail of the Dragon' }).first()).toBeVisible();
});

test('the map searches places, and moves to the chosen one', async ({ page }) => {
  // Aim: a place moves the map, which shows the drives around it.
  await page.goto('/explore?view=map');
  await page.getByRole('combobox', { name: 'Search drives or places' }).fill('Asheville');
  await page
    .getByRole('option', { name: /^Asheville/ })
    .first()
    .click();
  await expect(page).toHaveURL(/search=Asheville[^|]*\|[^|]+\|place/);
  await expect(page).toHaveURL(/bounds=3[5-8]\./);
});

test('the list searches regions, and narrows to the chosen one', async ({ page }) => {
  // Aim: a region becomes the filters Country and States.
  await page.goto('/explore?view=list');
  const count = page.getByText(/^\d+ results?$/).first();
  await expect(count).toBeVisible();
  const all = Number.parseInt((await count.textContent()) ?? '', 10);
  await page.getByRole('combobox', { name: 'Search drives or regions' }).fill('Tennessee');
  await page
    .getByRole('option', { name: /^Tennessee/ })
    .first()
    .click();
  await expect(page).toHaveURL(/country=233/);
  await expect(page).toHaveURL(/states=\d+/);
  await expect.poll(async () => Number.parseInt((await count.textContent()) ?? '', 10)).toBeLessThan(all);
});
