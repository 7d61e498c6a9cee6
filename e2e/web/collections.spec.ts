// Aim: a person lists drives, shares the list with a Hero and by a secret link, saves all of them and deletes the list;
// all of it works on a phone as well.
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, join, joinAs } from '../support/people.js';
import { expect, type Page, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const NAME = 'Dragons and dams';
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** The first drives of a search. */
async function someDrives(api: Api, count: number): Promise<{ id: string; title: string }[]> {
  const { body } = await api.call('POST', '/api/drives/search?fields=title&sort=stars', {});
  return (body.drives as { id: string; title: string }[]).slice(0, count);
}

const heading = (page: Page) => page.getByRole('heading', { name: NAME, level: 1 });
const cardOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title }).first();

test('a collection is created, filled, shared by name and by link, saved and deleted', async ({
  page,
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '');
  const owner = await join(api, mailbox);
  const friend = await joinAs(api, mailbox, 'hero');
  await enter(page, owner);
  await page.goto('/collections');
  await page.getByRole('button', { name: 'New collection' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(NAME);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText('No drives yet')).toBeVisible();

  const [first, second] = await someDrives(api, 2);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const items = [first, second].map((drive) => ({ driveId: drive?.id }));
  await api.call('POST', `/api/collections/collection/${id}`, { collection: { items } }, owner.token);
  await page.goto('/collections');
  await page.getByRole('link', { name: NAME }).click();
  await expect(page.getByText('2 drives', { exact: true })).toBeVisible();
  const card = cardOf(page, first?.title ?? '');
  await card.getByRole('button', { name: 'Add note' }).click();
  await card.getByRole('textbox').fill('Fuel in Deals Gap.');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('Fuel in Deals Gap.')).toBeVisible();

  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share collection' });
  await dialog.getByRole('combobox', { name: 'Shared with' }).fill(friend.username);
  await page.getByRole('option', { name: friend.username }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Saved')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const address = await dialog.getByRole('textbox', { name: 'Secret link to this collection' }).inputValue();

  const friends = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await enter(friends, friend);
  await friends.goto('/collections');
  await expect(friends.getByText('Shared with you', { exact: true })).toBeVisible();
  await friends.getByRole('link', { name: NAME, exact: true }).click();
  await expect(friends.getByText('Fuel in Deals Gap.')).toBeVisible();
  await expect(friends.getByRole('button', { name: 'Edit' })).toBeHidden();
  await friends.context().close();

  const visitor = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await visitor.goto(address);
  await expect(heading(visitor)).toBeVisible();
  await expect(cardOf(visitor, second?.title ?? '')).toBeVisible();
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await dialog.getByRole('button', { name: 'End link now' }).click();
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  await visitor.context().close();

  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Save all' }).click();
  await expect(page.getByText('2 drives saved.')).toBeVisible();
  await page.getByRole('button', { name: 'More options.' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete collection' }).click();
  await expect(page.getByText('No collections yet')).toBeVisible();
  await expect(page).toHaveURL(/\/collections$/);
});

// Aim: the pages fit, are accessible in light and dark, and the map does not hold back a page that scrolls.
test('collections can be read and scrolled on a wide screen and on a phone', async ({ page, baseURL }) => {
  const api = new Api(baseURL ?? '');
  const owner = await join(api, mailbox);
  const drives = await someDrives(api, 3);
  const collection = { name: NAME, items: drives.map(({ id }) => ({ driveId: id })) };
  expect((await api.call('PUT', '/api/collections/collection', { collection }, owner.token)).status).toBe(201);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const canvas = page.getByRole('region', { name: 'Map', exact: true }).locator('canvas');
  await enter(page, owner);
  await page.goto('/collections');
  await expect(page.getByText('3 drives', { exact: true })).toBeVisible();
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  await page.getByRole('link', { name: NAME }).click();
  for (const viewport of [WIDE, PHONE]) {
    await page.setViewportSize(viewport);
    await expect(cardOf(page, drives[2]?.title ?? '')).toBeVisible();
    expect(await overflow()).toBeLessThanOrEqual(0);
    expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
    await canvas.hover();
    await page.mouse.wheel(0, 300);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    await page.evaluate(() => scrollTo(0, 0));
  }
  await page.getByRole('button', { name: 'Hide map' }).click();
  await expect(canvas).toBeHidden();
  await page.getByRole('button', { name: 'Show map' }).click();
  await expect(canvas).toBeVisible();
  await page.goto('/collections');
  await expect(page.getByText('3 drives', { exact: true })).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
});
