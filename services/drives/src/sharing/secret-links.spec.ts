// Aim: anyone with the link of a private drive sees it, until the link expires or is revoked or the drive is no longer
// private.
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Caller } from '@switchback/platform/rpc/call';
import { TestClock } from '@switchback/testing/test-clock';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { formOf, openAuthoring, type OpenedAuthoring, STAFF } from '../authoring/authoring.fixture.js';
import { SecretLink } from '../drive/drive.entity.js';
import { callOf, alter, importedDrive } from '../drives.fixture.js';
import { SecretLinks } from './secret-links.js';

const DAY_MS = 86_400_000;
const as = (userId: string, accountType: Caller['accountType'] = 'hero'): Caller => ({ userId, accountType });
const OWNER = as('ann');
const PRIVATE = { ownerId: 'ann', ownerUsername: 'ann', official: false, privacy: 'private', status: 'none' } as const;

let database: TestDatabase;
let drives: OpenedAuthoring;
let clock: TestClock;
let links: SecretLinks;
let id: string;
beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openAuthoring(database.url);
  await drives.service.importDrives([importedDrive({ id: 'a' })]);
});
afterAll(async () => {
  await drives.close();
  await database.drop();
});
beforeEach(async () => {
  clock = new TestClock();
  links = new SecretLinks(drives.source.getRepository(SecretLink), clock);
  id = await alter(drives.source, 'a', { ...PRIVATE, hidden: false, sharedWith: ['friend'] });
  await links.revoke(id, OWNER);
});

const ended = { error: 'secretLinkEnded' };

it('shows the drive to anyone who has the address, without private data of its owner', async () => {
  const { secret, expiresAt } = await links.create(id, 7, OWNER);
  expect(secret).toMatch(/^[\w-]{22}$/);
  expect(new Date(expiresAt).getTime()).toBe(clock.now().getTime() + 7 * DAY_MS);
  expect(await links.open(secret)).toMatchObject({ summary: { id }, privateShares: [], changeRequest: {} });
  expect(await links.find(id, OWNER)).toEqual({ secret, expiresAt });
});

it('expires on its day, or when its owner revokes or replaces it', async () => {
  const first = await links.create(id, 1, OWNER);
  const second = await links.create(id, 1, OWNER);
  await expect(links.open(first.secret)).rejects.toMatchObject(ended);
  await links.open(second.secret);
  clock.advance(DAY_MS);
  await expect(links.open(second.secret)).rejects.toMatchObject(ended);
  expect(await links.find(id, OWNER)).toBeUndefined();
  const third = await links.create(id, 1, OWNER);
  await links.revoke(id, as('ann', 'free'));
  await expect(links.open(third.secret)).rejects.toMatchObject(ended);
});

it('opens nothing that is no longer private, or whose owner is suspended', async () => {
  const { secret } = await links.create(id, 30, OWNER);
  for (const change of [{ privacy: 'public', status: 'pending' }, { hidden: true }] as const) {
    await alter(drives.source, 'a', change);
    await expect(links.open(secret)).rejects.toMatchObject(ended);
    await alter(drives.source, 'a', { ...PRIVATE, hidden: false });
  }
  for (const wrong of ['', 'x'.repeat(22), `${secret} `, "' or 1=1 --"])
    await expect(links.open(wrong)).rejects.toMatchObject(ended);
});

it('is revoked once its owner submits the drive, even if the drive becomes private again', async () => {
  const save = (privacy: string) => drives.authoring.update({ id, form: formOf({ privacy }) }, callOf(OWNER));
  const made = await links.create(id, 30, OWNER);
  await save('public');
  await links.revoke(id, OWNER);
  await drives.authoring.requestChanges(id, { title: 'Which?' }, undefined, STAFF);
  await save('private');
  await expect(links.open(made.secret)).rejects.toMatchObject(ended);
  expect(await links.find(id, OWNER)).toBeUndefined();
  const edited = await links.create(id, 30, OWNER);
  await save('private');
  await links.open(edited.secret);
  // An older release kept the link of a drive in review.
  await save('public');
  const left = { driveId: id, secret: edited.secret, expiresAt: new Date(edited.expiresAt) };
  await drives.source.getRepository(SecretLink).insert(left);
  await save('private');
  await expect(links.open(edited.secret)).rejects.toMatchObject(ended);
});

it.each([
  ['its owner as a free account', as('ann', 'free'), 'upgradeNeeded'],
  ['a person it is shared with', as('friend'), 'notAllowed'],
  ['staff', as('staff', 'admin'), 'notAllowed'],
  ['a stranger', as('eve'), 'driveNotFound'],
  ['a visitor', null, 'invalidSession'],
] as const)('is not created or read by %s', async (_, caller, error) => {
  await expect(links.create(id, 7, caller)).rejects.toMatchObject({ error });
  await expect(links.find(id, caller)).rejects.toMatchObject({ error });
});

it('lasts without end if its owner chooses so', async () => {
  const { secret, expiresAt } = await links.create(id, 0, OWNER);
  expect(expiresAt).toBe('');
  clock.advance(10_000 * DAY_MS);
  expect(await links.open(secret)).toMatchObject({ summary: { id } });
  expect(await links.find(id, OWNER)).toEqual({ secret, expiresAt });
  await links.revoke(id, OWNER);
  await expect(links.open(secret)).rejects.toMatchObject(ended);
});

it('lasts for the selectable number of days', async () => {
  for (const days of [-1, 2, 365, Number.NaN])
    await expect(links.create(id, days, OWNER)).rejects.toMatchObject({ error: 'invalidInput' });
});
