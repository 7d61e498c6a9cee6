// Aim: staff's corrections are saved with the approval as one revision of the author's drive, named by comparison, and
// whatever is refused changes nothing.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import type { DriveForm } from '@switchback/proto/drives/v1/service';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { callOf, outboxOf } from '../drives.fixture.js';
import {
  ANN,
  BOB,
  createdBy,
  directionsOf,
  formOf,
  LINE,
  openAuthoring,
  type OpenedAuthoring,
  STAFF,
} from './authoring.fixture.js';

let database: TestDatabase;
let drives: OpenedAuthoring;
let id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openAuthoring(database.url);
});
beforeEach(async () => {
  await drives.source.query('truncate drive, owner, outbox, idempotent_request cascade');
  for (const { userId } of [ANN, BOB, STAFF]) await drives.owners.rename(userId, 1, `${userId}-name`);
  ({ id } = await createdBy(drives, ANN, { privacy: 'public' }));
});
afterAll(async () => {
  await drives.close();
  await database.drop();
});

const approve = (overrides: Partial<DriveForm> = {}, caller: Caller = STAFF, rev: number | undefined = 1) =>
  drives.authoring.approve(id, rev, callOf(caller), formOf({ privacy: 'public', ...overrides }));
const details = (caller = BOB) => drives.queries.details(id, caller);
const correctedFields = async () => (await drives.submissions()).at(-1)!.settled?.corrected;

async function errorOf(work: Promise<unknown>) {
  const error: unknown = await work.then(
    () => new Error('It was not refused.'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ProductError)) throw error;
  return { error: error.error, additional: error.additional, fields: Object.keys(error.fields ?? {}) };
}

describe('an approval with corrections', () => {
  it('publishes them as the next revision of the author’s drive, with one event', async () => {
    const line = [LINE[0]!, { lat: 35.7, lng: -82.3 }];
    const saved = await approve({
      title: 'Tail of the Wyvern',
      description: 'Through the hills, then down.',
      tags: [{ category: 'environment', name: 'forest' }],
      starRating: 4,
      countries: [{ country: { id: 233, name: '' }, states: [{ id: 1427, name: '' }] }],
      directions: directionsOf(line),
      pointsOfInterest: [{ label: 'Fuel', location: LINE[0], placeId: '' }],
    });
    expect(saved).toMatchObject({ title: 'Tail of the Wyvern', privacy: 'public', status: 'approved', rev: 2 });
    const { summary, pointsOfInterest } = await details();
    expect(summary).toMatchObject({
      title: 'Tail of the Wyvern',
      description: 'Through the hills, then down.',
      starRating: 4,
      rev: 2,
      creator: { id: 'ann', username: 'ann-name' },
      endLocation: line[1],
      countries: [{ states: [{ name: 'Virginia' }] }],
    });
    expect(pointsOfInterest.map(({ label }) => label)).toEqual(['Fuel']);
    const events = await outboxOf(drives.source);
    expect(events.map(({ rev, saved: state }) => [rev, state?.summary?.title, state?.audience?.isPublic])).toEqual([
      [1, 'Tail of the Dragon', false],
      [2, 'Tail of the Wyvern', true],
    ]);
    expect((await drives.submissions()).at(-1)).toMatchObject({
      facts: { title: 'Tail of the Wyvern' },
      settled: {
        decision: 'approve',
        decidedBy: 'staff',
        rev: 2,
        corrected: [
          'title',
          'description',
          'tags',
          'starRating',
          'countriesAndStates',
          'directions',
          'pointsOfInterest',
        ],
      },
    });
  });

  it('names only what differs, and keeps the figures of a line that is sent again', async () => {
    const { directions, waypoints, summary } = await details(ANN);
    const stops = waypoints.map(({ label, location }) => ({ label, location, placeId: '' }));
    await drives.source.query('update drive set duration = 1234');
    await approve({ title: 'Tail of the Wyvern', directions, waypoints: stops });
    expect(await correctedFields()).toEqual(['title']);
    const after = await details();
    expect([after.summary!.duration, after.summary!.distance]).toEqual([1234, summary!.distance]);
    expect(after.directions!.legs.map(({ path }) => path)).toEqual(directions!.legs.map(({ path }) => path));
  });

  it.each([
    ['the whole drive sent again', {}],
    ['a line left out', { directions: undefined }],
    ['other spaces', { title: ' Tail of  the Dragon ' }],
  ])('that change nothing is a plain approval: %s', async (_, input) => {
    expect(await approve(input)).toMatchObject({ status: 'approved', rev: 2 });
    expect(await correctedFields()).toEqual([]);
  });

  it('may leave out what an admin may leave out', async () => {
    await approve({ description: '', countries: [], tags: [] });
    expect(await correctedFields()).toEqual(['description', 'tags', 'countriesAndStates']);
  });
});

describe('a refused approval with corrections', () => {
  it('changes nothing', async () => {
    await createdBy(drives, BOB, { privacy: 'public', title: 'Taken Road' });
    const other = { title: 'Tail of the Wyvern' };
    const refusals = [
      await errorOf(approve({ title: 'Taken Road' })),
      await errorOf(approve({ title: 'no title' })),
      await errorOf(approve({ privacy: 'private' })),
      await errorOf(approve({ tags: [{ category: 'environment', name: 'moon' }] })),
      await errorOf(approve(other, STAFF, 7)),
      await errorOf(approve(other, ANN)),
      await errorOf(drives.authoring.approve('no-such-drive', 1, callOf(STAFF), formOf({ privacy: 'public' }))),
    ];
    expect(refusals.map(({ error, fields }) => [error, ...fields])).toEqual([
      ['titleTaken', 'title'],
      ['invalidInput', 'title'],
      ['invalidInput', 'privacy'],
      ['invalidInput', 'tags'],
      ['staleRevision'],
      ['notAllowed'],
      ['driveNotFound'],
    ]);
    expect(refusals[4]!.additional).toEqual({ _rev: 1 });
    expect((await details(ANN)).summary).toMatchObject({ title: 'Tail of the Dragon', status: 'pending', rev: 1 });
    expect(await outboxOf(drives.source)).toHaveLength(2);
  });

  it('tells that the drive is already decided before it looks at the form', async () => {
    await drives.authoring.approve(id, 1, callOf(STAFF));
    const refusal = await errorOf(approve({ title: 'no title' }));
    expect(refusal).toEqual({
      error: 'alreadyDecided',
      additional: { _rev: 2, privacy: 'public', status: 'approved' },
      fields: [],
    });
  });
});
