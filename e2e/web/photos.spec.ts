// Aim: a person submits a photo of a drive and sees it wait, staff approve it where it stands, and then anybody sees it.
import sharp from 'sharp';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, joinAs } from '../support/people.js';
import { expect, type Page, seriousFaults, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const gallery = (page: Page) => page.getByRole('region', { name: 'Photos' });

test('a photo is submitted, approved by its badge, and turned to in the viewer', async ({ page, browser, baseURL }) => {
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
  await expect(form.getByRole('button', { name: 'Submit' })).toBeDisabled();
  await form.getByLabel('Choose a photo').setInputFiles({ name: 'road.gif', mimeType: 'image/gif', buffer });
  await expect(form.getByRole('alert')).toHaveText(/^Photo is not an accepted format/);
  await form.getByLabel('Choose a photo').setInputFiles({ name: 'road.jpg', mimeType: 'image/jpeg', buffer });
  await expect(form.getByRole('img', { name: 'The chosen photo' })).toBeVisible();
  await form.getByLabel('Photographer name').fill('Ann');
  expect(await seriousFaults(page)).toEqual([]);
  await form.getByRole('button', { name: 'Submit' }).click();
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
  const picture = viewer.getByRole('img', { name: 'Photo 1 of the drive' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  await expect(viewer.getByText('Photo by Ann')).toBeVisible();
  expect(await seriousFaults(seen)).toEqual([]);
  await seen.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await visitor.close();
});
