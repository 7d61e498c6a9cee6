// Aim: a person submits a photo of a drive and sees that it is pending, staff approve it in place, and then everyone
// sees it; an owner orders their photos in the editor and reads the staff's comments there.
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { claimDrive } from '../support/moderation.js';
import { enter, joinAs, type Person } from '../support/people.js';
import { expect, type Page, seriousFaults, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const SLOW_MS = 500;

const gallery = (page: Page) => page.getByRole('region', { name: 'Photos' });

test('a photo is submitted, approved through its badge, and opened in the viewer', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const api = new Api(baseURL ?? '');
  const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
  const [ann, admin] = [await joinAs(api, mailbox, 'hero'), await joinAs(api, mailbox, 'admin')];
  const { body } = await api.call('GET', '/api/drives/popular');
  const id = (body.drives as { id: string }[]).at(-3)?.id ?? '';
  const address = `/drive-details/${id}`;
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#883322' } })
    .jpeg()
    .toBuffer();

  await enter(page, ann);
  await page.goto(address);
  await expect(gallery(page).getByText('There are no photos yet.')).toBeVisible();
  await gallery(page).getByRole('button', { name: 'Submit photo' }).click();
  const form = page.getByRole('dialog', { name: 'Submit photo' });
  const submit = form.getByRole('button', { name: 'Submit' });
  await expect(submit).toBeDisabled();
  await form
    .getByLabel('Choose a photo')
    .setInputFiles({ name: 'road.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(form.getByText(/^Photo is not an accepted format/)).toBeInViewport();
  await form.getByLabel('Choose a photo').setInputFiles({ name: 'road.webp', mimeType: 'image/webp', buffer });
  await expect(form.getByRole('img', { name: 'The chosen photo' })).toBeVisible();
  await form.getByLabel('Photo description').fill('x'.repeat(201));
  await form.getByText('Photographer and credit').click();
  await expect(submit).toBeInViewport({ ratio: 1 });
  await submit.click();
  await expect(form.getByLabel('Photo description')).toBeFocused();
  await expect(form.getByText('Photo description cannot exceed 200 characters')).toBeInViewport();
  await form.getByLabel('Photo description').fill('A bend in the woods');
  await form.getByLabel('Photographer name').fill('Ann');
  await form.getByRole('button', { name: 'Rotate' }).click();
  await form.getByRole('button', { name: 'Crop' }).click();
  await form.getByRole('button', { name: 'Upper left corner' }).focus();
  // A tenth of the width, which is the height of the photo before its turn.
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
  expect(await seriousFaults(page)).toEqual([]);
  await submit.click();
  await expect(gallery(page).getByRole('status')).toHaveText(/once staff approve it/);
  await expect(gallery(page).getByText('Pending')).toBeVisible();

  const staff = await browser.newContext({ baseURL });
  const desk = await staff.newPage();
  await enter(desk, admin);
  await desk.goto(address);
  await gallery(desk)
    .getByRole('button', { name: /^Pending photo/ })
    .click();
  await desk.getByRole('menuitem', { name: 'Disapprove' }).press('Escape');
  await gallery(desk)
    .getByRole('button', { name: /^Pending photo/ })
    .click({ modifiers: ['Shift'] });
  const step = desk.getByRole('dialog', { name: 'APPROVE PHOTO?' });
  await step.getByRole('button', { name: 'Approve' }).click();
  await expect(gallery(desk).getByText('Pending')).toBeHidden();
  await staff.close();

  const visitor = await browser.newContext({ baseURL });
  const seen = await visitor.newPage();
  await seen.goto(address);
  await gallery(seen).getByRole('button', { name: 'Photo 1 of 1: view full screen' }).click();
  const viewer = seen.getByRole('dialog', { name: 'Photo viewer' });
  const picture = viewer.getByRole('img', { name: 'A bend in the woods' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(432);
  await expect(viewer.getByText('Photo by Ann')).toBeVisible();
  expect(await seriousFaults(seen)).toEqual([]);
  await seen.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await visitor.close();
});

interface Photo {
  id: string;
  primary: boolean;
}

/** Submits a person's public drive with one photo for each color. */
async function submitted(api: Api, { token, username }: Person, colors: readonly string[]) {
  const details = {
    title: `Road of ${username.charAt(0).toUpperCase()}${username.slice(1)}`,
    description: 'Curves.',
    privacy: 'public',
    countries: [{ country: { id: 233 }, states: [{ id: 1446 }] }],
    waypoints: [
      { label: 'Asheville', value: { location: { lat: 35.5951, lng: -82.5515 } } },
      { label: 'Brevard', value: { location: { lat: 35.2334, lng: -82.7343 } } },
    ],
  };
  const made = await api.call('PUT', '/api/drives/drive', { details }, token);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const id = made.body.driveId as string;
  for (const [index, background] of colors.entries()) {
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const form = new FormData();
    form.append('photosInfo[]', JSON.stringify({ key: `${index}_road.jpg` }));
    form.append('photos[]', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), `${index}_road.jpg`);
    expect((await api.call('POST', `/api/drives/drive/${id}/photos/photo`, form, token)).status).toBe(200);
  }
  const list = async () =>
    ((await api.call('GET', `/api/drives/drive/${id}/photos`, undefined, token)).body.photos as Photo[]).map(
      (photo) => photo.id,
    );
  return { id, list };
}

test('photos are ordered in the editor, and staff request changes at one of them', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const api = new Api(baseURL ?? '');
  const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
  const [ann, admin] = [await joinAs(api, mailbox, 'hero'), await joinAs(api, mailbox, 'admin')];
  const { id, list } = await submitted(api, ann, ['#aa2222', '#22aa22', '#2222aa']);
  await claimDrive(api, id, admin);
  const [red, green, blue] = await list();
  const wide = { width: 1600, height: 900 };
  await page.setViewportSize(wide);
  await enter(page, ann);
  await page.goto(`/create/${id}`);
  await expect(gallery(page).getByRole('listitem')).toHaveCount(3);
  const up = gallery(page).getByRole('button', { name: 'Move Photo 3 up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(gallery(page).getByRole('button', { name: 'Move Photo 2 up' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(gallery(page).getByRole('status')).toHaveText('Moved to place 1 of 3.');
  await gallery(page).getByRole('button', { name: 'Remove Photo 3' }).click();
  await expect(gallery(page).getByRole('button', { name: 'Remove Photo 2' })).toBeFocused();
  expect(await seriousFaults(page)).toEqual([]);
  // On a slow network: the removed photo is not requested again while the list is loading.
  await page.route(`**/api/drives/drive/${id}/photos`, async (route) => {
    await setTimeout(SLOW_MS);
    await route.continue();
  });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'View drive' })).toBeVisible();
  expect([await list(), green]).toEqual([[blue, red], green]);

  const staff = await browser.newContext({ baseURL, viewport: wide });
  const desk = await staff.newPage();
  await enter(desk, admin);
  await desk.goto(`/create/${id}?reviewing`);
  await gallery(desk).getByLabel('Change requested: Photo 2').fill('The horizon is not level.');
  await desk.getByRole('button', { name: 'Request Changes' }).click();
  await expect(desk.getByRole('dialog', { name: 'Changes Requested' })).toBeVisible();
  await staff.close();

  await page.goto(`/create/${id}`);
  const asked = gallery(page).getByRole('listitem').filter({ hasText: 'The horizon is not level.' });
  await expect(asked.getByText('Photo 2')).toBeVisible();
});

test('a photo is a pin along the route if its sender allows its place', async ({ page, baseURL }) => {
  test.setTimeout(120_000);
  const api = new Api(baseURL ?? '');
  const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
  const ann = await joinAs(api, mailbox, 'hero');
  const { id } = await submitted(api, ann, []);
  const { body } = await api.call('POST', `/api/drives/drive/${id}/details`, {}, ann.token);
  const { north, east, south, west } = (body.drive as { bounds: Record<'north' | 'east' | 'south' | 'west', number> })
    .bounds;
  // At the center of the map.
  const degrees = (value: number) => `${Math.round(Math.abs(value) * 1_000_000)}/1000000 0/1 0/1`;
  const gps = {
    GPSLatitude: degrees((north + south) / 2),
    GPSLatitudeRef: 'N',
    GPSLongitude: degrees((east + west) / 2),
    GPSLongitudeRef: 'W',
  };
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#335588' } })
    .withExif({ IFD3: gps })
    .jpeg()
    .toBuffer();
  // The server answers the page of a pending drive with 404, because page requests have no session.
  test.info().annotations.push({ type: 'expects-errors' });
  await enter(page, ann);
  await page.goto(`/explore?view=list&drive=${id}&details=true`);
  await gallery(page).getByRole('button', { name: 'Submit photo' }).click();
  const form = page.getByRole('dialog', { name: 'Submit photo' });
  await form.getByLabel('Choose a photo').setInputFiles({ name: 'road.jpg', mimeType: 'image/jpeg', buffer });
  await form.getByLabel('Show where it was taken').check();
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(gallery(page).getByText('Pending')).toBeVisible();
  const map = page.getByRole('region', { name: /^Map of this drive/ });
  const viewer = page.getByRole('dialog', { name: 'Photo viewer' });
  await page.getByRole('heading', { name: 'Route', exact: true }).scrollIntoViewIfNeeded();
  await expect(async () => {
    const { width = 0, height = 0 } = (await map.boundingBox()) ?? {};
    await map.click({ position: { x: width / 2, y: height / 2 } });
    await expect(viewer).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
});
