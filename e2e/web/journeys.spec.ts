// Aim: the everyday journeys take as many presses as docs/journeys.md says, on a phone and on a wide screen.
import { Api } from '../support/api.js';
import { CollectionCalls, publicDrives } from '../support/collections.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, join, joinAs, type Person } from '../support/people.js';
import { countPresses } from '../support/presses.js';
import { expect, type Page, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const api = new Api(process.env.BASE_URL ?? 'http://localhost:8080');
const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const SCREENS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
let hero: Person;

test.beforeAll(async () => {
  hero = await joinAs(api, mailbox, 'hero');
});

/** Opens a drawer of the editor unless it is open. */
async function open(page: Page, name: 'Waypoints' | 'Details'): Promise<void> {
  const toggle = page.getByRole('main').getByRole('button', { name, exact: true });
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
}

for (const viewport of SCREENS) {
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport });

    test('a drive is saved and found again', async ({ page }) => {
      await enter(page, await join(api, mailbox));
      await page.goto('/explore?view=list');
      const card = page.getByRole('article').first();
      const title = (await card.getByRole('heading').textContent()) ?? '';
      const presses = await countPresses(page);
      await card.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('link', { name: 'Your saved drives' }).click();
      await expect(page).toHaveURL(/\/profile\/.*#saved$/);
      await expect(page.getByRole('main').getByRole('article').filter({ hasText: title })).toHaveCount(1);
      await presses.expectDocumented('Save a drive and find it again');
    });

    test('a drive is drawn between two places and saved', async ({ page }) => {
      await enter(page, hero);
      await page.goto('/create');
      await expect(page.getByRole('region', { name: 'Map of the route' })).toBeVisible();
      const presses = await countPresses(page);
      await open(page, 'Waypoints');
      for (const [slot, town] of Object.entries({ Start: 'Asheville', End: 'Brevard' })) {
        await page.getByRole('combobox', { name: slot, exact: true }).fill(town);
        await page.getByRole('option').filter({ hasText: town }).first().click();
      }
      await expect(page.getByRole('status', { name: 'The route so far' })).toBeVisible();
      await open(page, 'Details');
      await page.getByRole('region', { name: 'Details' }).getByLabel('Title').fill('To the falls');
      await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Drive Saved' })).toBeVisible();
      await presses.expectDocumented('Draw a drive and save it');
    });

    test('a drive is reviewed', async ({ page }) => {
      const drive = (await publicDrives(api))[SCREENS.indexOf(viewport)];
      const highlight = `Quiet at ${viewport.width}`;
      await enter(page, hero);
      await page.goto(`/drive-details/${drive?.id}`);
      const section = page.getByRole('region', { name: 'Reviews' });
      const write = section.getByRole('button', { name: 'Write a review' });
      await expect(write).toBeVisible();
      const presses = await countPresses(page);
      await write.click();
      const editor = page.getByRole('dialog', { name: 'Write a review' });
      const stars = editor.getByRole('radio', { name: '4 stars', exact: true });
      await editor.locator(`label[for="${await stars.getAttribute('id')}"]`).click();
      await expect(stars).toBeChecked();
      await editor.getByLabel('Highlight').fill(highlight);
      await editor.getByRole('button', { name: 'Submit' }).click();
      await expect(section.getByRole('article').filter({ hasText: highlight })).toBeVisible();
      await presses.expectDocumented('Review a drive');
    });

    test('a club asks to publish its list', async ({ page }) => {
      const items = (await publicDrives(api)).slice(0, 2).map(({ id }) => ({ driveId: id, note: '' }));
      const name = `Sunday runs ${viewport.width}`;
      await new CollectionCalls(api).create({ name, items }, hero);
      await enter(page, hero);
      await page.goto('/collections');
      await expect(page.getByRole('link', { name })).toBeVisible();
      const presses = await countPresses(page);
      await page.getByRole('link', { name }).click();
      await page.getByRole('button', { name: 'More options.' }).click();
      await page.getByRole('menuitem', { name: 'Ask to publish' }).click();
      const question = page.getByRole('dialog', { name: 'Ask to publish this collection?' });
      await question.getByRole('button', { name: 'Ask to publish' }).click();
      await expect(page.getByText('Waiting for review')).toBeVisible();
      await presses.expectDocumented('Ask to publish a list');
    });

    test('a person hides their location', async ({ page }) => {
      await enter(page, await join(api, mailbox));
      await page.goto('/');
      const header = page.getByRole('banner');
      const settings = header.getByRole('link', { name: 'Settings' });
      const menu = header.getByRole('button', { name: 'Menu', exact: true });
      await expect(settings.or(menu).first()).toBeVisible();
      const presses = await countPresses(page);
      if (!(await settings.isVisible())) await menu.click();
      await settings.click();
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Privacy' }).click();
      const location = page.getByRole('switch', { name: 'Location' });
      await location.click();
      await expect(location).not.toBeChecked();
      await presses.expectDocumented('Hide a field of the profile');
    });
  });
}
