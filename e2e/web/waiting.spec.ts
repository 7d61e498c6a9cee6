// Aim: a page that waits for the server is as readable as one that has arrived: axe finds nothing serious in either scheme.
import { Api } from '../support/api.js';
import { CollectionCalls, publicDrives } from '../support/collections.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, joinAs, type Person } from '../support/people.js';
import { expect, type Page, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const api = new Api(process.env.BASE_URL ?? 'http://localhost:8080');
const PHONE = { width: 390, height: 844 };
let hero: Person;
let drive: string;
let collection: string;

test.beforeAll(async () => {
  hero = await joinAs(api, new Mailbox(process.env.MAIL_DIR ?? ''), 'hero');
  drive = (await publicDrives(api))[0]!.id;
  const items = [{ driveId: drive, note: '' }];
  ({ id: collection } = await new CollectionCalls(api).create({ name: 'Waiting', items }, hero));
});

/** Holds back every answer of the API; returns a function that lets them through. */
async function holdAnswers(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    await promise;
    await route.continue().catch(() => undefined);
  });
  return resolve;
}

// The page of a private collection is served with 404, as it knows no session; the browser logs that.
const PRIVATE = { annotation: { type: 'expects-errors' } };

const PAGES: [name: string, path: () => string][] = [
  ['the landing page', () => '/'],
  ['the map', () => '/explore?view=map'],
  ['the list', () => '/explore?view=list'],
  ['a drive', () => `/explore?view=map&drive=${drive}&details=true`],
  ['a plan', () => '/from-here?lat=35.5951&lng=-82.5515&minutes=120'],
  ['the list of collections', () => '/collections'],
  ['a collection', () => `/collection/${collection}`],
  ['a profile', () => `/profile/${hero.id}`],
  ['a setting', () => '/settings?tab=notices'],
  ['the editor', () => `/create/${drive}`],
];

for (const [name, path] of PAGES)
  test(`axe finds nothing serious while ${name} is awaited`, PRIVATE, async ({ page }) => {
    await page.setViewportSize(PHONE);
    await enter(page, hero);
    const release = await holdAnswers(page);
    await page.goto(path());
    await expect(page.getByRole('main')).toBeVisible();
    const faults = await seriousFaultsInBothSchemes(page);
    release();
    expect(faults).toEqual([]);
  });

test('a list that is searched again stays readable', async ({ page }) => {
  await page.goto('/explore?view=list');
  await expect(page.getByRole('article').first()).toBeVisible();
  const release = await holdAnswers(page);
  await page.getByRole('button', { name: 'Twisty', exact: true }).first().click();
  const faults = await seriousFaultsInBothSchemes(page);
  release();
  expect(faults).toEqual([]);
});
