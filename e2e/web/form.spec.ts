// Aim: the form of the editor leads to its first error, starts over calmly, and outlasts the session, wide and on a phone.
import type { Page } from '@playwright/test';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, joinAs, type Person } from '../support/people.js';
import { expect, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const api = new Api(process.env.BASE_URL ?? 'http://localhost:8080');
const SIZES = {
  wide: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;
let hero: Person;

test.beforeAll(async () => {
  hero = await joinAs(api, new Mailbox(process.env.MAIL_DIR ?? ''), 'hero');
});

const waypoints = (page: Page) => page.getByRole('region', { name: 'Waypoints' });
const details = (page: Page) => page.getByRole('region', { name: 'Details' });
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });

/** Opens a drawer unless it is open. */
async function open(page: Page, name: 'Waypoints' | 'Details'): Promise<void> {
  const toggle = button(page, name);
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
}

/** Draws a route, and waits for it: until the places are found, the form lacks directions. */
async function draw(page: Page): Promise<void> {
  await place(page, 'Start', 'Asheville');
  await place(page, 'End', 'Brevard');
  await expect(page.getByRole('status', { name: 'The route so far' })).toBeVisible();
}

async function place(page: Page, slot: string, name: string): Promise<void> {
  await waypoints(page).getByRole('combobox', { name: slot, exact: true }).fill(name);
  await page.getByRole('option').filter({ hasText: name }).first().click();
}

for (const [name, viewport] of Object.entries(SIZES)) {
  test.describe(name, () => {
    test.use({ viewport });

    test('Submit leads to the first error, and after a save the editor is calm', async ({ page }) => {
      await enter(page, hero);
      await page.goto('/create');
      await open(page, 'Details');
      await details(page).getByLabel('Public').check();
      await button(page, 'Submit').click();
      const fault = waypoints(page).getByText(/^Directions are required/);
      await expect(fault).toBeFocused();
      await expect(fault).toBeInViewport();
      if (name === 'phone') await expect(details(page)).toBeHidden();
      await draw(page);
      await button(page, 'Submit').click();
      await expect(details(page).getByLabel('Title')).toBeFocused();
      await expect(details(page).getByText(/^Title is required/)).toBeInViewport();
      if (name === 'phone') expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
      await details(page).getByLabel('Public').uncheck();
      await button(page, 'Save').click();
      const saved = page.getByRole('dialog', { name: 'Drive Saved' });
      await expect(saved).toBeVisible();
      await expect(page.getByText(/are required|indicated errors/)).toBeHidden();
      await saved.getByRole('button', { name: 'Close' }).click();
      await expect(saved).toBeHidden();
      await expect(page.getByText(/required|indicated errors/)).toBeHidden();
      await open(page, 'Waypoints');
      await expect(waypoints(page).getByText('Asheville')).toBeHidden();
      await open(page, 'Details');
      await expect(details(page).getByText(/required/)).toBeHidden();
    });

    test('a session that ends while drawing is renewed, and the drive is saved', async ({ page }) => {
      test.info().annotations.push({ type: 'expects-errors' });
      const login = await api.call('POST', '/api/auth/login', { email: hero.email, password: hero.password });
      const token = login.body.token as string;
      await enter(page, { id: hero.id, token });
      await page.goto('/create');
      await open(page, 'Waypoints');
      await draw(page);
      await open(page, 'Details');
      await details(page).getByLabel('Title').fill('my way home');
      expect((await api.call('POST', '/api/auth/logout', { token })).status).toBe(200);
      await button(page, 'Save').click();
      const prompt = page.getByRole('dialog', { name: 'Log in' });
      await prompt.getByLabel('Email').fill(hero.email);
      await prompt.getByLabel('Password', { exact: true }).fill(hero.password);
      await prompt.getByRole('button', { name: 'Log In' }).click();
      const saved = page.getByRole('dialog', { name: 'Drive Saved' });
      await expect(saved).toBeVisible();
      const id = new URL((await saved.getByRole('link').getAttribute('href')) ?? '', 'http://x').searchParams.get(
        'drive',
      );
      const { body } = await api.call('GET', `/api/drives/drive/${id}/details`, undefined, hero.token);
      expect(body.drive).toMatchObject({ title: 'my way home', waypoints: [{}, {}] });
    });
  });
}
