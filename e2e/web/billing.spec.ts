// Aim: a free person becomes Hero with a card that needs the bank's approval, continues what they wanted to do, changes
// the card, cancels, and is free once the provider reports the end of the term; they keep their data.
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, join, type Person } from '../support/people.js';
import { sandboxHook } from '../support/sandbox.js';
import { expect, type Page, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');
test.setTimeout(180_000);

const BASE = process.env.BASE_URL ?? 'http://localhost:8080';
const api = new Api(BASE);
const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const EVENT = { timeout: process.env.KAFKA_BROKERS ? 40_000 : 20_000 };
const CHALLENGED = '4000000000003220';
const DECLINED = '4000000000000002';
const MASTERCARD = '5555555555554444';
const ENDS = [
  { label: 'Hot Springs', value: { location: { lat: 35.8937, lng: -82.8271 } } },
  { label: 'Marshall', value: { location: { lat: 35.797, lng: -82.6843 } } },
];

const summary = (page: Page) => page.getByRole('region', { name: 'Summary' });
const details = (page: Page, title: string) => page.getByRole('complementary').getByRole('heading', { name: title });
const current = (page: Page) => page.getByRole('region', { name: 'Payment' });

async function fillCard(page: Page, number: string): Promise<void> {
  const form = page.getByRole('dialog');
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiration').fill('1290');
  await form.getByLabel('CVV').fill('123');
  await form.getByLabel('Name on card').fill('Ann Lee');
}

/** Upgrades with a new card that needs the bank's approval, and approves it. */
async function upgradeWithChallengedCard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upgrade Account' }).click();
  const form = page.getByRole('dialog', { name: 'Add Credit Card' });
  const pay = form.getByRole('button', { name: 'Pay $29.99 and become a Hero' });
  await expect(pay).toBeDisabled();
  await fillCard(page, CHALLENGED);
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  await pay.click();
  await expect(form.getByRole('heading', { name: '3-D Secure' })).toBeFocused();
  await form.getByRole('button', { name: 'Approve' }).click();
  await expect(form).toBeHidden({ timeout: 10_000 });
}

async function privateDriveOf(person: Person): Promise<string> {
  const { body } = await api.call('POST', '/api/directions', { waypoints: ENDS }, person.token);
  const details = {
    title: 'Kept After All',
    description: 'Along the river.',
    privacy: 'private',
    tags: [],
    countries: [],
    waypoints: ENDS,
    directions: body.directions,
  };
  const made = await api.call('PUT', '/api/drives/drive', { details }, person.token);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return String(made.body.driveId);
}

/** Reports the end of the term, as the provider would. */
async function endTerm(person: Person, subscription: object): Promise<void> {
  const over = { ...subscription, customer_id: person.id, status: 'cancelled', resource_version: Date.now() };
  const event = {
    id: `over-${person.id}`,
    occurred_at: Math.floor(Date.now() / 1_000),
    event_type: 'subscription_cancelled',
    content: { subscription: over, customer: { id: person.id } },
  };
  expect(await sandboxHook(BASE, event)).toBe(200);
}

// The declined card is answered with 402, which the browser logs.
const REFUSED = { annotation: { type: 'expects-errors' } };

test('free, Hero, canceled, free again', REFUSED, async ({ page }) => {
  const ann = await join(api, mailbox);
  const { body } = await api.call('GET', '/api/drives/popular');
  const { id, title } = (body.drives as { id: string; title: string }[])[1] ?? { id: '', title: '' };
  await enter(page, ann);
  await page.goto(`/drive-details/${id}`);
  await expect(details(page, title)).toBeVisible();
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Suggest Edits' }).click();
  const offer = page.getByRole('dialog', { name: 'Hero' });
  await expect(offer.getByText('This feature requires that you upgrade your account.')).toBeVisible();
  await expect(offer.getByText('$2.50 per month')).toBeVisible();
  await expect(offer.getByText('$29.99 billed annually')).toBeVisible();
  await offer.getByRole('link', { name: 'Upgrade Account' }).click();

  await expect(page).toHaveTitle(/^Manage Subscription/);
  await expect(summary(page).getByText('Not subscribed')).toBeVisible();
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  const answer = page.waitForResponse(/\/api\/subscription\/create\//);
  await upgradeWithChallengedCard(page);
  const { response } = (await (await answer).json()) as { response: { subscription: object } };

  await expect(page).toHaveURL(new RegExp(`/drive-details/${id}`), EVENT);
  const suggest = page.getByRole('dialog', { name: 'Suggest Edits' });
  await suggest.getByRole('textbox').fill('The bridge is closed.');
  await suggest.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('dialog').getByRole('status')).toBeVisible();

  const kept = await privateDriveOf(ann);
  await page.goto('/manage-subscription');
  await expect(summary(page).getByText('Active')).toBeVisible();
  await expect(current(page).getByText('Visa •••• 3220')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Receipts' }).getByText('$29.99')).toBeVisible();
  await current(page).getByRole('button', { name: 'Change Credit Card' }).click();
  const form = page.getByRole('dialog', { name: 'Change Credit Card' });
  await fillCard(page, DECLINED);
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'Your card was declined' })).toBeVisible();
  await form.getByLabel('Card number').fill(MASTERCARD);
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(current(page).getByText('Mastercard •••• 4444')).toBeVisible(EVENT);
  await expect(form).toBeHidden({ timeout: 10_000 });

  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  const cancel = page.getByRole('dialog', { name: 'Cancel Subscription' });
  await cancel.getByLabel('It is too expensive').check();
  await cancel.getByLabel('Message').fill('Too few curves.');
  await cancel.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(cancel.getByRole('status')).toBeVisible();
  await cancel.getByRole('button', { name: 'Close' }).click();
  await expect(summary(page).getByText('Canceled')).toBeVisible();
  await expect(summary(page).getByText('Non-renewing')).toBeVisible();
  await expect(page.getByText(/^You keep Hero until/)).toBeVisible();

  await endTerm(ann, response.subscription);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Upgrade Account' })).toBeVisible({ timeout: 2_000 });
  }).toPass(EVENT);
  await page.goto(`/drive-details/${kept}`);
  await expect(details(page, 'Kept After All')).toBeVisible();
  await page.goto('/create');
  await expect(page.getByRole('main').getByRole('link', { name: 'Upgrade Account' })).toBeVisible();
});
