// Aim: the editor follows: the map shows the places that a person names, a field never shows a text that the route does
// not go to, and clicked points have names, which are the same on the map and in the list.
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, joinAs } from '../support/people.js';
import { expect, type Page, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const list = (page: Page) => page.getByRole('region', { name: 'Waypoints' });
const field = (page: Page, slot: string) => list(page).getByRole('combobox', { name: slot, exact: true });
const figures = (page: Page) => page.getByRole('status', { name: 'The route so far' });
const map = (page: Page) => page.getByRole('region', { name: 'Map of the route' });

async function place(page: Page, slot: string, name: string): Promise<void> {
  await field(page, slot).fill(name);
  await page.getByRole('option').filter({ hasText: name }).first().click();
  await expect(field(page, slot)).toHaveAccessibleDescription(name);
}

/** Whether the mark of a point is on the part of the map that the list does not cover. */
async function isInSight(page: Page, title: string): Promise<boolean> {
  const mark = await page.getByTitle(title).boundingBox();
  const shown = await map(page).boundingBox();
  const covering = await list(page).boundingBox();
  if (mark === null || shown === null || covering === null) return false;
  const [x, y] = [mark.x + mark.width / 2, mark.y + mark.height / 2];
  const isOnMap = x > shown.x && x < shown.x + shown.width && y > shown.y && y < shown.y + shown.height;
  return isOnMap && !(x < covering.x + covering.width && y > covering.y && y < covering.y + covering.height);
}

for (const viewport of SIZES) {
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport });

    test('the map follows named places, and the list follows the map', async ({ page, baseURL }) => {
      const api = new Api(baseURL ?? '');
      const hero = await joinAs(api, new Mailbox(process.env.MAIL_DIR ?? ''), 'hero');
      await enter(page, hero);
      await page.goto('/create');
      await expect(map(page)).toBeVisible();
      if (!(await list(page).isVisible())) await page.getByRole('button', { name: 'Waypoints' }).click();
      await place(page, 'Start', 'Denver, Colorado, United States');
      await place(page, 'End', 'Estes Park, Colorado, United States');
      for (const title of ['Start: Denver, Colorado, United States', 'End: Estes Park, Colorado, United States']) {
        await expect.poll(() => isInSight(page, title)).toBe(true);
      }

      const before = (await figures(page).textContent()) ?? '';
      await field(page, 'End').fill('asdf');
      await field(page, 'Start').focus();
      await expect(field(page, 'End')).toHaveValue('');
      await expect(field(page, 'End')).toHaveAccessibleDescription('Estes Park, Colorado, United States');
      await expect(figures(page)).toHaveText(before);

      await list(page).getByRole('button', { name: 'Remove End' }).click();
      await expect(figures(page)).toBeHidden();
      const { x, y } = (await map(page).boundingBox())!;
      await page.mouse.click(x + 150, y + 90);
      await page.mouse.click(x + 250, y + 160);
      const named = /^(near|[\d.]+ mi [NESW]{1,2} of) [A-Z]/;
      await expect(field(page, 'Stop 1')).toHaveAccessibleDescription(named);
      await expect(field(page, 'End')).toHaveAccessibleDescription(named);
      await expect(page.getByTitle(/^Stop 1: /)).toHaveText('1');
      await expect(page.getByTitle(/^End: /)).toHaveText('End');

      // The saved drive is as long as the editor said.
      const shown = (await figures(page).textContent()) ?? '';
      const saved = page.waitForResponse(/\/api\/drives\/drive$/);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const { driveId } = (await (await saved).json()) as { driveId: string };
      const { body } = await api.call('POST', `/api/drives/drive/${driveId}/details`, {}, hero.token);
      const miles = (body.drive as { distance: number }).distance * 0.000621371;
      expect(shown).toContain(`~${miles < 100 ? Number(miles.toFixed(1)) : Math.round(miles)} mi`);
    });
  });
}
