// Aim: with an OpenStreetMap extract and no drives there, a Hero finds the curviest roads and makes one a drive; once it
// is published, the road leads to it, on a phone too, and to the stops along it.
import { readFile } from 'node:fs/promises';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, joinAs } from '../support/people.js';
import { expect, type Page, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.describe.configure({ timeout: 120_000 });
test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');
test.skip(
  !process.env.PRODUCT_ENVIRONMENT?.includes('OSM_PBF'),
  'The product has no region: there is no extract in ../shared/data/osm or OSM_EXTRACTS, or no package with Valhalla.',
);

const LIECHTENSTEIN = 'bounds=47.27,9.64,47.05,9.47';
const ROAD = 'Planknerstrasse';

const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Curviest roads near here' }).getByRole('listitem').filter({ hasText: name });

async function showRoads(page: Page): Promise<void> {
  await page.goto(`/explore?view=map&${LIECHTENSTEIN}`);
  await page.getByRole('button', { name: 'Curviest roads' }).click();
  await expect(page.getByRole('heading', { name: 'Curviest roads near here' })).toBeVisible();
  await expect(row(page, ROAD)).toBeVisible();
}

test('a curvy road becomes a drive, and leads to it', async ({ page, baseURL }) => {
  const api = new Api(baseURL ?? '');
  const region = async () => (await api.call('GET', '/api/settings')).body.region;
  await expect.poll(region, { timeout: 60_000 }).toMatchObject({ state: 'ready' });
  const admin = await joinAs(api, new Mailbox(process.env.MAIL_DIR ?? ''), 'admin');
  await enter(page, admin);

  await page.setViewportSize({ width: 1440, height: 900 });
  await showRoads(page);
  await expect(page).toHaveURL(/roads=true/);
  await expect(row(page, ROAD)).toContainText(/Relentless.*mi of curves per mile.*hairpins/);
  await row(page, ROAD).getByRole('button', { name: ROAD, exact: true }).click();
  await expect(row(page, ROAD)).toHaveAttribute('data-chosen', 'true');
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  await row(page, ROAD).getByRole('button', { name: 'Make it a drive' }).click();

  await expect(page).toHaveURL(/\/create$/);
  await expect(page.getByRole('heading', { name: ROAD })).toBeVisible();
  await expect(page.getByRole('status', { name: 'The route so far' })).toContainText('2.1 mi');
  const saved = page.waitForResponse(/\/api\/drives\/drive$/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const { driveId } = (await (await saved).json()) as { driveId: string };

  const { body } = await api.call('POST', `/api/drives/drive/${driveId}/details`, {}, admin.token);
  const drive = body.drive as Record<string, unknown>;
  expect(drive).toMatchObject({ privacy: 'private', curviness: { band: 'relentless' }, title: ROAD });
  const details = { ...drive, privacy: 'public', description: 'Up to Planken.' };
  expect((await api.call('POST', `/api/drives/drive/${driveId}`, { details }, admin.token)).status).toBe(200);

  await page.setViewportSize({ width: 390, height: 844 });
  await showRoads(page);
  await row(page, ROAD).getByRole('link', { name: 'See the drive' }).click();
  await expect(page).toHaveURL(new RegExp(`drive=${driveId}`));
  await expect(page.getByRole('heading', { name: ROAD })).toBeVisible();

  // The map knows of stops along it.
  const stops = page.getByRole('region', { name: 'Stops along the drive' });
  await expect(stops.getByRole('listitem').first()).toContainText(/ in · | At the start · /);
  await stops.getByRole('button', { name: 'Food and coffee' }).click();
  await expect(stops.getByRole('listitem').first()).toContainText('Food and coffee');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    stops.getByRole('button', { name: 'GPX with these stops' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toMatch(/<name>[^<]+ \(Food and coffee\)<\/name><type>poi<\/type>/);
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  // In the editor, a tap makes one a point of interest.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/create/${driveId}`);
  await page.getByRole('button', { name: 'Add a stop along the drive' }).click();
  const interests = page.getByRole('region', { name: 'Points of Interest' });
  await interests.getByRole('button', { name: 'Fuel', exact: true }).click();
  await interests
    .getByRole('button', { name: /^Add .*\(Fuel\) to the points of interest$/ })
    .first()
    .click();
  await expect(interests.getByRole('textbox', { name: /\(Fuel\)/ })).toBeVisible();
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  // The other journeys count the demo drives.
  expect((await api.call('DELETE', '/api/drives/drive/' + driveId, {}, admin.token)).status).toBe(200);
});
