// Aim: titles that were distinct for the previous release and are not any more stop no upgrade, also if it writes more
// of them meanwhile; their drives keep them, and no third drive gets one.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import type { QueryRunner } from 'typeorm';
import { ANN, BOB, createdBy, openAuthoring, type OpenedAuthoring } from '../authoring/authoring.fixture.js';
import { titleKey } from '../drive/title-key.js';
import { importedDrive } from '../drives.fixture.js';
import { FoldTitles1796778000000 } from './1796778000000-fold-titles.js';

const migration = new FoldTitles1796778000000();
let database: TestDatabase;
let drives: OpenedAuthoring;
let runner: QueryRunner;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openAuthoring(database.url);
  runner = drives.source.createQueryRunner();
});
afterAll(async () => {
  await runner?.release();
  await drives?.close();
  await database?.drop();
});

/** Titles a drive as the previous release would, which does not fold. */
async function title(id: string, text: string): Promise<void> {
  await drives.source.query('update drive set title = $2, title_key = $3 where id = $1', [id, text, titleKey(text)]);
}

it('keeps titles that are the same only now, and reserves them', async () => {
  await createdBy(drives, ANN, { privacy: 'public', title: 'Field Straße Road' });
  const [second, third] = [
    await createdBy(drives, BOB, { privacy: 'public', title: 'Second Road' }),
    await createdBy(drives, BOB, { privacy: 'public', title: 'Third Road' }),
  ];
  await drives.service.importDrives([importedDrive({ id: 'accent', title: 'Devil´s Road' })]);
  await migration.down(runner);
  await title(second.id, 'Field STRASSE Road');
  await drives.source.query('update drive set title_key = $1 where official', ['devil\u0301sroad']);
  let isWritten = false;
  await migration.up(
    before(/^create unique/, async () => {
      if (!isWritten) await title(third.id, 'Field Stras\u00adse Road');
      isWritten = true;
    }),
  );
  const sharing: { id: string }[] = await drives.source.query('select id from drive where shares_title');
  expect(sharing.map(({ id }) => id).toSorted()).toEqual([second.id, third.id].toSorted());
  for (const taken of ['Field Straße Road', 'Field STRASSE Road', 'Devil’s Road']) {
    await expect(drives.authoring.checkTitle(taken, '', BOB)).rejects.toMatchObject({ error: 'titleTaken' });
  }
  await migration.up(runner);
});

/** Returns the runner with work before each statement of a kind. */
function before(kind: RegExp, work: () => Promise<void>): QueryRunner {
  return new Proxy(runner, {
    get: (target, name, receiver) =>
      name === 'query'
        ? async (sql: string, parameters?: unknown[]) => {
            if (kind.test(sql)) await work();
            return target.query(sql, parameters) as Promise<unknown>;
          }
        : (Reflect.get(target, name, receiver) as unknown),
  });
}
