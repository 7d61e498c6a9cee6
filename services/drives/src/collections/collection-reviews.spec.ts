// Aim: a collection is published by staff alone, as they reviewed it, and until then only its owner and the people it is
// shared with see it; the previous release shows it to no one else either.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { ANN, BOB, FREE, OTHER_STAFF, STAFF } from '../authoring/authoring.fixture.js';
import { alter } from '../drives.fixture.js';
import {
  addDrives,
  createdBy,
  driveIdsOf,
  formOf,
  itemsOf,
  openCollections,
  type OpenedCollections,
} from './collections.fixture.js';

let database: TestDatabase;
let opened: OpenedCollections;
let id: string;
/** Two drives that everyone sees, and one of Ann alone. */
let drives: string[];
beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openCollections(database.url);
});
beforeEach(async () => {
  await opened.clear();
  drives = await addDrives(opened, {
    crest: { title: 'Crest Road' },
    hollow: { title: 'Hollow Road' },
    secret: { title: 'Secret Lane', privacy: 'private', status: 'none', ownerId: 'ann' },
  });
  ({ id } = await createdBy(opened, ANN, { items: itemsOf(...drives) }));
});
afterAll(async () => {
  await opened.drives.close();
  await database.drop();
});

const save = (form: Parameters<typeof formOf>[0], caller = ANN) =>
  opened.collections.update({ id, form: formOf(form) }, caller);
const ask = () => save({ privacy: 'public' });
const seenBy = (caller: typeof ANN | null) =>
  opened.queries.find(id, caller).then(
    ({ status }) => status,
    ({ error }: { error: string }) => error,
  );
const lastSubmission = async () => (await opened.submissions()).at(-1);
/** Asks to publish, and lets staff approve it. */
async function publish(): Promise<void> {
  const { rev } = await ask();
  await opened.reviews.approve(id, rev, STAFF);
}

describe('a collection whose owner asks to publish it', () => {
  it('waits for staff, with its text and its drives, and names no private one', async () => {
    expect(await ask()).toMatchObject({ privacy: 'public', status: 'pending' });
    const event = await lastSubmission();
    expect(event).toMatchObject({
      kind: 'collection',
      subjectId: id,
      title: 'Blue Ridge',
      ownerId: 'ann',
      waiting: { rev: 2 },
      reasons: ['1 drive is not public'],
    });
    expect(event?.facts['items']).toBe('Crest Road\nHollow Road\nA drive that is not public');
    expect(JSON.stringify(event)).not.toContain('Secret Lane');
  });

  it('stays with its owner, the people it is shared with and the holders of its link until staff approve it', async () => {
    await opened.shares.replace({ id, userIds: ['bob'] }, ANN);
    const { secret } = await opened.links.create(id, 7, ANN);
    const { rev } = await ask();
    expect([await seenBy(null), await seenBy(FREE), await seenBy(BOB), await seenBy(STAFF)]).toEqual([
      'collectionNotFound',
      'collectionNotFound',
      'none',
      'pending',
    ]);
    expect(await opened.links.show(secret, null)).toMatchObject({ id, privacy: 'private', status: 'none' });
    expect([await opened.published(null), await opened.listOf('ann', BOB)]).toEqual([[], []]);
    await opened.reviews.approve(id, rev, STAFF);
    expect([await seenBy(null), await seenBy(BOB)]).toEqual(['approved', 'approved']);
    await expect(opened.links.show(secret, null)).rejects.toMatchObject({ error: 'secretLinkEnded' });
    const [published] = await opened.published(null);
    expect([published?.id, driveIdsOf(published!)]).toEqual([id, drives.slice(0, 2)]);
    expect(await opened.listOf('ann', null)).toMatchObject([{ id, owner: { id: 'ann' } }]);
    expect(await lastSubmission()).toMatchObject({ settled: { decision: 'approve', decidedBy: 'staff', rev: 3 } });
  });

  it('is private to the previous release until then', async () => {
    const stored = () => opened.drives.source.query('select privacy from collection');
    await ask();
    expect(await stored()).toEqual([{ privacy: 'private' }]);
    await opened.reviews.requestChanges(id, 'A better name, please.', 2, STAFF);
    expect(await stored()).toEqual([{ privacy: 'private' }]);
  });

  it('needs a drive that everyone may see, and a Hero account', async () => {
    await save({ items: itemsOf(drives[2]!) });
    await expect(ask()).rejects.toMatchObject({ fields: { items: expect.anything() } });
    expect(await seenBy(ANN)).toBe('none');
    const free = await createdBy(opened, FREE, { items: itemsOf(drives[0]!) });
    const request = opened.collections.update({ id: free.id, form: formOf({ privacy: 'public' }) }, FREE);
    await expect(request).rejects.toMatchObject({ error: 'upgradeNeeded', additional: { upgrade: true } });
  });

  it('is withdrawn from the queue by its owner: made private, or deleted', async () => {
    await ask();
    await save({ privacy: 'private' });
    expect(await lastSubmission()).toMatchObject({ version: 3, withdrawn: {} });
    await ask();
    await opened.collections.delete(id, ANN);
    expect(await lastSubmission()).toMatchObject({ version: 5, withdrawn: {} });
  });

  it('leaves the queue with the account of its owner', async () => {
    await ask();
    await opened.drives.owners.erase('ann', 2);
    await opened.drives.owners.erase('ann', 2);
    expect(await lastSubmission()).toMatchObject({ subjectId: id, version: 3, withdrawn: {} });
    expect(await seenBy(STAFF)).toBe('collectionNotFound');
  });
});

describe('a decision on a collection', () => {
  it.each([
    ['a visitor', null, 'invalidSession'],
    ['its owner', ANN, 'notAllowed'],
    ['a stranger', BOB, 'collectionNotFound'],
  ] as const)('is not made by %s', async (_, caller, error) => {
    await ask();
    await expect(opened.reviews.approve(id, 2, caller)).rejects.toMatchObject({ error });
    await expect(opened.reviews.requestChanges(id, 'No.', 2, caller)).rejects.toMatchObject({ error });
  });

  it('is made once, on the revision that staff reviewed', async () => {
    await ask();
    await save({ description: 'Seen by no one yet.' });
    await expect(opened.reviews.approve(id, 2, STAFF)).rejects.toMatchObject({ error: 'staleRevision' });
    await expect(opened.reviews.approve(id, undefined, STAFF)).rejects.toMatchObject({ fields: { _rev: {} } });
    const both = await Promise.allSettled([
      opened.reviews.approve(id, 3, STAFF),
      opened.reviews.approve(id, 3, OTHER_STAFF),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await seenBy(null)).toBe('approved');
  });

  it('requests changes in words, which its owner reads until they ask again', async () => {
    await opened.shares.replace({ id, userIds: ['bob'] }, ANN);
    await ask();
    await expect(opened.reviews.requestChanges(id, ' ', 2, STAFF)).rejects.toMatchObject({ fields: { note: {} } });
    await opened.reviews.requestChanges(id, ' Please say where to eat. ', 2, STAFF);
    const words = 'Please say where to eat.';
    expect(await opened.queries.find(id, ANN)).toMatchObject({ status: 'changes-requested', changeRequest: words });
    expect(await opened.queries.find(id, BOB)).toMatchObject({ status: 'none', changeRequest: '' });
    expect((await opened.listOf('ann', ANN))[0]).toMatchObject({ status: 'changes-requested', changeRequest: words });
    // One change after the other, and then asks again.
    const changed = await save({ description: 'Lunch in Cherokee.' });
    expect(changed).toMatchObject({ status: 'changes-requested', changeRequest: words });
    expect(await lastSubmission()).toMatchObject({ settled: { decision: 'request-changes' } });
    expect(await ask()).toMatchObject({ status: 'pending', changeRequest: '' });
    expect(await lastSubmission()).toMatchObject({ waiting: { rev: 5 }, facts: { description: 'Lunch in Cherokee.' } });
  });
});

describe('a published collection', () => {
  beforeEach(publish);

  it.each([
    ['its name', () => ({ name: 'Smokies' })],
    ['its description', () => ({ description: 'Slowly.' })],
    ['its drives', () => ({ items: itemsOf(drives[1]!, drives[0]!) })],
    ['a note', () => ({ items: { items: [{ driveId: drives[0]!, note: 'Coffee.', day: 0 }] } })],
    ['its days', () => ({ days: 2 })],
  ])('goes back to staff when its owner changes %s', async (_, change) => {
    expect(await save(change())).toMatchObject({ status: 'pending' });
    expect(await seenBy(null)).toBe('collectionNotFound');
    expect(await lastSubmission()).toMatchObject({ waiting: { rev: 4 } });
  });

  it('stays published when its owner changes nothing, and when staff change it', async () => {
    await save({ privacy: 'public', name: 'Blue Ridge', items: itemsOf(...drives) });
    await save({ name: 'Blue Ridge Parkway' }, STAFF);
    expect(await seenBy(null)).toBe('approved');
    expect(await lastSubmission()).toMatchObject({ settled: {} });
  });

  it('returns to its place among the published ones after a review of a change', async () => {
    opened.clock.advance(1_000);
    const later = await createdBy(opened, STAFF, { privacy: 'public', items: itemsOf(drives[0]!) });
    opened.clock.advance(1_000);
    const { rev } = await save({ description: 'Slowly.' });
    await opened.reviews.approve(id, rev, STAFF);
    expect((await opened.published(null)).map((one) => one.id)).toEqual([later.id, id]);
  });

  it('shows a private drive in it to no stranger, and shows it once it is published itself', async () => {
    expect(driveIdsOf(await opened.queries.find(id, null))).toEqual(drives.slice(0, 2));
    await alter(opened.drives.source, 'secret', { privacy: 'public', status: 'approved' });
    expect(driveIdsOf(await opened.queries.find(id, null))).toEqual(drives);
  });

  it('is made private by its owner, also without a Hero account, and by staff', async () => {
    await save({ privacy: 'private' }, { ...ANN, accountType: 'free' });
    expect([await seenBy(null), await seenBy(ANN)]).toEqual(['collectionNotFound', 'none']);
    await publish();
    await save({ privacy: 'private' }, STAFF);
    expect(await seenBy(ANN)).toBe('none');
  });
});

it('published by the previous release stays published, whatever its review was', async () => {
  await ask();
  await opened.drives.source.query(`update collection set privacy = 'public'`);
  expect([await seenBy(null), await seenBy(ANN)]).toEqual(['approved', 'approved']);
});
