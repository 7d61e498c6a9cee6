// Aim: with the roads of an extract, a Hero takes a twistier way for a route, sees what it costs, and finds the choice
// again in the saved drive; also for one leg, and on a phone.
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, joinAs } from '../support/people.js';
import { expect, type Page, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.describe.configure({ timeout: 180_000 });
test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');
test.skip(
  !process.env.PRODUCT_ENVIRONMENT?.includes('OSM_PBF'),
  'The product has no roads: there is no extract in ../shared/data/osm or OSM_EXTRACTS, or no package with Valhalla.',
);

const DIRECTIONS = 'https://www.google.com/maps/dir/47.1445,9.5236/47.2105,9.5240';
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const BUILT = { timeout: 60_000 };

interface Choice {
  taste: string;
  distance: number;
  duration: number;
  directions: { source: string };
}

const figures = (page: Page) => page.getByRole('status', { name: 'The route so far' });
const minutesOf = async (page: Page) => Number(/(\d+) min/.exec((await figures(page).textContent()) ?? '')?.[1]);

/** Opens the list of waypoints, which a phone shows on request. */
async function openList(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Map of the route' })).toBeVisible();
  if (!(await page.getByRole('region', { name: 'Waypoints' }).isVisible()))
    await page.getByRole('button', { name: 'Waypoints' }).click();
}

async function drawRoute(page: Page): Promise<void> {
  await page.goto('/create');
  await openList(page);
  await page.getByRole('button', { name: 'Directions From Maps URL' }).click();
  await page.getByRole('textbox', { name: 'Maps URL' }).fill(DIRECTIONS);
  await page.getByRole('button', { name: "I'm feeling lucky" }).click();
  await expect(figures(page)).toContainText(/mi/);
}

for (const viewport of SIZES)
  test(`a route takes a twistier way, which is kept, at ${viewport.width} pixels`, async ({ page, baseURL }) => {
    const api = new Api(baseURL ?? '');
    const hero = await joinAs(api, new Mailbox(process.env.MAIL_DIR ?? ''), 'hero');
    const waypoints = [
      { label: 'Vaduz', value: { location: { lat: 47.1445, lng: 9.5236 } } },
      { label: 'Bendern', value: { location: { lat: 47.2105, lng: 9.524 } } },
    ];
    const ask = () => api.call('POST', '/api/directions/choices', { waypoints }, hero.token);
    const source = async () => ((await ask()).body.choices as Choice[] | undefined)?.[0]?.directions.source;
    await expect.poll(source, BUILT).toBe('valhalla');
    const region = async () => (await api.call('GET', '/api/settings')).body.region;
    await expect.poll(region, BUILT).toMatchObject({ state: 'ready' });
    const choices = (await ask()).body.choices as Choice[];
    expect(choices.length).toBeGreaterThan(1);
    expect(choices.every(({ duration }) => duration <= 1.6 * choices[0]!.duration)).toBe(true);

    await enter(page, hero);
    await page.setViewportSize(viewport);
    await drawRoute(page);
    const before = await minutesOf(page);
    await page.getByRole('button', { name: 'Choose a way' }).click();
    const ways = page.getByRole('list', { name: 'Ways' }).getByRole('button');
    await expect(ways).toHaveCount(choices.length);
    await expect(ways.first()).toHaveAttribute('aria-pressed', 'true');
    await expect(ways.last()).toContainText(/mi.*min.*turns per mi.*(motorway|Motorway).*Through/i);
    await ways.last().click();
    await expect(ways.last()).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => minutesOf(page)).toBeGreaterThan(before);
    expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => minutesOf(page)).toBe(before);

    // The same for the one leg, from its menu.
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Options of End' }).click();
    await page.getByRole('menuitem', { name: 'Choose the way to End' }).click();
    const forLeg = page.getByRole('list', { name: 'Ways to End' }).getByRole('button');
    await forLeg.nth(1).click();
    await expect(page.getByRole('listitem').filter({ hasText: /(Winding|Twisty|Relentless) way/ })).toBeVisible();
    const saved = page.waitForResponse(/\/api\/drives\/drive$/);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const { driveId } = (await (await saved).json()) as { driveId: string };
    const { body } = await api.call('POST', `/api/drives/drive/${driveId}/details`, {}, hero.token);
    const { directions } = body.drive as { directions: { legs: { taste?: string }[] } };
    expect(directions.legs.map(({ taste }) => taste)).toEqual([choices[1]!.taste]);
    await page.goto(`/create/${driveId}`);
    await openList(page);
    await expect(page.getByText(/^(Winding|Twisty|Relentless) way$/)).toBeVisible();
    expect((await api.call('DELETE', `/api/drives/drive/${driveId}`, {}, hero.token)).status).toBe(200);
  });

for (const viewport of SIZES)
  test(`From here leads to another place at ${viewport.width} pixels, and the way opens with its kind`, async ({
    page,
    baseURL,
  }) => {
    const api = new Api(baseURL ?? '');
    const hero = await joinAs(api, new Mailbox(process.env.MAIL_DIR ?? ''), 'hero');
    await page.setViewportSize(viewport);
    const link = '/from-here?lat=47.1445&lng=9.5236&place=Vaduz&toLat=47.2105&toLng=9.524&toPlace=Bendern';
    await page.goto(link);
    await expect(page.getByText('Heroes get the fastest way there and curvier ones.')).toBeVisible();
    await enter(page, hero);
    await page.goto(link);
    const ways = page.getByRole('region', { name: 'Ways there' }).getByRole('article');
    await expect(ways.first()).toContainText(/Fastest way to Bendern.*\d+ min.*mi.*motorway.*Through/i);
    expect(await ways.count()).toBeGreaterThan(1);
    expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await ways.nth(1).getByRole('button').first().click();
    await ways.nth(1).getByRole('button', { name: 'Make it a drive' }).click();
    await expect(page).toHaveURL(/\/create$/);
    await openList(page);
    await expect(page.getByText(/^(Winding|Twisty|Relentless) way$/)).toBeVisible();
    await expect(figures(page)).toContainText(/mi/);
  });
