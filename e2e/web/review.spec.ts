// Aim: staff correct a submitted drive and approve it with its photo in one step, go on with the next one, and the
// author learns what was corrected.
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { claimDrive } from '../support/moderation.js';
import { enter, joinAs, type Person } from '../support/people.js';
import { countPresses } from '../support/presses.js';
import { expect, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const api = new Api(process.env.BASE_URL ?? 'http://localhost:8080');
const EVENT = { timeout: process.env.KAFKA_BROKERS ? 40_000 : 20_000 };
const STOPS = [
  { label: 'Asheville', value: { location: { lat: 35.5951, lng: -82.5515 } } },
  { label: 'Brevard', value: { location: { lat: 35.2334, lng: -82.7343 } } },
];

let hero: Person;
let admin: Person;
test.beforeAll(async () => {
  [hero, admin] = [await joinAs(api, mailbox, 'hero'), await joinAs(api, mailbox, 'admin')];
});

const ownTitle = () => `Road ${BigInt(`0x${randomBytes(8).toString('hex')}`)}`;

/** Submits a drive. @returns its id */
async function submit(title: string): Promise<string> {
  const details = {
    title,
    description: 'Threw the woods.',
    privacy: 'public',
    countries: [{ country: { id: 233 }, states: [{ id: 1446 }] }],
    waypoints: STOPS,
  };
  const { status, body } = await api.call('PUT', '/api/drives/drive', { details }, hero.token);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.driveId as string;
}

/** Adds a photo to a submitted drive, and claims its item. */
async function prepare(id: string): Promise<void> {
  const create = { width: 640, height: 480, channels: 3 as const, background: '#445566' };
  const form = new FormData();
  form.append('photosInfo[]', JSON.stringify({ key: '0_road.jpg' }));
  form.append('photos[]', new Blob([new Uint8Array(await sharp({ create }).jpeg().toBuffer())]), '0_road.jpg');
  expect((await api.call('POST', `/api/drives/drive/${id}/photos/photo`, form, hero.token)).status).toBe(200);
  await claimDrive(api, id, admin);
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`a drive is corrected and approved with its photo at ${viewport.width}`, async ({ browser, baseURL, page }) => {
    await page.setViewportSize(viewport);
    const title = ownTitle();
    const [id, other] = [await submit(title), await submit(ownTitle())];
    await prepare(id);
    await prepare(other);
    await enter(page, admin);
    await page.goto('/moderation');
    const queue = page.getByRole('navigation', { name: 'Queue' });
    await expect(queue.getByRole('button', { name: title })).toBeVisible();
    const presses = await countPresses(page);
    await queue.getByRole('button', { name: title }).click();
    // Usually the other drive; that of another spec may be between them.
    const titles = await queue.getByRole('button').locator('strong').allTextContents();
    const next = titles[titles.indexOf(title) + 1] ?? 'the queue ends here';
    await page.getByRole('region', { name: title }).getByRole('link', { name: 'Open in the editor' }).click();
    const details = page.getByRole('region', { name: 'Details' });
    const corrected = `${title} East`;
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    if (!(await details.isVisible())) await page.getByRole('button', { name: 'Details' }).click();
    await details.getByLabel('Title', { exact: true }).fill(corrected);
    await details.getByLabel('Description', { exact: true }).fill('Through the woods.');
    await page.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve drive and photos' });
    await expect(dialog.getByRole('checkbox', { name: 'Photo 1' })).toBeChecked();
    if (viewport.width < 700) expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Approve drive and 1 photo' }).click();
    await expect(page.getByRole('heading', { level: 2, name: next })).toBeVisible();
    await expect(page.getByText('Drive Published. Everyone can find it now.')).toBeVisible();
    await presses.expectDocumented('Correct and approve a drive');

    const published = async () => (await api.call('GET', `/api/drives/drive/${id}/details`)).body.drive;
    await expect.poll(published, EVENT).toMatchObject({
      title: corrected,
      description: 'Through the woods.',
      created: { user: { id: hero.id } },
      photos: [{}],
    });
    const reading = await (await browser.newContext({ baseURL: baseURL ?? '', viewport })).newPage();
    await enter(reading, hero);
    const told = `${corrected} is published, with corrections to title and description.`;
    await expect(async () => {
      await reading.goto('/notices');
      await expect(reading.getByRole('main').getByRole('link', { name: told })).toBeVisible({ timeout: 3_000 });
    }).toPass(EVENT);
    await reading.getByRole('main').getByRole('link', { name: told }).click();
    await expect(reading.getByRole('heading', { level: 2, name: corrected })).toBeVisible();
    await reading.context().close();
  });
}
