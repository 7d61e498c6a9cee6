// Aim: drives stored before every line had a curviness get the same one as those imported since.
import { expect, it } from '@jest/globals';
import { createTestDatabase } from '@switchback/testing/database';
import { fakePlaces } from '@switchback/testing/fake-places';
import { Drive } from '../drive/drive.entity.js';
import { importedDrive, openDrives } from '../drives.fixture.js';
import { AddHeadingChange1796428800000 } from './1796428800000-add-heading-change.js';

/** More than one batch. */
const DRIVES = 120;

it('the migration measures stored lines as imports do', async () => {
  const database = await createTestDatabase();
  const drives = await openDrives(database.url, fakePlaces());
  const imported = Array.from({ length: DRIVES }, (_, index) => {
    const line = Array.from({ length: 4 }, (__, at): [number, number] => [
      -82 + at / 50,
      35 + (at % 2) * (index / 1e4),
    ]);
    return importedDrive({ id: `drive-${index}`, line });
  });
  await drives.service.importDrives(imported);
  const measures = () =>
    drives.source.getRepository(Drive).find({ select: { id: true, degreesPerKm: true }, order: { id: 'asc' } });
  const before = await measures();
  const runner = drives.source.createQueryRunner();
  await new AddHeadingChange1796428800000().down(runner);
  await new AddHeadingChange1796428800000().up(runner);
  await new AddHeadingChange1796428800000().up(runner);
  await runner.release();
  expect(new Set(before.map(({ degreesPerKm }) => degreesPerKm)).size).toBeGreaterThan(50);
  expect(await measures()).toEqual(before);
  await drives.close();
  await database.drop();
});
