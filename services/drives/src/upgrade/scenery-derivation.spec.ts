// Aim: drives of an older release get their tags and estimated durations once, with an event and without touching what
// their author chose.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { EventFactory } from '@switchback/platform/events/event';
import { randomIds } from '@switchback/platform/ids';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { ANN, createdBy, formOf, openAuthoring, type OpenedAuthoring, STAFF } from '../authoring/authoring.fixture.js';
import { DriveSubmissions } from '../authoring/submissions.js';
import { Drive } from '../drive/drive.entity.js';
import { DriveEvents } from '../events/drive-events.js';
import { callOf, importedDrive, outboxOf } from '../drives.fixture.js';
import { type Derivation, DriveUpgrade } from './drive-upgrade.js';
import { type UpgradePayload, UpgradeWorker } from './upgrade.worker.js';
import { sceneryDerivation } from './scenery-derivation.js';

const FOREST = { category: 'environment', name: 'forest', source: 'map' };

let database: TestDatabase;
let drives: OpenedAuthoring;
let upgrade: DriveUpgrade;
let derivation: Derivation;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openAuthoring(database.url);
  const { roads } = drives;
  roads.tags = ['mountain', 'forest'].map((name) => ({ category: 'environment', name, meters: 9_000 }));
  derivation = sceneryDerivation(async () => roads, randomIds);
  const factory = new EventFactory({ source: 'drives', clock: systemClock, ids: randomIds });
  const submissions = new DriveSubmissions(factory, systemClock);
  const table = drives.source.getRepository(Drive);
  upgrade = new DriveUpgrade(table, new DriveEvents(factory), submissions);
});
beforeEach(() => drives.source.query('truncate drive, outbox cascade'));
afterAll(async () => {
  await drives.close();
  await database.drop();
});

/** Creates a drive as an older release stored it. */
async function older(privacy: 'private' | 'public'): Promise<string> {
  const { id } = await createdBy(drives, ANN, { privacy });
  await drives.source.getRepository(Drive).update({ id }, { mapTags: [], sceneryVersion: 0 });
  await drives.source.query('truncate outbox');
  return id;
}

const summaryOf = async (id: string) => (await drives.queries.details(id, ANN)).summary!;

describe('a drive of an older release', () => {
  it('gets the tags of its line, and readers get its new state', async () => {
    const id = await older('private');
    expect(await upgrade.next(derivation, '')).toBe(id);
    const { tags, rev } = await summaryOf(id);
    expect(rev).toBe(2);
    // The author's own tag stands in place of the same one of the map.
    expect(tags[0]).toEqual({ category: 'environment', name: 'mountain' });
    expect(tags).toContainEqual({ ...FOREST, meters: expect.any(Number) });
    expect(await outboxOf(drives.source)).toMatchObject([{ id, rev: 2, saved: { summary: { tags } } }]);
  });

  it('gets a new estimate of its duration if it was imported', async () => {
    const imported = importedDrive();
    await drives.service.importDrives([imported]);
    const table = drives.source.getRepository(Drive);
    const { id, duration } = await table.findOneByOrFail({ importKey: imported.key });
    const outdated = { duration: duration / 2, durationSource: 'estimated', sceneryVersion: 1 } as const;
    await table.update({ id }, outdated);
    const drawn = await older('private');
    await table.update({ id: drawn }, outdated);
    await upgrade.next(derivation, '');
    expect((await table.findOneByOrFail({ id })).duration).toBe(duration);
    expect((await table.findOneByOrFail({ id: drawn })).duration).toBe(outdated.duration);
  });

  it('is not changed again', async () => {
    const id = await older('private');
    await upgrade.next(derivation, '');
    expect(await upgrade.next(derivation, '')).toBeNull();
    expect([(await summaryOf(id)).rev, (await outboxOf(drives.source)).length]).toEqual([2, 1]);
  });

  it('stays decidable by the staff who look at it', async () => {
    const id = await older('public');
    await upgrade.next(derivation, '');
    expect(await drives.submissions()).toMatchObject([{ subjectId: id, waiting: { rev: 2 } }]);
    expect(await drives.authoring.approve(id, 2, callOf(STAFF))).toMatchObject({ status: 'approved' });
  });
});

it('derives the tags of all drives, some in each job', async () => {
  const ids = await Promise.all(['private', 'private', 'public'].map((privacy) => older(privacy as 'private')));
  const waiting: UpgradePayload[] = [];
  const jobs = { enqueue: async (_, payload) => String(waiting.push(payload as never)) } as Pick<Jobs, 'enqueue'>;
  const worker = new UpgradeWorker(upgrade, [derivation], jobs, { warn: () => undefined });
  worker.onApplicationBootstrap();
  for (let payload = waiting.pop(); payload; payload = waiting.pop()) await worker.deriveScenery(payload);
  for (const id of ids) expect((await summaryOf(id)).tags.map(({ name }) => name)).toContain('forest');
});

it('an edit stores the author’s tags alone and derives those of the new text', async () => {
  const { id } = await createdBy(drives, ANN);
  const form = formOf({ tags: [], description: 'Over Bixby Bridge.', directions: undefined });
  await drives.authoring.update({ id, form }, callOf(ANN));
  const { tags, mapTags } = await drives.source.getRepository(Drive).findOneByOrFail({ id });
  expect(tags).toEqual([]);
  expect(mapTags.map(({ name }) => name)).toEqual(expect.arrayContaining(['mountain', 'forest', 'bridge']));
});
