// Aim: a drive's card, panel and profile show the same state on its way to publication, and an owner shares a private one
// by keyboard alone.
import { randomBytes } from 'node:crypto';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, joinAs, type Person } from '../support/people.js';
import { expect, type Page, seriousFaults, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');
test.describe.configure({ timeout: 150_000 });

const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const api = new Api(process.env.BASE_URL ?? 'http://localhost:8080');
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Time limit for events between services; Kafka needs some seconds to assign partitions to a new group. */
const EVENT = { timeout: process.env.KAFKA_BROKERS ? 40_000 : 20_000 };
const SOON = { timeout: 3_000 };
const ENDS = [
  { label: 'Hot Springs', value: { location: { lat: 35.8937, lng: -82.8271 } } },
  { label: 'Marshall', value: { location: { lat: 35.797, lng: -82.6843 } } },
];

// The page of a hidden drive is served with 404, as it knows no session; the browser logs that.
const HIDDEN = { annotation: { type: 'expects-errors' } };

interface Made {
  owner: Person;
  id: string;
  title: string;
  /** Saves the drive again. */
  save: (privacy: 'private' | 'public') => Promise<void>;
}

/** Creates a private drive. */
async function make(owner: Person): Promise<Made> {
  const title = `River B${[...randomBytes(10)].map((byte) => 'bcdfghklmnprstvw'[byte % 16]).join('')}`;
  const { body } = await api.call('POST', '/api/directions', { waypoints: ENDS }, owner.token);
  const save = async (path: string, method: string, privacy: string) => {
    const countries = [{ country: { id: 233 }, states: [{ id: 1447 }] }];
    const content = { title, description: 'Along it.', privacy, tags: [], countries };
    const details = { ...content, waypoints: ENDS, directions: body.directions };
    const answer = await api.call(method, `/api/drives/drive${path}`, { details }, owner.token);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return String(answer.body.driveId);
  };
  const id = await save('', 'PUT', 'private');
  return { owner, id, title, save: async (privacy) => void (await save(`/${id}`, 'POST', privacy)) };
}

/** Expects the state on the card, on the profile and in the panel, on a desk and on a phone. */
async function expectState(page: Page, { owner, id, title }: Made, state: string): Promise<void> {
  const card = page.getByRole('article').filter({ hasText: title });
  const onCard = card.first().getByText(state, { exact: true });
  await expect(async () => {
    await show(page, `/explore?view=list&search=${title}|${title}|text`, () => expect(onCard).toBeVisible(SOON));
    const heading = page.getByRole('heading', { level: 2, name: state, exact: true });
    await show(page, `/profile/${owner.id}`, async () => {
      await page.getByRole('tab', { name: state, exact: true }).or(heading).first().click(SOON);
      await expect(onCard).toBeVisible(SOON);
    });
  }).toPass(EVENT);
  const facts = page.getByRole('heading', { level: 2, name: title }).locator('..');
  await show(page, `/drive-details/${id}`, () => expect(facts.getByText(state, { exact: true }).first()).toBeVisible());
}

/** Opens a page on a desk, and makes the window as small as a phone. */
async function show(page: Page, path: string, check: () => Promise<void>): Promise<void> {
  await page.setViewportSize(DESK);
  await page.goto(path);
  await check();
  await page.setViewportSize(PHONE);
  await check();
}

test('a drive has one state everywhere, from private to published', HIDDEN, async ({ page }) => {
  const drive = await make(await joinAs(api, mailbox, 'hero'));
  const staff = await joinAs(api, mailbox, 'admin');
  const decide = async (decision: string, body: object = {}) =>
    expect((await api.call('POST', `/api/drives/drive/${drive.id}/${decision}`, body, staff.token)).status).toBe(200);
  await enter(page, drive.owner);
  await expectState(page, drive, 'Private');
  await drive.save('public');
  await expectState(page, drive, 'Pending review');
  await decide('request-changes', { changeRequest: { description: 'Which river?' } });
  await expectState(page, drive, 'Changes requested');
  const request = page.getByRole('region', { name: 'Changes requested' });
  await expect(request.getByText('Which river?')).toBeVisible();
  // The map names its own buttons some time after it shows them.
  await expect(page.getByRole('button', { name: 'Find my location' })).toBeAttached();
  expect(await seriousFaults(page)).toEqual([]);
  await request.getByRole('link', { name: 'Make the changes' }).click();
  await expect(page).toHaveURL(new RegExp(`/create/${drive.id}$`));
  await expect(page.getByRole('main').getByText('Changes requested', { exact: true })).toBeVisible();
  await drive.save('public');
  const { body } = await api.call('GET', `/api/drives/drive/${drive.id}/details`, undefined, staff.token);
  await decide('approve-public', { _rev: (body.drive as { _rev: number })._rev });
  await expectState(page, drive, 'Published');
});

test('a private drive is shared by keyboard alone, next time with people known already', HIDDEN, async ({ page }) => {
  const drive = await make(await joinAs(api, mailbox, 'hero'));
  const friend = await joinAs(api, mailbox, 'hero');
  await enter(page, drive.owner);
  await page.goto(`/drive-details/${drive.id}`);
  await page.getByRole('button', { name: 'Share', exact: true }).press('Enter');
  const field = page.getByRole('combobox', { name: 'Shared with' });
  await expect(field).toBeFocused();
  await page.keyboard.type(friend.username);
  const option = page.getByRole('option', { name: friend.username });
  await expect(option).toBeVisible();
  expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(45);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(option).toBeHidden();
  // Back to text, and chosen again.
  await page.keyboard.press('Backspace');
  await expect(field).toHaveValue(friend.username);
  await expect(option).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save', exact: true }).last().press('Enter');
  await expect(page.getByRole('dialog').getByText('Saved', { exact: true })).toBeVisible();

  const { owner } = drive;
  const sharing = async () => {
    const { body } = await api.call('POST', `/api/users/user/${owner.id}/base`, {}, owner.token);
    return (body.user as { sharingDrives: unknown[] }).sharingDrives.length;
  };
  await expect.poll(sharing, EVENT).toBe(1);
  const another = await make(owner);
  await page.setViewportSize(PHONE);
  await page.goto(`/drive-details/${another.id}`);
  await page.getByRole('button', { name: 'Share', exact: true }).press('Enter');
  await expect(option).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
});
