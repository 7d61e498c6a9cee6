import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { OidcProviderProcess } from '@switchback/testing/oidc-provider-process';
import { Api } from '../support/api.js';
import { codeOf } from '../support/authenticator.js';
import { Mailbox } from '../support/mailbox.js';
import { join, type Person } from '../support/people.js';
import { type RunningProduct, startProduct } from '../support/product.js';
import { freePort } from '../support/free-port.js';
import { expect, type Page, seriousFaults, test } from '../support/test.js';

test.describe.configure({ timeout: 240_000 });

const PASSWORD = 'a-password-at-last';
const PEOPLE = { robin: { email: 'robin@example.com', email_verified: true, preferred_username: 'robin.rides' } };

let folder: string;
let provider: OidcProviderProcess;
let product: RunningProduct;

// Starts a separate product, because these features are off without a setting.
test.beforeAll(async () => {
  test.setTimeout(240_000);
  folder = mkdtempSync(joinPath(tmpdir(), 'switchback ways in '));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  provider = await OidcProviderProcess.start({ redirectUri: `${url}/login/callback`, people: PEOPLE });
  const { issuer, clientId, clientSecret } = provider.plan;
  product = await startProduct(folder, {
    PORT: String(port),
    PUBLIC_URL: url,
    TOTP: 'on',
    DEMO: 'off',
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Road Club',
  });
});
test.afterAll(async () => {
  await product.stop();
  await provider.stop();
  rmSync(folder, { recursive: true, force: true });
});

// A refused login logs an error on the console, and the provider is another host.
test.beforeEach(() => {
  test.info().annotations.push({ type: 'expects-errors' });
});

const newcomer = () => join(new Api(product.url), new Mailbox(joinPath(folder, 'mail')));

async function give(page: Page, { email, password }: Person): Promise<void> {
  await page.goto(`${product.url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Authenticator code').fill(code);
  await page.keyboard.press('Enter');
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible();
}

const isIn = (page: Page, username: string) =>
  expect(page.getByRole('button', { name: `Account of ${username}` })).toBeVisible();

async function openSecurity(page: Page): Promise<void> {
  await page.goto(`${product.url}/settings?tab=security`);
  await expect(page.getByRole('heading', { name: 'Two-step login' })).toBeVisible();
}

/**
 * Turns codes on with the previous time step's code, so that the present one is still unused. Returns the secret and
 * the recovery codes.
 */
async function turnOn(page: Page, password: string) {
  await openSecurity(page);
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Two-step login' });
  await dialog.getByLabel('Current password').fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = (await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  expect(await seriousFaults(page)).toEqual([]);
  await giveCode(page, codeOf(secret, -1));
  await expect(dialog.getByText('Two-step login is on')).toBeVisible();
  const recoveryCodes = await dialog.getByRole('listitem').allTextContents();
  await page.keyboard.press('Escape');
  return { secret, recoveryCodes };
}

test('codes of an app are turned on, required at each login, and turned off', async ({ page }) => {
  // Aim: the whole life cycle of two-step login, guided only by the pages.
  const person = await newcomer();
  await give(page, person);
  await isIn(page, person.username);
  const { secret, recoveryCodes } = await turnOn(page, person.password);
  expect(recoveryCodes).toHaveLength(10);
  await logOut(page);
  await give(page, person);
  await giveCode(page, '000000');
  await expect(page.getByText(/Code is wrong/)).toBeVisible();
  await giveCode(page, codeOf(secret));
  await isIn(page, person.username);
  await logOut(page);
  await give(page, person);
  await giveCode(page, recoveryCodes[0] ?? '');
  await isIn(page, person.username);
  await openSecurity(page);
  await expect(page.getByText('On. 9 recovery codes are left.')).toBeVisible();
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  const codes = page.getByRole('dialog', { name: 'New recovery codes' });
  await codes.getByLabel('Current password').fill(person.password);
  await page.keyboard.press('Enter');
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Turn off' }).click();
  const off = page.getByRole('dialog', { name: 'Two-step login' });
  await off.getByLabel('Current password').fill(person.password);
  await page.keyboard.press('Enter');
  await expect(off.getByText('Two-step login is off')).toBeVisible();
  await page.keyboard.press('Escape');
  await logOut(page);
  await give(page, person);
  await isIn(page, person.username);
});

/** Tries to unlink the only provider, and sets the password that this requires. */
async function setPasswordToUnlink(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Unlink Road Club' }).click();
  await expect(page.getByText('Please set a password first')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Set a password' }).click();
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Re-enter new password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password changed')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('A password is set.')).toBeVisible();
  await page.getByRole('button', { name: 'Unlink Road Club' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unlink Road Club' });
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Login unlinked')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Login with Road Club')).toBeHidden();
}

test('a provider logs a person in and returns to the requested page', async ({ page }) => {
  // Aim: log in via the provider, which creates an account; never get locked out; and use everything that needs a
  // password.
  await page.setExtraHTTPHeaders({ 'x-person': 'robin' });
  await page.goto(`${product.url}/settings?tab=security`);
  await page.getByRole('button', { name: 'Continue with Road Club' }).click();
  await expect(page).toHaveURL(`${product.url}/settings?tab=security`);
  await isIn(page, 'robin.rides');
  await expect(page.getByText('No password is set.')).toBeVisible();
  await setPasswordToUnlink(page);
  await logOut(page);
  await page.goto(`${product.url}/login`);
  await page.getByRole('button', { name: 'Continue with Road Club' }).click();
  await expect(page).toHaveURL(`${product.url}/`);
  await isIn(page, 'robin.rides');
});
