// Aim: a person reports a review from its card, staff see it and remove it on the same page, and the reporter is
// notified.
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, join, joinAs } from '../support/people.js';
import { expect, type Page, seriousFaults, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const EVENTS = { timeout: process.env.KAFKA_BROKERS ? 30_000 : 15_000 };
const RUDE = 'Whoever likes this road is an idiot';

const reviews = (page: Page) => page.getByRole('region', { name: 'Reviews' });

test('a review is reported from its card, removed by staff, and its reporter is notified', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const api = new Api(baseURL ?? '');
  const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
  const [rude, admin] = [await joinAs(api, mailbox, 'hero'), await joinAs(api, mailbox, 'admin')];
  const reporter = await join(api, mailbox);
  const { body } = await api.call('GET', '/api/drives/popular');
  const driveId = (body.drives as { id: string }[]).at(-4)?.id ?? '';
  const review = { highlight: RUDE, starRating: 1 };
  const written = await api.call('PUT', `/api/drives/drive/${driveId}/reviews/review`, { review }, rude.token);
  expect(written.status, JSON.stringify(written.body)).toBe(201);
  const address = `/drive-details/${driveId}`;

  await enter(page, reporter);
  await page.goto(address);
  await reviews(page)
    .getByRole('button', { name: `Report abuse: review by ${rude.username}` })
    .click();
  const form = page.getByRole('dialog', { name: 'Report Abuse' });
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form.getByText('Please select at least one violation')).toBeVisible();
  await form.getByRole('checkbox', { name: /hateful/i }).check();
  await form.getByLabel('Details').fill('It insults people.');
  expect(await seriousFaults(page)).toEqual([]);
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog', { name: 'Report Sent' }).getByRole('status')).not.toBeEmpty();

  const staff = await browser.newContext({ baseURL });
  const desk = await staff.newPage();
  await enter(desk, admin);
  await desk.goto('/moderation');
  await desk.getByRole('button', { name: /^Reports/ }).click();
  const name = `Review: ${RUDE}`;
  await desk.getByRole('navigation', { name: 'Queue' }).getByRole('button', { name }).click();
  const item = desk.getByRole('region', { name });
  await expect(item.getByRole('blockquote')).toHaveText(RUDE);
  await expect(item.getByText('It insults people.')).toBeVisible();
  expect(await seriousFaults(desk)).toEqual([]);
  await item.getByLabel('Internal note').fill('An insult.');
  await item.getByRole('button', { name: 'Remove' }).click();
  await expect(desk.getByText(RUDE)).toHaveCount(0);
  await desk.goto(address);
  await expect(reviews(desk)).toBeVisible();
  await expect(desk.getByText(RUDE)).toHaveCount(0);
  await staff.close();

  const noticeOf = async () => {
    await page.goto(address);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    return page.getByText('Our staff reviewed your report. Thank you.').isVisible();
  };
  await expect.poll(noticeOf, EVENTS).toBe(true);
  await expect(page.getByText(RUDE)).toHaveCount(0);
});
