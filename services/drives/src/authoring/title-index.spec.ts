// Aim: a title is taken in every form in which people write it, also for requests that pass the check concurrently, and
// no other title is taken by it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProductError } from '@switchback/platform/errors';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { callOf, importedDrive } from '../drives.fixture.js';
import { ANN, BOB, createdBy, formOf, openAuthoring, type OpenedAuthoring } from './authoring.fixture.js';
import { titleKey } from '../drive/title-key.js';

let database: TestDatabase;
let drives: OpenedAuthoring;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openAuthoring(database.url);
});
beforeEach(() => drives.source.query('truncate drive, outbox, idempotent_request cascade'));
afterAll(async () => {
  await drives.close();
  await database.drop();
});

async function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'free',
    (error: unknown) => {
      if (error instanceof ProductError) return error.error;
      throw error;
    },
  );
}
const check = (title: string, driveId = '') => outcome(drives.authoring.checkTitle(title, driveId, BOB));
const submit = (title: string, caller = ANN) => createdBy(drives, caller, { privacy: 'public', title });

describe('a title', () => {
  it.each([
    ['Field Straße Road', 'Field STRASSE Road', 'Field STRAẞE Road'],
    ['Field Strasse Road', 'Field Straße Road'],
    ["Devil's Road", 'Devil’s Road', 'Devil‘s Road', 'Devilʼs Road', 'DEVILʻS ROAD'],
    ['Sky-Line Road', 'Sky–Line Road', 'Sky - Line Road', 'SKY – LINE ROAD'],
    ['Ｆｕｌｌ Ｗｉｄｔｈ ２', 'Full Width 2', 'FullWidth ²'],
    ['Eﬃcient Pass', 'EFFICIENT PASS'],
    ['ΟΔΟΣ', 'Οδος', 'Οδοσ'],
    ['Kızıl Yol', 'KIZIL YOL'],
    ['İstanbul Yol', 'Istanbul Yol'],
    ['E\u0301toile Road', '\u00c9toile Road'],
    ['საქართველო', 'ᲡᲐᲥᲐᲠᲗᲕᲔᲚᲝ'],
  ])('is taken in all forms: %s', async (first, ...forms) => {
    const { id } = await submit(first);
    for (const title of forms) {
      expect([title, await check(title), await check(title, id)]).toEqual([title, 'titleTaken', 'free']);
      expect(await outcome(submit(title, BOB))).toBe('titleTaken');
    }
  });

  it('is decided by the index if both requests passed the check, also those of the previous release', async () => {
    await submit('Field Straße Road');
    const other = await submit('Other Road', BOB);
    const written = drives.source.query('update drive set title_key = $2 where id = $1', [
      other.id,
      titleKey('Field STRASSE Road'),
    ]);
    await expect(written).rejects.toMatchObject({ code: '23505' });
  });

  it('with another letter or sign is free', async () => {
    await submit('Kinau Road');
    for (const title of ['Kinaʻu Road', 'Kīnau Road', 'Kin-Au Road']) expect(await check(title)).toBe('free');
  });

  it('is taken by an import that writes the apostrophe as an accent', async () => {
    await drives.service.importDrives([importedDrive({ id: 'accent', title: 'Devil´s Road' })]);
    expect(await check('Devil’s Road')).toBe('titleTaken');
  });

  it('that was shared before is kept, and given up with a new title', async () => {
    const first = await submit('Field Straße Road');
    const second = await submit('Other Road', BOB);
    await drives.source.query('update drive set title = $2, title_key = $3, shares_title = true where id = $1', [
      second.id,
      'Field STRASSE Road',
      titleKey('Field STRASSE Road'),
    ]);
    const edit = (title: string) =>
      drives.authoring.update({ id: second.id, form: formOf({ privacy: 'public', title }) }, callOf(BOB));
    expect(await edit('Field STRASSE Road')).toMatchObject({ title: 'Field STRASSE Road' });
    await edit('Second Road');
    expect(await outcome(edit('Field STRASSE Road'))).toBe('titleTaken');
    await drives.authoring.delete(first.id, ANN);
    expect(await outcome(edit('Field STRASSE Road'))).toBe('free');
    expect(await check('Field Straße Road')).toBe('titleTaken');
  });
});
