import { type Browser, type Page } from '@playwright/test';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, join, type Person, stranger } from '../support/people.js';
import { expect, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const LIST = '/explore?view=list&search=tail|tail of the dragon|text';
const DRIVE = 'Tail of the Dragon';

const mailbox = () => new Mailbox(process.env.MAIL_DIR ?? '');

async function newcomer(baseURL: string | undefined): Promise<Person> {
  return join(new Api(baseURL ?? ''), mailbox());
}

async function logIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible();
}

/** Opens a page in a separate browser context, which shares nothing with the test's. */
async function elsewhere(browser: Browser, baseURL: string | undefined): Promise<Page> {
  return (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
}

test(
  'a person signs up, confirms, returns to the requested action, and logs out',
  { tag: '@core' },
  async ({ page }) => {
    // Aim: the whole sign-up with a real mail, guided only by the pages.
    const { email, username, password } = stranger();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Create New Account' }).click();
    const form = page.getByRole('dialog', { name: 'Sign Up' });
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('Username').fill(username);
    await expect(form.getByText('Username available')).toBeVisible();
    await form.getByLabel('Password', { exact: true }).fill(password);
    await form.getByRole('button', { name: 'Sign Up' }).click();
    await expect(form.getByRole('link', { name: 'Back to home' })).toBeVisible();
    await page.goto(await mailbox().link(email, '/signup/verify'));
    await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
    await logIn(page, { email, password });
    await expect(page.getByRole('button', { name: `Account of ${username}` })).toBeVisible();
    await expect(page).toHaveURL('/');
    await page.reload();
    await page.getByRole('button', { name: `Account of ${username}` }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Log Out' }).click();
    await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible();
  },
);

test('a drive that was to be saved is saved after the login', async ({ page, baseURL }) => {
  // Aim: an account is requested at the first action that needs one, and the action still happens, on the same page.
  const person = await newcomer(baseURL);
  await page.goto(LIST);
  const card = page.getByRole('article').filter({ hasText: DRIVE }).first();
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This feature requires that you log in.')).toBeVisible();
  await logIn(page, person);
  await expect(card.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-pressed', 'true');
  await page.goto(`/profile/${person.id}`);
  await expect(page.getByRole('tabpanel').getByRole('link', { name: DRIVE })).toBeVisible();
});

test('completed drives require an upgrade', async ({ page, baseURL }) => {
  // Aim: a free account is told what the feature requires.
  await enter(page, await newcomer(baseURL));
  await page.goto(LIST);
  await expect(page.getByRole('button', { name: /^Account of p/ })).toBeVisible();
  await page.getByRole('button', { name: 'Completed' }).first().click();
  await expect(page.getByText('This feature requires that you upgrade your account.')).toBeVisible();
});

test('a profile is edited with a photo, and a stranger sees the visible fields', async ({ page, browser, baseURL }) => {
  // Aim: saved values are visible to everyone; hidden ones are absent.
  const person = await newcomer(baseURL);
  await enter(page, person);
  await page.goto('/settings?tab=profile&editing=true');
  await page.getByRole('button', { name: 'Change photo' }).click();
  const photo = await page.screenshot();
  await page.getByLabel('Choose a photo').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: photo });
  const zoom = page.getByRole('slider', { name: 'Zoom' });
  await zoom.focus();
  await page.keyboard.press('ArrowRight');
  await expect(zoom).toHaveAttribute('aria-valuenow', '1.01');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByLabel('First name').fill('Robin');
  await page.getByLabel('Bio').fill('Curves before noon.');
  await page.getByRole('combobox', { name: 'Country' }).click();
  await page.getByRole('option', { name: 'United States', exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('main').getByText('Curves before noon.')).toBeVisible();
  await expect(page.getByRole('main').locator('img[src*="/media/users/"]')).toBeVisible();
  await page.goto('/settings?tab=privacy');
  await page.getByRole('switch', { name: 'Location' }).click();
  await expect(page.getByRole('switch', { name: 'Location' })).not.toBeChecked();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Location' })).not.toBeChecked();

  const other = await elsewhere(browser, baseURL);
  await other.goto(`/profile/${person.id}`);
  await expect(other.getByRole('heading', { level: 1, name: person.username })).toBeVisible();
  await expect(other.getByText('Robin')).toBeVisible();
  await expect(other.getByText('United States')).toBeHidden();
  await expect(other.getByRole('tab', { name: 'Private' })).toBeHidden();
  await other.context().close();
});

test('a reset elsewhere logs this browser out', async ({ page, browser, baseURL }) => {
  // Aim: recovering an account logs out everyone else.
  test.info().annotations.push({ type: 'expects-errors', description: 'the dead session is refused' });
  const person = await newcomer(baseURL);
  await page.goto('/login');
  await logIn(page, person);
  await expect(page.getByRole('button', { name: `Account of ${person.username}` })).toBeVisible();

  const other = await elsewhere(browser, baseURL);
  await other.goto('/login');
  await other.getByRole('link', { name: 'Forgot password?' }).click();
  // The previous page has a field of the same name.
  await expect(other.getByRole('button', { name: 'Send link' })).toBeVisible();
  await other.getByLabel('Email').fill(person.email);
  await other.getByRole('button', { name: 'Send link' }).click();
  await other.goto(await mailbox().link(person.email, '/reset-password/verify'));
  const password = `${person.password}-2`;
  await other.getByLabel('New password', { exact: true }).fill(password);
  await other.getByLabel('Re-enter new password').fill(password);
  await other.keyboard.press('Enter');
  await expect(other.getByRole('button', { name: `Account of ${person.username}` })).toBeVisible();
  await expect(async () => {
    await page.goto('/settings?tab=security');
    await expect(page).toHaveURL('/login', { timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await logIn(page, { email: person.email, password });
  await expect(page).toHaveURL('/settings?tab=security');
  await other.context().close();
});

test('the email is changed by a mail to the new address', async ({ page, baseURL }) => {
  // Aim: the new address takes effect once its mailbox confirms it, and the person stays logged in.
  const person = await newcomer(baseURL);
  const email = stranger().email;
  await page.goto('/login');
  await logIn(page, person);
  await page.goto('/settings?tab=security');
  await page.getByRole('button', { name: 'Email Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  await dialog.getByLabel('New email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('status')).toBeVisible();
  await page.goto(await mailbox().link(email, '/email-change/verify'));
  await expect(page.getByRole('main').getByRole('status')).toBeVisible();
  await page.goto('/settings?tab=security');
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
});

test('a person exports their data, deletes the account and is home three seconds later', async ({ page, baseURL }) => {
  // Aim: deleting an account works, is confirmed, and leaves nothing behind in the browser.
  const person = await newcomer(baseURL);
  await page.goto('/login');
  await logIn(page, person);
  await page.goto('/settings?tab=account');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('my-data.zip');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Account' });
  await dialog.getByRole('textbox').fill('delete');
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(dialog.getByText('Your account is deleted')).toBeVisible();
  await expect(page).toHaveURL('/', { timeout: 6_000 });
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('switchback.session'))).toBeNull();
});

test('two tabs are logged in and out together', async ({ page, context, baseURL }) => {
  // Aim: a browser has one session, however many tabs are open.
  const person = await newcomer(baseURL);
  const second = await context.newPage();
  await second.goto('/about');
  await page.goto('/login');
  await logIn(page, person);
  const account = { name: `Account of ${person.username}` };
  await expect(second.getByRole('button', account)).toBeVisible();
  // Requests in flight when the session ends are refused, as expected.
  await page.waitForLoadState('networkidle');
  await second.getByRole('button', account).click();
  await second.getByRole('banner').getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible();
});

test('many notices leave Log Out within reach on a phone', async ({ page, baseURL }) => {
  // Aim: a person with fifty notices reads the newest in the menu, all on their page, and can still log out.
  await enter(page, await newcomer(baseURL));
  const notices = Array.from({ length: 50 }, (_, index) => ({
    id: `n${index}`,
    kind: 'drive-shared',
    at: new Date(0).toISOString(),
    read: true,
    subject: { type: 'drive', id: `d${index}`, title: `Road ${index}` },
    by: 'hero1',
    corrected: [],
  }));
  await page.route('**/notices', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: { notices, unread: 0 } }) : route.continue(),
  );
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto('/about');
  await page.getByRole('button', { name: 'Menu' }).click();
  const header = page.getByRole('banner');
  await expect(header.getByText(/ shared the drive .* with you\./)).toHaveCount(5);
  await header.getByRole('link', { name: 'All notifications' }).click();
  await expect(page.getByRole('main').getByText(/ shared the drive .* with you\./)).toHaveCount(50);
  await page.getByRole('button', { name: 'Menu' }).click();
  const logOut = header.getByRole('button', { name: 'Log Out' });
  await logOut.scrollIntoViewIfNeeded();
  await expect(logOut).toBeInViewport();
  await logOut.click();
  await expect(page).toHaveURL('/');
});

const GUEST_PAGES = [
  '/login',
  '/signup',
  '/forgot-password',
  '/contact',
  '/about',
  '/review-guidelines',
  '/terms',
  '/privacy',
  '/account-benefits',
];
const OWN_PAGES = ['profile', 'profile&editing=true', 'privacy', 'security', 'account', 'notices'].map(
  (tab) => `/settings?tab=${tab}`,
);

test('axe finds nothing serious on the pages of guests', async ({ page }) => {
  // Aim: forms and texts are accessible to people who use a screen reader or need contrast.
  for (const path of GUEST_PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    const send = page.locator('form[novalidate] [type=submit]');
    if (await send.isVisible()) await send.click();
    expect(await seriousFaultsInBothSchemes(page), path).toEqual([]);
  }
});

test('axe finds nothing serious on the pages of the account', async ({ page, baseURL }) => {
  // Aim: the same for pages that require a login, with the menu open.
  const person = await newcomer(baseURL);
  await enter(page, person);
  for (const path of [...OWN_PAGES, '/notices', `/profile/${person.id}`]) {
    await page.goto(path);
    await page.getByRole('button', { name: `Account of ${person.username}` }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await seriousFaultsInBothSchemes(page), path).toEqual([]);
  }
});
