// Aim: staff write a deal in the browser; a Hero copies its code; a free account sees its title and the upgrade; all
// pages fit and are accessible on a wide screen and on a phone.
import type { Browser } from '@playwright/test';
import type { Deal } from '@switchback/contracts/resources/deal';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, join, joinAs, type Person } from '../support/people.js';
import { expect, type Page, seriousFaults, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const TITLE = '10% off at the Dragon’s garage';
const CODE = 'DRAGON-10';
const LOCK = `Heroes see the offer and its code: ${TITLE}`;
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Opens the page of the deals as another person. */
async function asPerson(browser: Browser, baseURL: string | undefined, person: Person): Promise<Page> {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await enter(page, person);
  await page.goto('/deals');
  return page;
}

/** Checks that the page fits and is accessible: on a wide screen in light mode, on a phone in dark mode. */
async function expectFit(page: Page): Promise<void> {
  for (const [viewport, colorScheme] of [
    [WIDE, 'light'],
    [PHONE, 'dark'],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await seriousFaults(page)).toEqual([]);
  }
}

/** Writes a deal of today in the staff's form. */
async function write(page: Page): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  await page.getByRole('button', { name: 'New deal' }).click();
  const dialog = page.getByRole('dialog', { name: 'New deal' });
  await dialog.getByLabel('Title').fill(TITLE);
  await dialog.getByLabel('Text', { exact: true }).fill('For **brakes** and\n\n- oil\n- <img src=x onerror=alert(1)>');
  await expect(dialog.getByRole('region', { name: 'Preview of the text' }).getByRole('listitem')).toHaveCount(2);
  await dialog.getByLabel('Link').fill('https://garage.example.com/offer');
  await dialog.getByLabel('Code').fill(CODE);
  await dialog.getByLabel('First day').fill(today);
  await dialog.getByLabel('Last day').fill(today);
  await dialog.getByRole('combobox', { name: 'States', exact: true }).fill('North Car');
  await page.getByRole('option', { name: 'North Carolina' }).click();
  // Closes the list of states, and not the dialog.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option').first()).toBeHidden();
  await expectFit(page);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText(`${TITLE}: saved.`)).toBeVisible();
}

test('staff write a deal, a Hero copies its code, and a free account is offered the upgrade', async ({
  page,
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '');
  const [staff, hero] = [await joinAs(api, mailbox, 'admin'), await joinAs(api, mailbox, 'hero')];
  await enter(page, staff);
  await page.goto('/moderation');
  await page.getByRole('link', { name: 'Deals for Heroes' }).click();
  await write(page);
  const row = page.getByRole('article', { name: TITLE });
  await expect(row).toContainText(CODE);
  await expectFit(page);

  const heroes = await asPerson(browser, baseURL, hero);
  const card = heroes.getByRole('article', { name: TITLE });
  await expect(card.getByText('North Carolina')).toBeVisible();
  await expect(card.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await card.getByRole('button', { name: 'Copy code' }).click();
  await expect(card.getByRole('button', { name: 'Code copied' })).toBeVisible();
  expect(await heroes.evaluate(() => navigator.clipboard.readText())).toBe(CODE);
  await expect(card.getByRole('link', { name: /^Open the offer at garage.example.com/ })).toHaveAttribute(
    'href',
    'https://garage.example.com/offer',
  );
  await expectFit(heroes);
  await heroes.context().close();

  const frees = await asPerson(browser, baseURL, await join(api, mailbox));
  await expect(frees.getByRole('link', { name: 'Upgrade Account' })).toBeVisible();
  await frees.getByRole('button', { name: LOCK }).click();
  await expect(frees.getByRole('dialog')).toContainText('Hero');
  await frees.keyboard.press('Escape');
  await expect(frees.getByRole('dialog')).toBeHidden();
  expect(await frees.content()).not.toContain(CODE);
  await expectFit(frees);
  await frees.goto('/account-benefits');
  await frees.getByRole('link', { name: 'Exclusive deals and offers' }).click();
  await expect(frees.getByRole('article', { name: TITLE })).toBeVisible();
  await frees.context().close();

  await page.setViewportSize(WIDE);
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete deal' }).click();
  await expect(page.getByText(`${TITLE}: deleted.`)).toBeVisible();
  await expect(row).toBeHidden();
});

// Aim: two moderators edit the same deal, and neither loses typed text.
test('a change of someone else does not discard what was typed', async ({ page, baseURL }, info) => {
  info.annotations.push({ type: 'expects-errors' });
  const api = new Api(baseURL ?? '');
  const staff = await joinAs(api, mailbox, 'admin');
  const form = { title: 'Edited by two', from: '2026-01-01', until: '2026-01-02' };
  const { body } = await api.call('PUT', '/api/deals/deal', { deal: form }, staff.token);
  const { id } = body.deal as Deal;
  await enter(page, staff);
  await page.goto('/moderation/deals');
  await page.getByRole('button', { name: 'Edit: Edited by two' }).click();
  await page.getByLabel('Title').fill('Mine');
  await api.call('POST', `/api/deals/deal/${id}`, { deal: { title: 'Theirs' } }, staff.token);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/Someone else changed this deal/)).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Mine');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('article', { name: 'Mine' })).toBeVisible();
  await api.call('DELETE', `/api/deals/deal/${id}`, {}, staff.token);
});
