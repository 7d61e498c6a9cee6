// Aim: drives stored before the z-order existed get the same one as those imported since.
import { expect, it } from '@jest/globals';
import { createTestDatabase } from '@switchback/testing/database';
import { fakePlaces } from '@switchback/testing/fake-places';
import { runSeed, seededRandom } from '@switchback/testing/random';
import { importedDrive, openDrives } from '../drives.fixture.js';
import { AddZOrder1795564800000 } from './1795564800000-add-z-order.js';

const seed = runSeed();
/** More than one batch. */
const DRIVES = 1_100;

it(`the migration numbers drives as imports do (SEED=${seed})`, async () => {
  const random = seededRandom(seed);
  const database = await createTestDatabase();
  const drives = await openDrives(database.url, fakePlaces());
  const imported = Array.from({ length: DRIVES }, (_, index) => {
    const [lng, lat] = [random.next() * 359 - 180, random.next() * 120 - 60];
    const [start, end]: [number, number][] = [
      [lng, lat],
      [lng + 0.2, lat + 0.1],
    ];
    return importedDrive({ id: `drive-${index}`, line: [start!, end!] });
  });
  for (let first = 0; first < DRIVES; first += 100)
    await drives.service.importDrives(imported.slice(first, first + 100));
  const orders = (): Promise<unknown> => drives.source.query('select id, z_order from drive order by id');
  const before = await orders();
  const runner = drives.source.createQueryRunner();
  await new AddZOrder1795564800000().down(runner);
  await new AddZOrder1795564800000().up(runner);
  await runner.release();
  expect(before).toHaveLength(DRIVES);
  expect(await orders()).toEqual(before);
  await drives.close();
  await database.drop();
});
