// Aim: drives know their number of photos, and staff always see whether a waiting drive has any.
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { EventFactory } from '@switchback/platform/events/event';
import { randomIds } from '@switchback/platform/ids';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { ANN, createdBy, openAuthoring, type OpenedAuthoring, STAFF } from '../authoring/authoring.fixture.js';
import { DriveSubmissions } from '../authoring/submissions.js';
import { Drive } from '../drive/drive.entity.js';
import { DriveEvents } from '../events/drive-events.js';
import { DrivePhotos } from './drive-photos.js';

let database: TestDatabase;
let drives: OpenedAuthoring;
let photos: DrivePhotos;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openAuthoring(database.url);
  const factory = new EventFactory({ source: 'drives', clock: systemClock, ids: randomIds });
  const repository = drives.source.getRepository(Drive);
  photos = new DrivePhotos(repository, new DriveEvents(factory), new DriveSubmissions(factory, systemClock));
});
beforeEach(() => drives.source.query('truncate drive, owner, outbox, idempotent_request cascade'));
afterAll(async () => {
  await drives.close();
  await database.drop();
});

const eventOf = (driveId: string, rev: number, count: number) => ({ driveId, rev, count, photos: [] });
const reasons = async () => (await drives.submissions()).map((told) => [told.version, told.reasons]);

it('a pending drive lacks a photo until it has one, and again once that is deleted', async () => {
  const { id } = await createdBy(drives, ANN, { privacy: 'public' });
  await photos.apply([eventOf(id, 1, 1)]);
  await photos.apply([eventOf(id, 1, 1), eventOf(id, 2, 0)]);
  expect(await reasons()).toEqual([
    [1, ['no photo']],
    [2, []],
    [3, ['no photo']],
  ]);
});

it('preserves this through decisions of staff, late events and drives that are not pending', async () => {
  const { id } = await createdBy(drives, ANN, { privacy: 'public' });
  const own = await createdBy(drives, ANN);
  await photos.apply([eventOf(id, 2, 1), eventOf(own.id, 1, 1), eventOf('gone', 1, 1)]);
  await photos.apply([eventOf(id, 1, 0)]);
  await drives.authoring.requestChanges(id, { title: 'Which?' }, undefined, STAFF);
  await photos.apply([eventOf(id, 3, 2)]);
  const [first, second, third, ...none] = await reasons();
  expect([first, second, third, none]).toEqual([[1, ['no photo']], [3, []], [4, []], []]);
});
