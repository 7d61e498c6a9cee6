// Aim: people create, change and delete drives by the rules of the contract, and each change publishes its event
// exactly when it takes effect.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProductError } from '@switchback/platform/errors';
import type { DriveForm } from '@switchback/proto/drives/v1/service';
import { pathLengthMeters } from '@switchback/geo/distance';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { Drive } from '../drive/drive.entity.js';
import { callOf, alter, importedDrive, outboxOf } from '../drives.fixture.js';
import {
  ANN,
  BOB,
  createdBy,
  directionsOf,
  formOf,
  FREE,
  LINE,
  openAuthoring,
  type OpenedAuthoring,
  STAFF,
} from './authoring.fixture.js';

let database: TestDatabase;
let drives: OpenedAuthoring;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openAuthoring(database.url);
});
beforeEach(async () => {
  await drives.source.query('truncate drive, owner, outbox, idempotent_request cascade');
  for (const { userId } of [ANN, BOB, STAFF]) await drives.owners.rename(userId, 1, `${userId}-name`);
});
afterAll(async () => {
  await drives.close();
  await database.drop();
});

const create = (caller = ANN, overrides: Partial<DriveForm> = {}) => createdBy(drives, caller, overrides);
const submit = (args: Partial<DriveForm> = {}) => create(ANN, { privacy: 'public', ...args });
const update = (id: string, caller = ANN, overrides: Partial<DriveForm> = {}) =>
  drives.authoring.update({ id, form: formOf(overrides) }, callOf(caller));
const details = (id: string, caller = ANN) => drives.queries.details(id, caller);
const stop = ({ lat, lng } = LINE[0]!, label = '') => ({ label, location: { lat, lng }, placeId: '' });
const NOWHERE = { label: 'x', location: undefined, placeId: 'city:2' };
const ENDS = [stop(LINE[0], 'Start'), stop(LINE[2], 'End')];

/** Returns how a call was refused. */
async function errorOf(
  work: Promise<unknown>,
): Promise<Pick<ProductError, 'error' | 'additional'> & { fields: string[] }> {
  const error: unknown = await work.then(
    () => new Error('It was not refused.'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ProductError)) throw error;
  return { error: error.error, additional: error.additional, fields: Object.keys(error.fields ?? {}) };
}

describe('creating drives', () => {
  it('keeps a private one visible only to its owner, measured on its line', async () => {
    const { id, ...saved } = await create(ANN, { title: 'my road', waypoints: ENDS, starRating: 4.5 });
    expect(saved).toEqual({ title: 'my road', privacy: 'private', status: 'none', rev: 1 });
    const { summary, ...rest } = await details(id);
    expect(summary).toMatchObject({
      rev: 1,
      title: 'my road',
      starRating: 4.5,
      official: false,
      approximate: false,
      durationSource: 'given',
      creator: { id: 'ann', username: 'ann-name' },
      duration: 900,
      startLocation: LINE[0],
      endLocation: LINE[2],
      countries: [{ country: { id: 233, name: 'United States' }, states: [{ id: 1446, name: 'North Carolina' }] }],
    });
    expect(summary!.distance).toBeCloseTo(pathLengthMeters(LINE), 3);
    expect(rest.directions!.source).toBe('valhalla');
    expect(rest.waypoints).toEqual([
      { label: 'Start', location: LINE[0] },
      { label: 'End', location: LINE[2] },
    ]);
    expect((await errorOf(details(id, BOB))).error).toBe('driveNotFound');
    const [event] = await outboxOf(drives.source);
    expect(event).toMatchObject({ id, rev: 1, saved: { ownerId: 'ann', audience: { viewers: ['ann'] } } });
    expect(await drives.submissions()).toEqual([]);
  });

  it('submits a public one for review, and publishes those of staff', async () => {
    const { id, status } = await submit();
    expect(status).toBe('pending');
    expect((await errorOf(details(id, BOB))).error).toBe('driveNotFound');
    expect(await drives.submissions()).toMatchObject([
      {
        subjectId: id,
        version: 1,
        kind: 'drive',
        ownerId: 'ann',
        reasons: ['no photo'],
        waiting: { rev: 1 },
        facts: { title: 'Tail of the Dragon', countriesAndStates: 'United States: North Carolina', tags: 'mountain' },
      },
    ]);
    const bare = { privacy: 'public', description: '', countries: [], tags: [] };
    expect((await errorOf(create(STAFF, { ...bare, title: ' ' }))).fields).toEqual(['title']);
    const own = await create(STAFF, { ...bare, title: 'Ridge Road' });
    expect(own.status).toBe('approved');
    expect((await details(own.id, BOB)).summary!.countries[0]?.country?.id).toBe(233);
    expect(await drives.submissions()).toHaveLength(1);
  });

  it('lets staff see that a line was redrawn with the same ends and length', async () => {
    const around = (lng: number) => {
      const directions = directionsOf([
        { lat: 35.5, lng: -82.5 },
        { lat: 35.55, lng },
        { lat: 35.6, lng: -82.5 },
      ]);
      return { directions, waypoints: [], privacy: 'public' };
    };
    const { id } = await create(ANN, around(-82.48));
    await update(id, ANN, around(-82.52));
    const [east, west] = (await drives.submissions()).map(({ facts }) => facts);
    expect(west!['directions']).toBe(east!['directions']);
    expect(west!['directions']).toMatch(/, 7\.\d mi \(1\d\.\d km\)$/);
    expect(west!['overviewPath']).not.toBe(east!['overviewPath']);
  });

  it('computes the route for waypoints alone, and names unnamed ones', async () => {
    const { id } = await create(ANN, {
      directions: undefined,
      waypoints: [{ label: '', location: undefined, placeId: 'city:1' }, stop(LINE[2])],
    });
    const { waypoints } = await details(id);
    expect(waypoints.map(({ label }) => label)).toEqual(['Asheville', 'Town 45097, State 45097']);
  });

  it('keeps the maneuvers that it was sent, and asks the router for those of the rest of the line', async () => {
    const maneuver = (text: string) => ({ type: 'turn left', along: 10, road: 'Mill Road', exit: undefined, text });
    const textsOf = async ({ id }: { id: string }) =>
      (await details(id)).directions!.legs.map(({ maneuvers }) => maneuvers?.items.map(({ text }) => text));
    const [first, second] = [LINE.slice(0, 2), LINE.slice(1)];
    const directions = directionsOf(first, second);
    directions.legs[0]!.maneuvers = { items: [maneuver('Sent.')] };
    drives.roads.maneuvers = [maneuver('Found.')];
    const drive = await create(ANN, { directions });
    expect(await textsOf(drive)).toEqual([['Sent.'], ['Found.']]);
    const around = (await details(drive.id)).directions!;
    await update(drive.id, ANN, { directions: around, title: 'Another title' });
    expect(await textsOf(drive)).toEqual([['Sent.'], ['Found.']]);
    drives.roads.isAway = true;
    expect(await textsOf(await create(ANN, { directions, title: 'Without a router' }))).toEqual([['Sent.'], undefined]);
    drives.roads.isAway = false;
    drives.roads.maneuvers = undefined;
  });

  it('cleans texts that no database could store', async () => {
    const { id } = await create(ANN, {
      title: ' a \ud800\u0001  b ',
      description: 'x\u0002\n\n\n\ny',
      waypoints: [stop(LINE[0], '\udfff'), ENDS[1]!],
      pointsOfInterest: [stop(LINE[1], ' \ud800 ')],
    });
    const { summary, waypoints, pointsOfInterest } = await details(id);
    expect([summary!.title, summary!.description]).toEqual(['a \ufffd b', 'x\n\ny']);
    expect([waypoints[0]!.label, pointsOfInterest[0]!.label]).toEqual(['\ufffd', '\ufffd']);
  });

  it('rejects a free account, and a deleted one', async () => {
    expect(await errorOf(create(FREE))).toMatchObject({ error: 'upgradeNeeded', additional: { upgrade: true } });
    await drives.owners.erase('ann', 2);
    expect((await errorOf(create())).error).toBe('invalidSession');
  });

  const state = (id: number) => ({ id, name: '' });
  const country = (id: number, ...states: number[]) => ({ country: state(id), states: states.map(state) });
  it.each<[string, Partial<DriveForm>, string[]]>([
    [
      'nothing at all',
      { title: '', description: '', countries: [], directions: undefined },
      ['title', 'description', 'countries', 'directions'],
    ],
    ['an invalid title', { title: 'tail of the dragon' }, ['title']],
    ['a blank description', { description: ' \n ' }, ['description']],
    ['an unknown country', { countries: [country(9_999)] }, ['countries']],
    ['a state of another country', { countries: [country(145, 1446)] }, ['countries']],
    ['a country twice', { countries: [country(145), country(145)] }, ['countries']],
    ['a state twice', { countries: [country(233, 1446, 1446)] }, ['countries']],
    ['a country without its state', { countries: [country(233)] }, ['countries']],
    ['a country that has no states', { countries: [country(145)] }, []],
    ['an unknown tag', { tags: [{ category: 'environment', name: 'moon' }] }, ['tags']],
    ['a tag twice', { tags: Array.from({ length: 2 }, () => ({ category: 'feature', name: 'toll' })) }, ['tags']],
    ['one waypoint', { directions: undefined, waypoints: ENDS.slice(0, 1) }, ['waypoints']],
    ['an unknown place', { waypoints: [ENDS[0]!, NOWHERE] }, ['waypoints']],
    [
      'unknown waypoints and points of interest, and an invalid title',
      { title: 'tail', waypoints: [ENDS[0]!, NOWHERE], pointsOfInterest: [NOWHERE] },
      ['title', 'waypoints', 'pointsOfInterest'],
    ],
    [
      'one waypoint and too many points of interest',
      { waypoints: [ENDS[0]!], pointsOfInterest: Array.from({ length: 21 }, () => stop(LINE[1])) },
      ['waypoints', 'pointsOfInterest'],
    ],
    ['a line that misses a waypoint', { waypoints: [ENDS[0]!, stop({ lat: 36, lng: -82 })] }, ['directions']],
    [
      'slots without a place',
      { waypoints: [ENDS[0]!, { label: 'x', location: undefined, placeId: '' }, ENDS[1]!] },
      [],
    ],
  ])('reports %s at the field', async (_, overrides, fields) => {
    if (fields.length === 0) return void expect((await submit(overrides)).status).toBe('pending');
    const refusal = await errorOf(submit(overrides));
    expect([refusal.error, refusal.fields.toSorted()]).toEqual(['invalidInput', fields.toSorted()]);
    expect(await outboxOf(drives.source)).toEqual([]);
  });
});

describe('editing drives', () => {
  it('sends a drive back with a comment per field, and accepts it again', async () => {
    const { id } = await submit();
    const words = { title: ' Which dragon? ', nonsense: 'x', description: ' ', 'photos.p1': ' Blurred ' };
    const kept = { title: 'Which dragon?', 'photos.p1': 'Blurred' };
    expect(await drives.authoring.requestChanges(id, words, 1, STAFF)).toMatchObject({ status: 'changes-requested' });
    expect((await details(id)).changeRequest).toEqual(kept);
    expect(await update(id, ANN, { privacy: 'public', title: 'Tail of a Dragon', rev: 2 })).toMatchObject({
      status: 'pending',
      rev: 3,
    });
    expect((await details(id)).changeRequest).toEqual({});
    const unseen = await errorOf(drives.authoring.approve(id, undefined, callOf(STAFF)));
    expect(unseen).toMatchObject({ error: 'invalidInput', fields: ['_rev'] });
    const approved = await drives.authoring.approve(id, 3, callOf(STAFF));
    expect(approved).toMatchObject({ status: 'approved', rev: 4 });
    expect((await details(id, BOB)).summary).toMatchObject({ title: 'Tail of a Dragon', status: 'approved' });
    expect(await drives.submissions()).toMatchObject([
      { version: 1, waiting: { rev: 1 } },
      { version: 2, settled: { decision: 'request-changes', changeRequest: kept } },
      { version: 3, waiting: { rev: 3 } },
      { version: 4, settled: { decision: 'approve', decidedBy: 'staff', decidedByName: 'staff-name' } },
    ]);
    const events = await outboxOf(drives.source);
    expect(events.map(({ rev, saved }) => [rev, saved?.audience?.isPublic])).toEqual([
      [1, false],
      [2, false],
      [3, false],
      [4, true],
    ]);
  });

  it('rejects a request for changes without a comment', async () => {
    const { id } = await submit();
    const refusal = errorOf(drives.authoring.requestChanges(id, { title: ' ' }, undefined, STAFF));
    expect(await refusal).toMatchObject({ error: 'invalidInput', fields: ['changeRequest'] });
  });

  it('rejects an older revision with the current one, and overwrites nothing', async () => {
    const { id } = await create();
    await update(id, ANN, { title: 'Second', rev: 1 });
    expect(await errorOf(update(id, ANN, { title: 'Third', rev: 1 }))).toMatchObject({
      error: 'staleRevision',
      additional: { _rev: 2 },
    });
    expect((await details(id)).summary!.title).toBe('Second');
    expect(await update(id, ANN, { title: 'Third' })).toMatchObject({ title: 'Third', rev: 3 });
  });

  it('keeps the line while its waypoints stay, and computes another when they move', async () => {
    const { id } = await create(ANN, { waypoints: ENDS });
    const before = await details(id);
    const calls = drives.routed();
    await update(id, ANN, { directions: undefined, waypoints: [] });
    await update(id, ANN, { directions: undefined, waypoints: ENDS, title: 'Other', countries: [] });
    const stored = await details(id);
    expect([stored.path, stored.directions, drives.routed()]).toEqual([before.path, before.directions, calls]);
    expect(stored.summary!.countries[0]?.states.map(({ id: state }) => state)).toEqual([45_097]);
    await update(id, ANN, { directions: undefined, waypoints: [ENDS[1]!, ENDS[0]!] });
    const moved = await details(id);
    expect([drives.routed(), moved.summary!.startLocation]).toEqual([calls + 1, LINE[2]]);
  });

  it('stores which stops are passed nearby, also where nothing else changes', async () => {
    const [start, end] = ENDS;
    const stops = (near?: boolean) => [start!, { label: 'Lake', location: LINE[1], placeId: '', near }, end!];
    const { id } = await create(ANN, { directions: undefined, waypoints: stops(true) });
    const nearOf = async () => (await details(id)).waypoints.map(({ near }) => near);
    expect(await nearOf()).toEqual([undefined, true, undefined]);
    await update(id, ANN, { directions: undefined, waypoints: stops() });
    expect(await nearOf()).toEqual([undefined, undefined, undefined]);
  });

  it('keeps the tags of a line that stays, and leaves those of another release to the upgrade', async () => {
    const { id } = await create();
    const tagsOf = async (sceneryVersion: number) => {
      const mapTags = [{ category: 'environment', name: 'canyon', meters: 9_000 }] as const;
      await drives.source.getRepository(Drive).update({ id }, { mapTags: [...mapTags], sceneryVersion });
      await update(id, ANN, { directions: undefined, tags: [], description: 'Past a swamp.' });
      const stored = await drives.source.getRepository(Drive).findOneByOrFail({ id });
      return [stored.sceneryVersion, ...stored.mapTags.map(({ name }) => name)];
    };
    for (const version of [2, 1]) expect(await tagsOf(version)).toEqual([version, 'canyon', 'swamp']);
  });

  it('responds according to the caller', async () => {
    const [hidden, published] = [await create(), await submit()];
    await drives.authoring.approve(published.id, 1, callOf(STAFF));
    const asFree = { ...ANN, accountType: 'free' } as const;
    const outcomes = await Promise.all([
      errorOf(update(hidden.id, BOB)),
      errorOf(update('no-such-drive', ANN)),
      errorOf(update(hidden.id, asFree)),
      errorOf(update(published.id, ANN, { privacy: 'public' })),
      errorOf(update(published.id, ANN)),
      errorOf(update(published.id, STAFF)),
      errorOf(drives.authoring.delete(hidden.id, BOB)),
      errorOf(drives.authoring.delete(published.id, ANN)),
      errorOf(drives.authoring.approve(hidden.id, 1, callOf(ANN))),
      errorOf(drives.authoring.approve('no-such-drive', 1, callOf(STAFF))),
    ]);
    expect(outcomes.map(({ error }) => error)).toEqual([
      'driveNotFound',
      'driveNotFound',
      'upgradeNeeded',
      'notAllowed',
      'notAllowed',
      'publishedDrive',
      'driveNotFound',
      'notAllowed',
      'notAllowed',
      'driveNotFound',
    ]);
    const changed = await update(published.id, STAFF, { privacy: 'public', description: 'Mended.' });
    expect(changed).toMatchObject({ status: 'approved', rev: 3 });
    await drives.authoring.delete(hidden.id, asFree);
    expect((await errorOf(details(hidden.id))).error).toBe('driveNotFound');
  });

  it('keeps the imported content of an official drive that staff edit', async () => {
    await drives.service.importDrives([importedDrive({ id: 'a', title: 'an imported road' })]);
    const id = await alter(drives.source, 'a', { popularity: 1 });
    await update(id, STAFF, { privacy: 'public', title: 'an imported road', description: 'Mended.', rev: 1 });
    expect(await drives.service.importDrives([importedDrive({ id: 'a', title: 'an imported road' })])).toEqual([
      'unchanged',
    ]);
    expect((await details(id)).summary).toMatchObject({ description: 'Mended.', official: true, creator: undefined });
  });

  it('withdraws a drive that is deleted or made private while it is pending', async () => {
    const [first, second] = [await submit(), await submit({ title: 'Another' })];
    await drives.authoring.delete(first.id, ANN);
    await update(second.id, ANN, { title: 'Another' });
    const told = (await drives.submissions()).slice(2);
    expect(told).toMatchObject([
      { subjectId: first.id, version: 2, withdrawn: {} },
      { subjectId: second.id, version: 2, withdrawn: {} },
    ]);
    const [, , gone] = await outboxOf(drives.source);
    expect(gone).toMatchObject({ id: first.id, rev: 2, deleted: {} });
    expect((await submit()).status).toBe('pending');
  });

  it('no longer repeats the response of a key once its drive is deleted', async () => {
    const request = { form: formOf(), idempotency: { key: 'k', fingerprint: 'f' } };
    const { id } = await drives.authoring.create(request, callOf(ANN));
    expect((await drives.authoring.create(request, callOf(ANN))).id).toBe(id);
    await drives.authoring.delete(id, ANN);
    expect((await errorOf(drives.authoring.create(request, callOf(ANN)))).error).toBe('driveNotFound');
  });

  it('deletes the drives of a deleted account', async () => {
    const [hidden, waiting, published] = [await create(), await submit(), await submit({ title: 'Another' })];
    await drives.authoring.approve(published.id, 1, callOf(STAFF));
    await drives.authoring.create({ form: formOf(), idempotency: { key: 'k', fingerprint: 'f' } }, callOf(ANN));
    await drives.owners.erase('ann', 2);
    const left = await drives.queries.summaries([hidden.id, waiting.id, published.id], STAFF);
    expect(left.map(({ id, creator }) => [id, creator])).toEqual([[published.id, undefined]]);
    expect((await drives.submissions()).at(-1)).toMatchObject({ subjectId: waiting.id, withdrawn: {} });
    expect(await drives.source.query('select from idempotent_request')).toEqual([]);
  });
});
