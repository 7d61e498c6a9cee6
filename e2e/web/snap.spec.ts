// Aim: with the roads of an extract, staff lay a coarse line onto the nearest roads, see how far it moved, take it back,
// and save it.
import { resamplePath } from '@switchback/geo/resample';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, joinAs } from '../support/people.js';
import { expect, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.describe.configure({ timeout: 180_000 });
test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');
test.skip(
  !process.env.PRODUCT_ENVIRONMENT?.includes('OSM_PBF'),
  'The product has no roads: there is no extract in ../shared/data/osm or OSM_EXTRACTS, or no package with Valhalla.',
);

interface Directions {
  source: string;
  legs: { path: string; distance: number }[];
}

test('a coarse line is laid onto the nearest roads', async ({ page, baseURL }) => {
  const api = new Api(baseURL ?? '');
  const staff = await joinAs(api, new Mailbox(process.env.MAIL_DIR ?? ''), 'admin');
  const places = [
    { label: 'Vaduz', lat: 47.141, lng: 9.5209 },
    { label: 'Malbun', lat: 47.1073, lng: 9.604 },
  ];
  const waypoints = places.map(({ label, ...location }) => ({ label, value: { location } }));
  const route = async () => {
    const { body } = await api.call('POST', '/api/directions', { waypoints }, staff.token);
    return body.directions as Directions;
  };
  await expect.poll(async () => (await route()).source, { timeout: 120_000 }).toBe('valhalla');
  const road = decodePolyline((await route()).legs[0]!.path);
  // A point every 200 m, 20 m off the road.
  const coarse = resamplePath(road, 200).map(({ lat, lng }) => ({ lat: lat + 0.0002, lng }));
  const [start, end] = places.map(({ label, ...location }) => ({ label, location }));
  const leg = { start, end, distance: 1, duration: 1_000, path: encodePolyline(coarse) };
  const details = {
    title: 'Up To Malbun',
    privacy: 'private',
    waypoints,
    directions: { source: 'track', legs: [leg] },
  };
  const { status, body } = await api.call('PUT', '/api/drives/drive', { details }, staff.token);
  expect(status, JSON.stringify(body)).toBe(201);
  const id = String(body.driveId);

  await enter(page, staff);
  await page.goto(`/create/${id}`);
  await page.getByRole('button', { name: 'Snap to roads' }).click();
  const moved = page.getByText(/^Moved by up to [\d,]+ ft, \d+ ft on average\. Undo brings the line back\.$/);
  await expect(moved).toBeVisible();
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await page.getByRole('button', { name: 'Redo' }).click();
  const saved = page.waitForResponse(new RegExp(`/api/drives/drive/${id}$`));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await saved).status()).toBe(200);
  const after = await api.call('GET', `/api/drives/drive/${id}/details`, undefined, staff.token);
  const line = decodePolyline((after.body.drive as { directions: Directions }).directions.legs[0]!.path);
  expect(line.length).toBeGreaterThan(2 * coarse.length);
});
