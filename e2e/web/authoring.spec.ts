// Aim: a Hero draws a drive in a browser, staff send it back and then publish it, and a visitor finds it.
import { randomBytes } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { storedRecords } from '../support/browser-store.js';
import { enter, join, joinAs, type Person } from '../support/people.js';
import { expect, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');
test.describe.configure({ timeout: 240_000 });

const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const api = new Api(process.env.BASE_URL ?? 'http://localhost:8080');
const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1600, height: 900 };
/** Time limit for events between services; Kafka needs some seconds to assign partitions to a new group. */
const EVENT = { timeout: process.env.KAFKA_BROKERS ? 40_000 : 20_000 };

/** Only letters, with a capital first: a valid title that no other drive has. */
function ownTitle(): string {
  const letters = [...randomBytes(10)].map((byte) => 'bcdfghklmnprstvw'[byte % 16]).join('');
  return `Road to ${letters.charAt(0).toUpperCase()}${letters.slice(1)}`;
}

async function pageOf(browser: Browser, baseURL: string | undefined, person: Person | null): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: WIDE });
  const page = await context.newPage();
  if (person !== null) await enter(page, person);
  return page;
}

/** Chooses the first suggestion for a place name. */
async function place(page: Page, slot: string, name: string): Promise<void> {
  const field = page.getByRole('region', { name: 'Waypoints' }).getByRole('combobox', { name: slot, exact: true });
  await field.fill(name);
  await page.getByRole('option').filter({ hasText: name }).first().click();
}

const figures = (page: Page) => page.getByRole('status', { name: 'The route so far' });

async function fillDetails(page: Page, title: string): Promise<void> {
  const details = page.getByRole('region', { name: 'Details' });
  await details.getByLabel('Title').fill(title);
  await details.getByLabel('Public').check();
  await details.getByLabel('Description').fill('Through the woods, then along the river.');
  await details.getByText('forest', { exact: true }).click();
  await details.getByLabel('Country').click();
  await details.getByLabel('Country').fill('United States');
  await page.getByRole('option', { name: 'United States', exact: true }).click();
  await details.getByLabel('States of United States').click();
  await page.getByRole('option', { name: 'North Carolina' }).click();
  await page.keyboard.press('Escape');
}

async function addPhoto(page: Page): Promise<void> {
  const create = { width: 640, height: 480, channels: 3 as const, background: '#445566' };
  const buffer = await sharp({ create }).jpeg().toBuffer();
  const photos = page.getByRole('region', { name: 'Photos' });
  await photos.getByRole('button', { name: 'Add a photo' }).click();
  const form = page.getByRole('dialog', { name: 'Add a photo' });
  await form.getByLabel('Choose a photo').setInputFiles({ name: 'road.jpg', mimeType: 'image/jpeg', buffer });
  await form.getByRole('button', { name: 'Add a photo' }).click();
  await expect(photos.getByText('Primary · New')).toBeVisible();
}

test('a person who may not create drives is told the requirements', async ({ page, baseURL }) => {
  await page.goto('/create');
  const main = page.getByRole('main');
  await expect(main.getByText('Please create an account or log in.')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Create a free account' })).toHaveAttribute('href', '/signup');
  await expect(main.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  await enter(page, await join(new Api(baseURL ?? ''), mailbox));
  await page.goto('/create');
  await expect(main.getByText('Please upgrade your account.')).toBeVisible();
});

test('a drive is drawn, sent back, corrected, published and found', { tag: '@core' }, async ({ browser, baseURL }) => {
  const [hero, admin] = [await joinAs(api, mailbox, 'hero'), await joinAs(api, mailbox, 'admin')];
  const title = ownTitle();
  const drawing = await pageOf(browser, baseURL, hero);
  await drawing.goto('/create');
  await place(drawing, 'Start', 'Asheville');
  await place(drawing, 'End', 'Brevard');
  await expect(figures(drawing)).toContainText('Straight line: road data isn’t available here');
  await expect(drawing.getByRole('region', { name: 'Waypoints' })).toContainText('Import a GPX');
  await fillDetails(drawing, title);
  await drawing.getByRole('button', { name: 'Submit' }).click();
  await expect(drawing.getByText(/^At least one photo is required/)).toBeVisible();
  await addPhoto(drawing);
  await drawing.getByRole('button', { name: 'Submit' }).click();
  // Asked once: there are no roads here.
  const chords = drawing.getByRole('dialog', { name: 'Some of this drive is straight lines' });
  await chords.getByRole('button', { name: 'Keep editing' }).click();
  await expect(chords).toBeHidden();
  await drawing.getByRole('button', { name: 'Submit' }).click();
  await expect(drawing.getByRole('dialog', { name: 'Drive Submitted' })).toBeVisible();
  await expect(drawing.getByRole('dialog').getByRole('link', { name: 'View drive' })).toBeVisible();

  const desk = await pageOf(browser, baseURL, admin);
  const waiting = desk.getByRole('navigation', { name: 'Queue' }).getByRole('button', { name: title });
  await expect(async () => {
    await desk.goto('/moderation');
    await expect(waiting).toBeVisible({ timeout: 3_000 });
  }).toPass(EVENT);
  await waiting.click();
  const panel = desk.getByRole('region', { name: title });
  await panel.getByRole('textbox', { name: 'Description' }).fill('Which river?');
  await panel.getByRole('button', { name: 'Request changes' }).click();
  await expect(waiting).toBeHidden();

  await drawing.goto('/');
  const bell = drawing.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName(/1/, EVENT);
  await bell.click();
  await drawing.getByRole('link', { name: new RegExp(`Changes requested: ${title}`) }).click();
  const details = drawing.getByRole('region', { name: 'Details' });
  await expect(details.getByText('Which river?')).toBeVisible();
  await details.getByLabel('Description').fill('Through the woods, then along the French Broad.');
  await drawing.getByRole('button', { name: 'Submit' }).click();
  await expect(drawing.getByRole('dialog').getByRole('link', { name: 'View drive' })).toBeVisible();

  await expect(async () => {
    await desk.goto('/moderation');
    await waiting.click({ timeout: 3_000 });
    await expect(panel.getByText('What changed')).toBeVisible({ timeout: 3_000 });
  }).toPass(EVENT);
  await panel.getByRole('button', { name: 'Approve' }).click();
  await desk.getByRole('button', { name: 'Approve drive and 1 photo' }).click();
  await expect(waiting).toBeHidden();

  const visit = await pageOf(browser, baseURL, null);
  await expect(async () => {
    await visit.goto(`/explore?view=list&search=road|${title}|text`);
    await expect(visit.getByRole('article').filter({ hasText: title })).toBeVisible({ timeout: 2_000 });
  }).toPass(EVENT);
});

test('countries and states are copied from the route', async ({ page }) => {
  await page.setViewportSize(WIDE);
  await enter(page, await joinAs(api, mailbox, 'hero'));
  await page.goto('/create');
  await place(page, 'Start', 'Asheville');
  await place(page, 'End', 'Brevard');
  const details = page.getByRole('region', { name: 'Details' });
  const suggestion = details.getByRole('button', { name: 'From the route: North Carolina (United States)' });
  await suggestion.click();
  await expect(details.getByText('United States', { exact: true })).toBeVisible();
  await expect(details.getByText('North Carolina', { exact: true })).toBeVisible();
  await expect(suggestion).toBeHidden();
});

test('a route is clicked, dragged, undone and kept through a reload', async ({ page }) => {
  await page.setViewportSize(WIDE);
  await enter(page, await joinAs(api, mailbox, 'hero'));
  await page.goto('/create');
  const map = page.getByRole('region', { name: 'Map of the route' });
  await expect(map).toBeVisible();
  const box = await map.boundingBox();
  const at = (x: number, y: number) => [(box?.x ?? 0) + x, (box?.y ?? 0) + y] as const;
  await page.mouse.click(...at(200, 300));
  await page.mouse.click(...at(500, 200));
  await expect(figures(page)).toBeVisible();
  const before = (await figures(page).textContent()) ?? '';
  const end = page.getByRole('region', { name: 'Waypoints' }).getByRole('combobox', { name: 'End', exact: true });
  await page.mouse.move(...at(500, 200));
  await page.mouse.down();
  await page.mouse.move(...at(560, 260), { steps: 4 });
  await page.mouse.move(...at(640, 340), { steps: 4 });
  await page.mouse.up();
  await expect(figures(page)).not.toHaveText(before);
  await page.keyboard.press('Control+z');
  await expect(figures(page)).toHaveText(before);
  await page.getByRole('button', { name: 'Reverse' }).click();
  await expect(end).toBeVisible();
  await addPhoto(page);
  await page.getByRole('region', { name: 'Details' }).getByLabel('Title').fill('Half a Thought');
  await page.waitForFunction(() => JSON.stringify(localStorage).includes('Half a Thought'));
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('Restored', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Details' }).getByLabel('Title')).toHaveValue('Half a Thought');
  await expect(figures(page)).toHaveText(before);
  const photo = page.getByRole('region', { name: 'Photos' }).getByRole('img');
  await expect(photo).toHaveJSProperty('naturalWidth', 640);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(photo).toBeHidden();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Photos' }).getByText('There are no photos yet.')).toBeVisible();
  await expect(page.getByText('Restored', { exact: true })).toBeHidden();

  // Log Out asks before it deletes photos that were not sent, then leaves none; on a phone the menu covers the drawers.
  await addPhoto(page);
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Log Out' }).click();
  await page.getByRole('button', { name: 'Discard and log out' }).click();
  await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();
  await expect.poll(() => storedRecords(page, 'photos')).toBe(0);
});

test('axe finds nothing serious in the editor and at the desk', async ({ page }) => {
  await page.setViewportSize(WIDE);
  await enter(page, await joinAs(api, mailbox, 'admin'));
  for (const path of ['/create', '/moderation']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
  }
});

test('a file fills the form, lists its content, and lets the person choose among its lines', async ({ page }) => {
  await enter(page, await joinAs(api, mailbox, 'hero'));
  await page.goto('/create');
  const point = (at: number) => `<trkpt lat="${35.5 + at / 100}" lon="-82.5"/>`;
  const track = (name: string, from: number, to: number) =>
    `<trk><name>${name}</name><trkseg>${point(from)}${point(to)}</trkseg></trk>`;
  const places = `<wpt lat="35.5" lon="-82.5"><name>Alpha Gap</name></wpt><wpt lat="35.52" lon="-82.51"><name>Tea</name></wpt>`;
  const gpx = `<gpx version="1.1">${places}${track('Short Hop', 50, 51)}${track('Long Haul', 0, 9)}</gpx>`;
  const waypoints = page.getByRole('region', { name: 'Waypoints' });
  await waypoints
    .locator('input[type=file]')
    .setInputFiles({ name: 'two.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(gpx) });
  await expect(waypoints.getByText('The file holds 2 lines: “Long Haul” was taken, not “Short Hop”.')).toBeVisible();
  await expect(waypoints.getByText('Alpha Gap', { exact: true })).toBeVisible();
  const interests = waypoints.getByRole('region', { name: 'Points of interest' });
  await expect(interests.getByRole('textbox', { name: 'Name of Tea' })).toHaveValue('Tea');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Long Haul');
  const lines = waypoints.getByRole('list', { name: 'Lines in this file' });
  await expect(lines.getByRole('button', { pressed: true })).toHaveText(/^Long Haul, 6\.2 mi$/);
  await lines.getByRole('button', { name: /^Short Hop/ }).click();
  await expect(lines.getByRole('button', { pressed: true })).toHaveText(/^Short Hop/);
  await expect(title).toHaveText('Short Hop');
  expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
});

test('a link within a sentence is parsed, and an unknown name is asked about', async ({ page }) => {
  await enter(page, await joinAs(api, mailbox, 'hero'));
  await page.goto('/create');
  await page.getByRole('button', { name: 'Directions From Maps URL' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel('Maps URL')
    .fill('My route: https://www.google.com/maps/dir/35.6,-82.5/Qqxzy+Nowhere/35.2,-82.7 enjoy');
  await dialog.getByRole('button', { name: "I'm feeling lucky" }).click();
  const waypoints = page.getByRole('region', { name: 'Waypoints' });
  await expect(
    waypoints.getByText('“Qqxzy Nowhere” was not found. Choose a place, or click it on the map.'),
  ).toBeVisible();
  await expect(waypoints.getByRole('combobox', { name: 'Stop 1' })).toHaveValue('Qqxzy Nowhere');
  await place(page, 'Stop 1', 'Brevard');
  await expect(waypoints.getByText('was not found')).toBeHidden();
  await page.getByRole('button', { name: 'Directions From Maps URL' }).click();
  const many = Array.from({ length: 11 }, (_, at) => `35.${at + 10},-82.5`).join('/');
  await dialog.getByLabel('Maps URL').fill(`https://www.google.com/maps/dir/${many}`);
  await dialog.getByRole('button', { name: "I'm feeling lucky" }).click();
  await expect(dialog.getByRole('status')).toHaveText(/has 11 stops, and a drive 9 at most/);
});
