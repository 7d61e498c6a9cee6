// Aim: a person collects drives where they see them, and visitors find the collections that staff published.
import { randomBytes } from 'node:crypto';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, join, joinAs } from '../support/people.js';
import { expect, seriousFaults, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');
test.setTimeout(60_000);

const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const SCREENS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const viewport of SCREENS) {
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport });

    test('a person adds a drive to a new collection, and opens it', async ({ page, baseURL }) => {
      const api = new Api(baseURL ?? '');
      await enter(page, await join(api, mailbox));
      await page.goto('/explore?view=list');
      const card = page.getByRole('list', { name: 'Drives' }).getByRole('article').first();
      const drive = (await card.getByRole('heading').textContent()) ?? '';
      const opener = card.getByRole('button', { name: 'Add to collection' });
      await opener.click();
      const dialog = page.getByRole('dialog', { name: 'Add to collection' });
      await dialog.getByLabel('New collection').fill('Sunday Roads');
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('checkbox', { name: 'Sunday Roads' })).toBeChecked();
      expect(await seriousFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
      await page.getByRole('status').getByRole('link', { name: 'Sunday Roads' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Sunday Roads' })).toBeVisible();
      await expect(page.getByRole('main').getByText(drive).first()).toBeVisible();
    });
  });
}

test('a visitor finds a published trip on the first page and by search', async ({ page, baseURL }) => {
  const name = await publishTrip(new Api(baseURL ?? ''));
  for (const viewport of SCREENS) {
    await page.setViewportSize(viewport);
    await page.goto('/');
    const shelf = page.getByRole('region', { name: 'Trips and collections' });
    // The sections above may still grow, and move the end of the page away.
    await expect(async () => {
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expect(shelf.getByRole('link', { name })).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await page.getByRole('combobox', { name: 'Search drives or places' }).fill(name.slice(0, -3));
    const option = page.getByRole('option', { name });
    await expect(option).toHaveAccessibleDescription(/^Trip · 2 days · \d drives? · /);
    await option.click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.goto(`/explore?${new URLSearchParams({ view: 'list', search: `${name}|${name}|text` })}`);
    await page.getByRole('tabpanel').getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
});

/** Publishes a trip of two days as staff. @returns its name */
async function publishTrip(api: Api): Promise<string> {
  const staff = await joinAs(api, mailbox, 'admin');
  const { body } = await api.call('GET', '/api/drives/popular');
  const items = (body.drives as { id: string }[]).slice(0, 3).map(({ id }) => ({ driveId: id, day: 1 }));
  const name = `Ridge ${randomBytes(4).toString('hex')} Weekend`;
  const collection = { name, privacy: 'public', days: 2, items };
  const made = await api.call('PUT', '/api/collections/collection', { collection }, staff.token);
  expect(made.status).toBe(201);
  return name;
}
