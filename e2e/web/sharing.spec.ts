// Aim: an owner creates a secret link in a browser, a visitor reads the drive with it, and it ends when the owner
// revokes it.
import { expect, test } from '../support/test.js';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, joinAs } from '../support/people.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');
test.setTimeout(90_000);

const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const ENDS = [
  { label: 'Hot Springs', value: { location: { lat: 35.8937, lng: -82.8271 } } },
  { label: 'Marshall', value: { location: { lat: 35.797, lng: -82.6843 } } },
];

// The revoked link is answered with 404, which the browser logs.
const ENDED = { annotation: { type: 'expects-errors' } };

test(
  'a private drive is visible through a secret link until that expires',
  ENDED,
  async ({ page, browser, baseURL }) => {
    const api = new Api(baseURL ?? '');
    const owner = await joinAs(api, mailbox, 'hero');
    const { body } = await api.call('POST', '/api/directions', { waypoints: ENDS }, owner.token);
    const details = {
      title: 'Between Us',
      description: 'Along the river.',
      privacy: 'private',
      tags: [],
      countries: [],
      waypoints: ENDS,
      directions: body.directions,
    };
    const made = await api.call('PUT', '/api/drives/drive', { details }, owner.token);
    await enter(page, owner);
    await page.goto(`/drive-details/${String(made.body.driveId)}`);
    await page.getByRole('button', { name: 'More options' }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share Private Drive' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const address = await dialog.getByRole('textbox', { name: 'Secret link to this drive' }).inputValue();

    const visitor = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
    await visitor.goto(address);
    await expect(visitor.getByRole('heading', { name: 'Between Us' })).toBeVisible();
    await expect(visitor.getByText('Along the river.')).toBeVisible();
    await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await visitor.getByRole('button', { name: 'Get Directions' }).click();
    const file = visitor.waitForEvent('download');
    await visitor.getByRole('button', { name: 'Download GPX' }).click();
    expect((await file).suggestedFilename()).toBe('Between Us.gpx');

    await dialog.getByRole('button', { name: 'End link now' }).click();
    await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
    await visitor.context().close();
  },
);
