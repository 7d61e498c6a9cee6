// Aim: a maker asks to publish a collection, makes the changes that staff request, and a visitor finds it with its maker
// and without a private drive in it; a change of it takes it offline, and the page says so first.
import { Api } from '../support/api.js';
import { CollectionCalls, publicDrives } from '../support/collections.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, joinAs } from '../support/people.js';
import { expect, type Page, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');
test.setTimeout(180_000);

const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const EVENT = { timeout: process.env.KAFKA_BROKERS ? 40_000 : 20_000 };
const PHONE = { width: 390, height: 844 };
const SECRET = 'Secret Lane';
const STOPS = [
  { label: 'Asheville', value: { location: { lat: 35.5951, lng: -82.5515 } } },
  { label: 'Brevard', value: { location: { lat: 35.2334, lng: -82.7343 } } },
];

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** Opens the collection from the list: the address of an unpublished one is unknown to the server without a session. */
async function openOwn(page: Page, name: string): Promise<void> {
  await page.goto('/collections');
  await page.getByRole('link', { name }).click();
  await expect(heading(page, name)).toBeVisible();
}

/** Opens the collection in the staff's queue, once it is there. */
async function review(staff: Page, name: string): Promise<void> {
  await expect(async () => {
    await staff.goto('/moderation?kind=collection');
    await staff.getByRole('button', { name: /^Collections/ }).click();
    await staff.getByRole('navigation', { name: 'Queue' }).getByRole('button', { name }).click({ timeout: 2_000 });
  }).toPass(EVENT);
  await expect(staff.getByRole('heading', { level: 2, name })).toBeVisible();
}

test('a collection is published after a review, with its maker', async ({ page, browser, baseURL }) => {
  const api = new Api(baseURL ?? '');
  const calls = new CollectionCalls(api);
  const [maker, admin] = [await joinAs(api, mailbox, 'hero'), await joinAs(api, mailbox, 'admin')];
  const [first] = await publicDrives(api);
  const details = {
    title: SECRET,
    privacy: 'private',
    countries: [{ country: { id: 233 }, states: [{ id: 1446 }] }],
    waypoints: STOPS,
  };
  const { body } = await api.call('PUT', '/api/drives/drive', { details }, maker.token);
  const name = `Club roads of ${maker.username}`;
  const items = [first?.id, body.driveId].map((driveId) => ({ driveId, note: 'Good coffee.' }));
  const { id } = await calls.create({ name, items }, maker);
  const open = async () => (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  const [staff, visitor] = [await open(), await open()];

  // The maker asks, on a phone, and learns what a visitor will not see.
  await page.setViewportSize(PHONE);
  await enter(page, maker);
  await openOwn(page, name);
  await expect(page.getByRole('link', { name: SECRET })).toBeVisible();
  await page.getByRole('button', { name: 'More options.' }).click();
  await page.getByRole('menuitem', { name: 'Ask to publish' }).click();
  const question = page.getByRole('dialog', { name: 'Ask to publish this collection?' });
  await expect(question.getByRole('listitem').filter({ hasText: SECRET })).toContainText('Private');
  await expect(question.getByRole('link', { name: first?.title ?? '' })).toBeHidden();
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  await question.getByRole('button', { name: 'Ask to publish' }).click();
  await expect(page.getByText('Waiting for review')).toBeVisible();
  await expect(question).toBeHidden();
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  expect((await calls.read(id)).status).toBe(404);

  // Staff request a change; the maker makes it and asks again.
  await enter(staff, admin);
  await review(staff, name);
  await expect(staff.getByRole('listitem').filter({ hasText: SECRET })).toContainText('Private');
  await staff.getByRole('textbox', { name: 'What should change?' }).fill('Please say where it starts.');
  await staff.getByRole('button', { name: 'Request Changes' }).click();
  await expect
    .poll(async () => (await calls.read(id, maker)).body, EVENT)
    .toMatchObject({
      collection: { status: 'changes-requested' },
    });
  await openOwn(page, name);
  await expect(page.getByText('Please say where it starts.')).toBeVisible();
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Edit collection' });
  await editor.getByRole('textbox', { name: 'Description' }).fill('It starts at the pier.');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
  await page.getByRole('button', { name: 'Ask again' }).click();
  await question.getByRole('button', { name: 'Ask to publish' }).click();
  await expect(page.getByText('Waiting for review')).toBeVisible();

  // Staff publish it; a visitor sees it with its maker.
  await review(staff, name);
  await staff.getByRole('button', { name: 'Approve' }).click();
  await expect.poll(async () => (await calls.read(id)).status, EVENT).toBe(200);
  await visitor.goto(`/collection/${id}`);
  await expect(heading(visitor, name)).toBeVisible();
  await expect(visitor.getByRole('link', { name: first?.title ?? '' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: SECRET })).toBeHidden();
  expect(await seriousFaultsInBothSchemes(visitor)).toEqual([]);
  await visitor.getByRole('link', { name: `By ${maker.username}` }).click();
  await expect(visitor).toHaveURL(new RegExp(`/profile/${maker.id}$`));

  // A change of it is announced as what it is.
  await page.reload();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const warning = page.getByRole('dialog', { name: 'Edit a published collection?' });
  await warning.getByRole('button', { name: 'Continue to edit' }).click();
  await editor.getByRole('textbox', { name: 'Description' }).fill('It starts at the harbor.');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Waiting for review')).toBeVisible();
  expect((await calls.read(id)).status).toBe(404);
  await Promise.all([staff, visitor].map((each) => each.context().close()));
});
