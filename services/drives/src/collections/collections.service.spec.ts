// Aim: people keep ordered lists of drives and plan trips with them; concurrent and repeated requests lose nothing.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { lockWaiters } from '@switchback/testing/lock-waiters';
import { waitUntil } from '@switchback/testing/wait';
import { ANN, BOB, FREE, OTHER_STAFF, STAFF } from '../authoring/authoring.fixture.js';
import { Drive } from '../drive/drive.entity.js';
import { listedDrives } from './collections.sql.js';
import {
  addDrives,
  createdBy,
  driveIdsOf,
  formOf,
  itemsOf,
  listedAs,
  openCollections,
  type OpenedCollections,
} from './collections.fixture.js';

let database: TestDatabase;
let opened: OpenedCollections;
let a: string;
let b: string;
let c: string;

beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openCollections(database.url);
});
beforeEach(async () => {
  await opened.clear();
  [a, b, c] = (await addDrives(opened, { a: {}, b: {}, c: {} })) as [string, string, string];
});
afterAll(async () => {
  await opened.drives.close();
  await database.drop();
});

const onlyUnder = (field: string) => ({ error: 'invalidInput', fields: { [field]: expect.anything() } });
const save = (id: string, overrides: Parameters<typeof formOf>[0], caller = ANN) =>
  opened.collections.update({ id, form: formOf(overrides) }, caller);

describe('a collection', () => {
  it('holds its drives in order, with notes and totals', async () => {
    const items = { items: [{ driveId: b, note: ' Fuel\r\nin Cherokee. ', day: 0 }, ...itemsOf(a).items] };
    const made = await createdBy(opened, FREE, { name: '  Blue   Ridge ', description: 'Two days.', items });
    const [drive] = await opened.drives.queries.summaries([a], null);
    expect(made).toEqual({
      id: made.id,
      rev: 1,
      name: 'Blue Ridge',
      description: 'Two days.',
      privacy: 'private',
      status: 'none',
      changeRequest: '',
      owner: { id: 'free', username: '' },
      items: [
        { driveId: b, note: 'Fuel\nin Cherokee.', day: 0 },
        { driveId: a, note: '', day: 0 },
      ],
      start: '',
      days: 0,
      distance: 2 * drive!.distance,
      duration: 2 * drive!.duration,
      approximate: false,
      estimated: true,
    });
    expect(await opened.queries.find(made.id, FREE)).toEqual(made);
  });

  it('keeps what a change does not name, and bears its owner’s present name', async () => {
    await opened.drives.owners.rename('ann', 1, 'Ann');
    const made = await createdBy(opened, ANN, { description: 'Old.', items: itemsOf(a, b) });
    await opened.drives.owners.rename('ann', 2, 'Anna');
    const saved = await save(made.id, { name: 'Smokies' });
    expect(saved).toEqual({ ...made, rev: 2, name: 'Smokies', owner: { id: 'ann', username: 'Anna' } });
    expect(driveIdsOf(await save(made.id, { items: itemsOf(c, a) }))).toEqual([c, a]);
    expect(driveIdsOf(await save(made.id, { items: itemsOf() }))).toEqual([]);
  });

  it('loses a drive that is deleted', async () => {
    const made = await createdBy(opened, ANN, { items: itemsOf(a, b, c) });
    await opened.drives.source.getRepository(Drive).delete({ id: b });
    expect(driveIdsOf(await opened.queries.find(made.id, ANN))).toEqual([a, c]);
    await expect(save(made.id, { items: itemsOf(a, b) })).rejects.toMatchObject(onlyUnder('items'));
    expect(driveIdsOf(await save(made.id, { items: itemsOf(c, a) }))).toEqual([c, a]);
  });

  it('refuses a drive that is deleted at the same time, like one deleted before', async () => {
    // Aim: the two lock drives and items in one order; in opposite orders, one of them would fail.
    const { source } = opened.drives;
    const made = await createdBy(opened, ANN, { items: itemsOf(a, b, c) });
    const other = source.createQueryRunner();
    await other.startTransaction();
    await other.query('select from drive where id = $1 for update', [b]);
    const refused = expect(save(made.id, { items: itemsOf(c, b, a) })).rejects.toMatchObject(onlyUnder('items'));
    await waitUntil('the save to wait', async () => (await lockWaiters(source)) === 1);
    await other.manager.delete(Drive, { id: b });
    await other.commitTransaction();
    await other.release();
    await refused;
    expect(driveIdsOf(await opened.queries.find(made.id, ANN))).toEqual([a, c]);
  });

  it('is deleted with its items; its drives stay', async () => {
    const made = await createdBy(opened, ANN, { items: itemsOf(a) });
    await opened.collections.delete(made.id, ANN);
    await expect(opened.queries.find(made.id, ANN)).rejects.toMatchObject({ error: 'collectionNotFound' });
    expect(await opened.drives.source.query('select from collection_item')).toEqual([]);
    expect(await opened.drives.queries.summaries([a], null)).toHaveLength(1);
  });

  it('needs a name and drives that exist', async () => {
    await expect(createdBy(opened, ANN, { name: ' \t' })).rejects.toMatchObject(onlyUnder('name'));
    await expect(createdBy(opened, ANN, { items: itemsOf(a, 'x') })).rejects.toMatchObject(onlyUnder('items'));
    await expect(createdBy(opened, ANN, { items: itemsOf(a, b, a) })).rejects.toMatchObject(onlyUnder('items'));
    expect(await opened.listOf('ann', ANN)).toEqual([]);
  });
});

describe('a trip', () => {
  it('has its drives in the order of its days, the unplanned last', async () => {
    const made = await createdBy(opened, ANN, { start: '2027-06-05', days: 2, items: itemsOf(a, [b, 2], [c, 1]) });
    expect(made).toMatchObject({ start: '2027-06-05', days: 2 });
    expect(made.items.map(({ driveId, day }) => [driveId, day])).toEqual([
      [c, 1],
      [b, 2],
      [a, 0],
    ]);
  });

  it('refuses a day that it does not have', async () => {
    for (const [given, day] of [
      [{ days: 2 }, 3],
      [{ start: '2027-06-05' }, 2],
      [{}, 1],
    ] as const) {
      const items = itemsOf([a, day]);
      await expect(createdBy(opened, ANN, { ...given, items })).rejects.toMatchObject(onlyUnder('items'));
    }
  });

  it('unplans the drives of days that it loses', async () => {
    const made = await createdBy(opened, ANN, { days: 3, items: itemsOf([a, 1], [b, 2], [c, 3]) });
    const daysAfter = async (input: object) => (await save(made.id, input)).items.map(({ day }) => day);
    expect(await daysAfter({ days: 2 })).toEqual([1, 2, 0]);
    expect(await daysAfter({ days: 0, start: '2027-06-05' })).toEqual([1, 0, 0]);
    expect(await daysAfter({ start: '' })).toEqual([0, 0, 0]);
  });

  it('needs a Hero account, until it is saved without days', async () => {
    const upgrade = { error: 'upgradeNeeded', additional: { upgrade: true } };
    await expect(createdBy(opened, FREE, { days: 2 })).rejects.toMatchObject(upgrade);
    const made = await createdBy(opened, ANN, { start: '2027-06-05', items: itemsOf([a, 1]) });
    const exHero = { ...ANN, accountType: 'free' } as const;
    await expect(save(made.id, { name: 'Mine' }, exHero)).rejects.toMatchObject(upgrade);
    expect(await opened.queries.find(made.id, exHero)).toEqual(made);
    expect((await save(made.id, { start: '' }, exHero)).items).toEqual([{ driveId: a, note: '', day: 0 }]);
    await expect(save(made.id, { days: 1 }, exHero)).rejects.toMatchObject(upgrade);
  });
});

describe('a drive that comes more than once', () => {
  it('is refused on one day, and accepted on two', async () => {
    for (const items of [itemsOf([a, 1], [b, 1], [a, 1]), itemsOf(a, [a, 1], a)]) {
      await expect(createdBy(opened, ANN, { days: 2, items })).rejects.toMatchObject(onlyUnder('items'));
    }
    const made = await createdBy(opened, ANN, { days: 2, items: itemsOf([a, 1], [a, 2], a) });
    await expect(save(made.id, { days: 0, items: itemsOf(a, a) })).rejects.toMatchObject(onlyUnder('items'));
    expect(driveIdsOf(await opened.queries.find(made.id, ANN))).toEqual([a, a, a]);
  });

  it('is one item with all notes after its days are lost', async () => {
    const noted = (note: string, day: number) => ({ driveId: a, note, day });
    const items = { items: [noted('Up.', 1), noted('', 2), noted('Down.', 3)] };
    const made = await createdBy(opened, ANN, { days: 3, items });
    expect((await save(made.id, { days: 1 })).items).toEqual([noted('Up.', 1), noted('Down.', 0)]);
    expect((await save(made.id, { days: 0 })).items).toEqual([noted('Up.\nDown.', 0)]);
  });

  it('is one item a day if an earlier release stored it repeatedly', async () => {
    // Aim: such a collection is read, listed, routed and saved like any other, and no note is lost.
    const { source } = opened.drives;
    const { id } = await createdBy(opened, ANN, { items: itemsOf(b, a) });
    await source.query(
      `insert into collection_item (collection_id, position, drive_id, note)
       select $1, 10 + number, $2, 'Lap ' || number from generate_series(1, 3) number`,
      [id, a],
    );
    const item = { driveId: a, note: 'Lap 1\nLap 2\nLap 3', day: 0 };
    const [drive] = await opened.drives.queries.summaries([a], null);
    const found = await opened.queries.find(id, ANN);
    expect(found).toMatchObject({ items: [{ driveId: b }, item], distance: 2 * drive!.distance });
    expect(await opened.listOf('ann', ANN)).toEqual([listedAs(found)]);
    expect(await listedDrives(source.manager, id, ANN)).toHaveLength(2);
    expect((await save(id, { items: { items: [item] } })).items).toEqual([item]);
    expect(await source.query('select from collection_item')).toHaveLength(1);
  });
});

describe('a public collection', () => {
  it('is published and edited by staff, and shown to everyone', async () => {
    await expect(createdBy(opened, ANN, { privacy: 'public' })).rejects.toMatchObject(onlyUnder('items'));
    const first = await createdBy(opened, STAFF, { name: 'First', privacy: 'public' });
    const draft = await createdBy(opened, STAFF, { name: 'Draft' });
    opened.clock.advance(1_000);
    await save(draft.id, { privacy: 'public' }, STAFF);
    opened.clock.advance(1_000);
    await expect(save(first.id, { description: 'Mine.' })).rejects.toMatchObject({ error: 'notAllowed' });
    await save(first.id, { description: 'Edited.' }, OTHER_STAFF);
    expect((await opened.published(null)).map(({ name }) => name)).toEqual(['Draft', 'First']);
    expect(await opened.queries.find(first.id, null)).toMatchObject({ description: 'Edited.', owner: { id: 'staff' } });
    expect((await opened.listOf('staff', ANN)).map(({ name }) => name)).toEqual(['First', 'Draft']);
    await save(draft.id, { privacy: 'private' }, STAFF);
    expect((await opened.published(null)).map(({ name }) => name)).toEqual(['First']);
    expect((await opened.listOf('staff', ANN)).map(({ name }) => name)).toEqual(['First']);
  });
});

describe('two requests', () => {
  it('with one key create one collection', async () => {
    const request = { form: formOf({ name: 'Once' }), idempotency: { key: 'k', fingerprint: 'f' } };
    const made = await Promise.all([1, 2, 3].map(() => opened.collections.create(request, ANN)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await opened.listOf('ann', ANN)).toEqual([listedAs(made[0]!)]);
    await opened.collections.delete(made[0]!.id, ANN);
    await expect(opened.collections.create(request, ANN)).rejects.toMatchObject({ error: 'collectionNotFound' });
  });

  it('that change one revision: one is saved, the other learns the present revision', async () => {
    const { id } = await createdBy(opened, ANN, { items: itemsOf(a) });
    const works = [itemsOf(b), itemsOf(c)].map((items) => save(id, { items, rev: 1 }));
    const outcomes = await Promise.allSettled(works);
    const saved = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(refused).toMatchObject([{ error: 'staleRevision', additional: { _rev: 2 } }]);
    expect(saved).toEqual([await opened.queries.find(id, ANN)]);
  });

  it('do not exceed the limit of a person together', async () => {
    for (let count = 2; count < LIMITS.collectionsMax; count += 1) await createdBy(opened, ANN);
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => createdBy(opened, ANN)));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(refused).toHaveLength(4);
    for (const error of refused) expect(error).toMatchObject(onlyUnder('submit'));
    expect(await opened.listOf('ann', ANN)).toHaveLength(LIMITS.collectionsMax);
    await createdBy(opened, BOB);
  });
});
