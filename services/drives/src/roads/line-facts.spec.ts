// Aim: a drive is saved and imported while the roads service is away, and gets its heights and tags once it is back.
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { EventFactory } from '@switchback/platform/events/event';
import { randomIds } from '@switchback/platform/ids';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { ANN, createdBy, formOf, openAuthoring, type OpenedAuthoring } from '../authoring/authoring.fixture.js';
import { DriveSubmissions } from '../authoring/submissions.js';
import { Drive } from '../drive/drive.entity.js';
import { callOf, importedDrive, outboxOf } from '../drives.fixture.js';
import { DriveEvents } from '../events/drive-events.js';
import { derivationsOf } from '../upgrade/derivations.js';
import { DriveUpgrade } from '../upgrade/drive-upgrade.js';

const PROFILE = { source: 'srtm', gain: 500, loss: 0, highest: 900, steepest: undefined };
const FOREST = { category: 'environment', name: 'forest', meters: 9_000 };

let database: TestDatabase;
let drives: OpenedAuthoring;
beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openAuthoring(database.url);
});
beforeEach(async () => {
  await drives.source.query('truncate drive, outbox cascade');
  const profile = { ...PROFILE, profileMeters: [0, 1_000], profileHeights: [400, 900] };
  Object.assign(drives.roads, { isAway: false, profile, tags: [FOREST], lines: [] });
});
afterAll(async () => {
  await drives.close();
  await database.drop();
});

async function upgrade(): Promise<void> {
  const factory = new EventFactory({ source: 'drives', clock: systemClock, ids: randomIds });
  const submissions = new DriveSubmissions(factory, systemClock);
  const upgrades = new DriveUpgrade(drives.source.getRepository(Drive), new DriveEvents(factory), submissions);
  for (const derivation of derivationsOf(async () => drives.roads, randomIds)) await upgrades.next(derivation, '');
}

async function factsOf(id: string) {
  const { summary, elevation } = await drives.queries.details(id, ANN);
  return { rev: summary!.rev, gain: elevation?.gain, tags: summary!.tags.map(({ name }) => name) };
}

it('an author’s drive has its facts at once, from one call', async () => {
  const { id } = await createdBy(drives, ANN);
  expect(await factsOf(id)).toEqual({ rev: 1, gain: 500, tags: ['mountain', 'forest'] });
  expect(drives.roads.lines).toMatchObject([{ turnOf: 'ann', heights: true, scenery: true, approximate: false }]);
});

it.each([
  ['an author’s drive', async () => (await createdBy(drives, ANN)).id],
  [
    'an imported drive',
    async () => {
      await drives.service.importDrives([importedDrive()]);
      return (await drives.source.getRepository(Drive).findOneByOrFail({})).id;
    },
  ],
])('%s is stored without the roads service, and follows once', async (_, store) => {
  drives.roads.isAway = true;
  const id = await store();
  expect(await factsOf(id)).toEqual({ rev: 1, gain: undefined, tags: ['mountain'] });
  await expect(upgrade()).rejects.toMatchObject({ error: 'unavailable' });

  drives.roads.isAway = false;
  for (let run = 0; run < 2; run += 1) await upgrade();
  expect(await factsOf(id)).toEqual({ rev: 3, gain: 500, tags: ['mountain', 'forest'] });
  expect(await outboxOf(drives.source)).toHaveLength(3);
});

it('an edit without the roads service keeps the line’s facts, and another line waits for its own', async () => {
  const { id } = await createdBy(drives, ANN);
  drives.roads.isAway = true;
  await drives.authoring.update({ id, form: formOf({ directions: undefined, title: 'Other' }) }, callOf(ANN));
  expect(await factsOf(id)).toMatchObject({ gain: 500, tags: ['mountain', 'forest'] });
  await drives.authoring.update({ id, form: formOf({ title: 'Other' }) }, callOf(ANN));
  expect(await factsOf(id)).toMatchObject({ gain: undefined, tags: ['mountain'] });
});
