// Aim: owners share their private collections with people and by secret links, and both end when they should.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '@switchback/platform/rpc/call';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { ANN, BOB, FREE, STAFF } from '../authoring/authoring.fixture.js';
import { createdBy, formOf, openCollections, type OpenedCollections } from './collections.fixture.js';

const DAY_MS = 86_400_000;
const ended = { error: 'secretLinkEnded' };

let database: TestDatabase;
let opened: OpenedCollections;
let id: string;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openCollections(database.url);
});
beforeEach(async () => {
  await opened.clear();
  ({ id } = await createdBy(opened, ANN));
});
afterAll(async () => {
  await opened.drives.close();
  await database.drop();
});

const share = (userIds: string[], caller: Caller | null = ANN) => opened.shares.replace({ id, userIds }, caller);
const listOf = async (caller: Caller) => (await opened.listOf(caller.userId, caller)).map((one) => one.id);

describe('a shared collection', () => {
  it('is listed for the Heroes on its list, the newest change first', async () => {
    expect(await share(['bob', 'free', 'bob'])).toEqual({
      name: 'Blue Ridge',
      userIds: ['bob', 'free'],
      added: ['bob', 'free'],
      isTrip: false,
    });
    opened.clock.advance(1_000);
    const own = await createdBy(opened, BOB);
    expect(await listOf(BOB)).toEqual([own.id, id]);
    opened.clock.advance(1_000);
    await opened.collections.update({ id, form: formOf({ name: 'Smokies' }) }, ANN);
    expect(await listOf(BOB)).toEqual([id, own.id]);
    expect(await listOf(FREE)).toEqual([]);
    await expect(opened.queries.find(id, FREE)).rejects.toMatchObject({ error: 'upgradeNeeded' });
    const edited = opened.collections.update({ id, form: formOf() }, FREE);
    await expect(edited).rejects.toMatchObject({ error: 'collectionNotFound' });
    expect(await opened.listOf('ann', BOB)).toEqual([]);
    expect(await opened.shares.list(id, ANN)).toEqual(['bob', 'free']);
  });

  it('is lost by people who are taken off the list', async () => {
    await share(['bob', 'carl']);
    expect(await share(['carl', 'dora'])).toMatchObject({ userIds: ['carl', 'dora'], added: ['dora'] });
    await expect(opened.queries.find(id, BOB)).rejects.toMatchObject({ error: 'collectionNotFound' });
  });

  it('leaves an editor’s revision valid', async () => {
    await share(['bob']);
    expect(await opened.collections.update({ id, form: formOf({ rev: 1 }) }, ANN)).toMatchObject({ rev: 2 });
  });

  it('has a limited number of people', async () => {
    const many = Array.from({ length: LIMITS.sharesMax + 1 }, (_, index) => `u${index}`);
    const refusal = { error: 'invalidInput', fields: { users: expect.anything() } };
    await expect(share(many)).rejects.toMatchObject(refusal);
    expect(await opened.shares.list(id, ANN)).toEqual([]);
  });
});

describe('a secret link', () => {
  it('shows the collection to anyone until it expires, is replaced or revoked', async () => {
    const first = await opened.links.create(id, 7, ANN);
    expect(new Date(first.expiresAt).getTime()).toBe(opened.clock.now().getTime() + 7 * DAY_MS);
    expect(await opened.links.find(id, ANN)).toEqual(first);
    expect(await opened.links.show(first.secret, null)).toMatchObject({ id, name: 'Blue Ridge' });
    const second = await opened.links.create(id, 1, ANN);
    await expect(opened.links.show(first.secret, null)).rejects.toMatchObject(ended);
    opened.clock.advance(DAY_MS);
    await expect(opened.links.show(second.secret, null)).rejects.toMatchObject(ended);
    const third = await opened.links.create(id, 1, ANN);
    await opened.links.revoke(id, ANN);
    await expect(opened.links.show(third.secret, null)).rejects.toMatchObject(ended);
    expect(await opened.links.find(id, ANN)).toBeUndefined();
    for (const wrong of ['', 'x'.repeat(LIMITS.linkSecretLength), `${third.secret} `])
      await expect(opened.links.show(wrong, null)).rejects.toMatchObject(ended);
  });

  it('has no end if a Hero chooses so, and ends when they revoke it', async () => {
    const { secret, expiresAt } = await opened.links.create(id, 0, ANN);
    expect(expiresAt).toBe('');
    opened.clock.advance(10_000 * DAY_MS);
    expect(await opened.links.show(secret, null)).toMatchObject({ id });
    expect(await opened.links.find(id, ANN)).toEqual({ secret, expiresAt });
    // It was made with a Hero account; another one without end is not.
    const former = { ...ANN, accountType: 'free' } as const;
    await expect(opened.links.create(id, 0, former)).rejects.toMatchObject({ error: 'upgradeNeeded' });
    expect(await opened.links.show(secret, null)).toMatchObject({ id });
    await opened.links.revoke(id, former);
    await expect(opened.links.show(secret, null)).rejects.toMatchObject(ended);
  });

  it('ends when the collection is published or deleted, and while its owner is suspended', async () => {
    const staffs = await createdBy(opened, STAFF);
    const link = await opened.links.create(staffs.id, 30, STAFF);
    for (const privacy of ['public', 'private']) {
      await opened.collections.update({ id: staffs.id, form: formOf({ privacy }) }, STAFF);
      await expect(opened.links.show(link.secret, null)).rejects.toMatchObject(ended);
    }
    const { secret } = await opened.links.create(id, 30, ANN);
    await opened.drives.owners.suspend('ann', 1, true);
    await expect(opened.links.show(secret, STAFF)).rejects.toMatchObject(ended);
    await opened.drives.owners.suspend('ann', 2, false);
    await opened.links.show(secret, null);
    await opened.collections.delete(id, ANN);
    await expect(opened.links.show(secret, null)).rejects.toMatchObject(ended);
  });

  it('lasts for the selectable number of days', async () => {
    for (const days of [2, Number.NaN])
      await expect(opened.links.create(id, days, ANN)).rejects.toMatchObject({ fields: { days: expect.anything() } });
  });
});

it.each([
  ['a person it is shared with', BOB, 'notAllowed'],
  ['staff', STAFF, 'notAllowed'],
  ['a stranger', { userId: 'eve', accountType: 'hero' }, 'collectionNotFound'],
  ['a visitor', null, 'invalidSession'],
] as const)('is neither shared nor linked by %s', async (_, caller, error) => {
  await share(['bob']);
  const works = [
    async () => opened.shares.list(id, caller),
    async () => share([], caller),
    async () => opened.links.find(id, caller),
    async () => opened.links.create(id, 7, caller),
    async () => opened.links.revoke(id, caller),
  ];
  for (const work of works) await expect(work()).rejects.toMatchObject({ error });
});

it('is shared and linked by a free account, but not a trip', async () => {
  const plain = await createdBy(opened, FREE);
  await opened.shares.replace({ id: plain.id, userIds: ['bob'] }, FREE);
  await opened.links.create(plain.id, 7, FREE);
  const trip = await createdBy(opened, ANN, { days: 2 });
  await opened.links.create(trip.id, 7, ANN);
  const exHero = { ...ANN, accountType: 'free' } as const;
  const upgrade = { error: 'upgradeNeeded', additional: { upgrade: true } };
  await expect(opened.links.create(trip.id, 7, exHero)).rejects.toMatchObject(upgrade);
  await expect(opened.shares.replace({ id: trip.id, userIds: [] }, exHero)).rejects.toMatchObject(upgrade);
  await opened.links.revoke(trip.id, exHero);
  expect(await opened.links.find(trip.id, ANN)).toBeUndefined();
});
