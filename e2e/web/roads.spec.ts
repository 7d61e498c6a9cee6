// Aim: with an OpenStreetMap extract, the map has its streets, and a Hero draws a route over the passes of Liechtenstein
// that follows the roads: when it is drawn, dragged and undone, and on the page of the drive.
import { decodePolyline } from '@switchback/geo/polyline';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, joinAs } from '../support/people.js';
import { expect, type Page, test } from '../support/test.js';

test.describe.configure({ timeout: 180_000 });
test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');
test.skip(
  !process.env.PRODUCT_ENVIRONMENT?.includes('OSM_PBF'),
  'The product has no roads: there is no extract in ../shared/data/osm or OSM_EXTRACTS, or no package with Valhalla.',
);

/** The roads are built in parallel with the rest of the start. */
const BUILT = { timeout: 60_000 };
const VADUZ = { label: 'Vaduz', value: { location: { lat: 47.141, lng: 9.5209 } } };
const MALBUN = { label: 'Malbun', value: { location: { lat: 47.1073, lng: 9.604 } } };
const DIRECTIONS = 'https://www.google.com/maps/dir/47.141,9.5209/47.1073,9.604';

const figures = (page: Page) => page.getByRole('status', { name: 'The route so far' });

test('the map has the streets of the extract', async ({ page, request }) => {
  const region = async () => ((await (await request.get('/api/settings')).json()) as { region: unknown }).region;
  await expect.poll(region, BUILT).toMatchObject({ state: 'ready', date: expect.any(String) });
  const tiles = page.waitForResponse((answer) => answer.url().includes('/streets.pmtiles') && answer.status() === 206);
  await page.goto('/explore?bounds=47.16,9.56,47.12,9.50');
  await tiles;
  await expect(page.getByText('OpenStreetMap contributors')).toBeVisible();
});

test('a drive over a pass follows the road', async ({ page, baseURL }) => {
  const api = new Api(baseURL ?? '');
  const hero = await joinAs(api, new Mailbox(process.env.MAIL_DIR ?? ''), 'hero');
  const route = async () => {
    const { body } = await api.call('POST', '/api/directions', { waypoints: [VADUZ, MALBUN] }, hero.token);
    return (body.directions as { source?: string } | undefined)?.source;
  };
  await expect.poll(route, BUILT).toBe('valhalla');

  await page.setViewportSize({ width: 1600, height: 900 });
  await enter(page, hero);
  await page.goto('/create');
  await page.getByRole('button', { name: 'Directions From Maps URL' }).click();
  await page.getByRole('textbox', { name: 'Maps URL' }).fill(DIRECTIONS);
  await page.getByRole('button', { name: "I'm feeling lucky" }).click();
  // 13 km by road, 7 as the crow flies.
  await expect(figures(page)).toContainText(/^8\.\d mi/);
  await expect(figures(page)).not.toContainText('Approximate');
  const before = (await figures(page).textContent()) ?? '';

  const map = page.getByRole('region', { name: 'Map of the route' });
  await page.getByRole('button', { name: 'Show all' }).click();
  const box = (await map.boundingBox())!;
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.click(...at(0.75, 0.25));
  await expect(figures(page)).not.toHaveText(before);
  const clicked = (await figures(page).textContent()) ?? '';
  await page.mouse.move(...at(0.75, 0.25));
  await page.mouse.down();
  await page.mouse.move(...at(0.6, 0.2), { steps: 4 });
  await page.mouse.move(...at(0.45, 0.15), { steps: 4 });
  await page.mouse.up();
  await expect(figures(page)).not.toHaveText(clicked);
  await page.keyboard.press('Control+z');
  await expect(figures(page)).toHaveText(clicked);
  await page.keyboard.press('Control+z');
  await expect(figures(page)).toHaveText(before);

  const details = page.getByRole('region', { name: 'Details' });
  await details.getByLabel('Title').fill('Up to Malbun');
  await details.getByLabel('Description').fill('Hairpins from the Rhine to the snow.');
  await details.getByRole('button', { name: /^From the route: .*Liechtenstein/ }).click();
  const saved = page.waitForResponse(/\/api\/drives\/drive$/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const { driveId } = (await (await saved).json()) as { driveId: string };
  await page.getByRole('dialog').getByRole('link', { name: 'View drive' }).click();
  const panel = page.getByRole('complementary');
  await expect(panel.getByRole('heading', { name: 'Up to Malbun' })).toBeVisible();
  await expect(panel).not.toContainText('Approximate');
  const { body } = await api.call('POST', `/api/drives/drive/${driveId}/details`, {}, hero.token);
  const { path, distance } = body.drive as { path: string; distance: number };
  expect(decodePolyline(path).length).toBeGreaterThan(100);
  expect(distance).toBeGreaterThan(12_000);
});
