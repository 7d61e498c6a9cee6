// Aim: a person collects drives where they see them, and visitors find the collections that staff published.
import { randomBytes } from 'node:crypto';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, join, joinAs } from '../support/people.js';
import { countPresses } from '../support/presses.js';
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
      // The opener adds to the new collection from now on.
      await expect(card.getByRole('button', { name: 'Add to Sunday Roads' })).toBeFocused();
      await page.getByRole('status').getByRole('link', { name: 'Sunday Roads' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Sunday Roads' })).toBeVisible();
      await expect(page.getByRole('main').getByText(drive).first()).toBeVisible();
    });

    test('a person adds a drive with one press to the trip that they used last', async ({ page, baseURL }) => {
      const api = new Api(baseURL ?? '');
      const owner = await joinAs(api, mailbox, 'hero');
      await enter(page, owner);
      const trip = { name: 'Fall trip', days: 2, items: [] };
      const made = await api.call('PUT', '/api/collections/collection', { collection: trip }, owner.token);
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      await page.goto('/explore?view=list');
      const cards = page.getByRole('list', { name: 'Drives' }).getByRole('article');
      await cards.first().getByRole('button', { name: 'Add to collection' }).click();
      await page.getByRole('dialog').getByRole('checkbox', { name: 'Fall trip' }).check();
      await expect(page.getByRole('status').getByRole('link', { name: 'Fall trip' })).toBeVisible();
      await page.reload();
      const next = (await cards.nth(1).getByRole('heading').textContent()) ?? '';
      const add = cards.nth(1).getByRole('button', { name: 'Add to Fall trip' });
      await expect(add).toBeVisible();
      // All marks are inside the card.
      const card = (await cards.nth(1).boundingBox())!;
      const save = (await cards.nth(1).getByRole('button', { name: 'Save' }).boundingBox())!;
      expect(save.x).toBeGreaterThanOrEqual(card.x);

      const presses = await countPresses(page);
      await add.click();
      const added = page.getByRole('status').filter({ hasText: 'Added to' }).getByRole('link', { name: 'Fall trip' });
      await expect(added).toBeVisible();
      await presses.expectDocumented('Add a drive to the last used trip');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(await seriousFaults(page)).toEqual([]);
      await added.click();
      await expect(page.getByRole('heading', { level: 1, name: 'Fall trip' })).toBeVisible();
      await expect(page.getByRole('main').getByText(next).first()).toBeVisible();
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
