// Aim: offline, after one visit, a person reads their saved drives with their lines, from any page of the app.
import { Api } from '../support/api.js';
import { storedRecords } from '../support/browser-store.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, join } from '../support/people.js';
import { expect, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');
test.setTimeout(120_000);
test.use({ serviceWorkers: 'allow' });

test('a saved drive is on the device at once', { tag: '@core' }, async ({ page, baseURL }) => {
  // Aim: a person who saves a drive and drives off has it with them, and knows it.
  const ann = await join(new Api(baseURL ?? ''), new Mailbox(process.env.MAIL_DIR ?? ''));
  await enter(page, ann);
  await page.goto('/explore?view=list');
  await page.getByRole('article').first().getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved, and available offline on this device.')).toBeVisible();
  expect(await storedRecords(page, 'drives')).toBe(1);
  await page.getByRole('link', { name: 'Your saved drives' }).click();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
});

// The browser logs the page's failed requests.
const AWAY = { annotation: { type: 'expects-errors' } };

/** Runs in the page: whether the map's files, which are cached last, are all cached. */
async function isAllStored(): Promise<boolean> {
  const worker = await (await fetch('/sw.js')).text();
  const { map } = JSON.parse(/FILES = (\{.*\});/.exec(worker)?.[1] ?? '{}') as { map: string[] };
  return (await Promise.all(map.map((file) => caches.match(file)))).every((found) => found !== undefined);
}

test('saved drives are read without a network', AWAY, async ({ page, context, baseURL }) => {
  const api = new Api(baseURL ?? '');
  const ann = await join(api, new Mailbox(process.env.MAIL_DIR ?? ''));
  const { body } = await api.call('GET', '/api/drives/popular');
  const [drive, other] = body.drives as { id: string; title: string }[];
  for (const { id } of [drive!, other!])
    expect((await api.call('POST', `/api/users/user/${ann.id}/save/${id}`, {}, ann.token)).status).toBe(200);
  await enter(page, ann);
  await page.goto('/explore?view=list');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => page.evaluate(isAllStored), { timeout: 60_000 }).toBe(true);

  await context.setOffline(true);
  for (const view of ['map', 'list']) {
    await page.goto(`/explore?view=${view}`);
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(2);
    await expect(page.getByText(/No connection|You’re offline|could not be loaded/)).toHaveCount(1);
  }
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  await page.goto(`/drive-details/${drive!.id}`);
  await page.getByRole('complementary').getByRole('link', { name: 'Saved drives on this device' }).click();
  await expect(page.getByRole('heading', { level: 1, name: drive!.title })).toBeVisible();
  await expect(page.getByRole('main').getByText('A copy from')).toBeVisible();
  await expect(page.getByRole('main').locator('canvas')).toBeVisible();

  await context.setOffline(false);
  await page.goto(`/drive-details/${drive!.id}`);
  await expect(page.getByRole('complementary').getByRole('heading', { name: drive!.title })).toBeVisible();

  // A session that was ended on another device deletes the copies at the next visit.
  expect(await storedRecords(page, 'drives')).toBe(2);
  expect((await api.call('POST', '/api/auth/logout', { token: ann.token })).status).toBe(200);
  await page.goto('/about');
  await expect.poll(() => storedRecords(page, 'drives')).toBe(0);
});
