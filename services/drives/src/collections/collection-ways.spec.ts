// Aim: a trip shows the way between its drives to all who may see it, also while the roads service is away.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { distanceMeters } from '@switchback/geo/distance';
import { decodePolyline } from '@switchback/geo/polyline';
import type { Caller } from '@switchback/platform/rpc/call';
import type { DrivenPart } from '@switchback/proto/drives/v1/collection';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { ANN, BOB, FREE } from '../authoring/authoring.fixture.js';
import { DETOUR } from '@switchback/geo/straight-way';
import { callOf, importedDrive } from '../drives.fixture.js';
import { Drive } from '../drive/drive.entity.js';
import { Collection } from './collection.entity.js';
import { CollectionWays } from './collection-ways.js';
import { createdBy, itemsOf, openCollections, type OpenedCollections } from './collections.fixture.js';

let database: TestDatabase;
let opened: OpenedCollections;
let ways: CollectionWays;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openCollections(database.url);
  const { source, roads } = opened.drives;
  ways = new CollectionWays(source.getRepository(Collection), opened.links, async () => roads);
});
beforeEach(async () => {
  await opened.clear();
  Object.assign(opened.drives.roads, { isAway: false, calls: [] });
});
afterAll(async () => {
  await opened.drives.close();
  await database.drop();
});

/** Imports drives along lines of longitude and latitude. @returns their ids, in this order. */
async function drivesAlong(...lines: [number, number][][]): Promise<string[]> {
  await opened.drives.service.importDrives(lines.map((line, index) => importedDrive({ id: `d${index}`, line })));
  const drives = await opened.drives.source.getRepository(Drive).find({ order: { importKey: 'ASC' } });
  return drives.map(({ id }) => id);
}

/** Three drives: the second starts 100 m from the end of the first, the third 20 km from the end of the second. */
async function threeDrives(): Promise<string[]> {
  return drivesAlong(
    [
      [-82.5, 35.5],
      [-82.4, 35.5],
    ],
    [
      [-82.399, 35.5],
      [-82.3, 35.5],
    ],
    [
      [-82.3, 35.68],
      [-82.2, 35.68],
    ],
  );
}

async function tripOf(ids: readonly string[], caller: Caller = ANN): Promise<string> {
  return (await createdBy(opened, caller, { days: 2, items: itemsOf(...ids.map((id): [string, number] => [id, 1])) }))
    .id;
}

describe('the ways of a trip', () => {
  it('lead from one drive to the next, except where these nearly meet', async () => {
    const id = await tripOf(await threeDrives());
    const [start, end] = [
      { lat: 35.5, lng: -82.3 },
      { lat: 35.68, lng: -82.3 },
    ];
    expect(await ways.ways({ id, secret: '' }, callOf(ANN))).toMatchObject([
      { from: 1, start, end, approximate: false },
    ]);
  });

  // Aim: a drive that is driven the other way, or in part, is left and entered where its driver does.
  it('join the parts that are driven', async () => {
    const ids = await threeDrives();
    const { distance } = await opened.drives.source.getRepository(Drive).findOneByOrFail({ id: ids[2]! });
    const parts: DrivenPart[] = [
      { reversed: true, stretch: undefined },
      { reversed: true, stretch: { from: distance / 2, to: 1e9 } },
    ];
    const items = { items: [ids[0]!, ids[2]!].map((driveId, at) => ({ driveId, note: '', day: 1, part: parts[at] })) };
    const { id, ...trip } = await createdBy(opened, ANN, { days: 1, items });
    expect(trip.items).toEqual(items.items);
    const [way] = await ways.ways({ id, secret: '' }, callOf(ANN));
    expect([way!.start, way!.end]).toEqual([
      { lat: 35.5, lng: -82.5 },
      { lat: 35.68, lng: -82.2 },
    ]);
    const whole = await opened.queries.find(await tripOf([ids[0]!, ids[2]!]), ANN);
    expect(whole.distance - trip.distance).toBeCloseTo(distance / 2, 3);
    expect(whole.duration).toBeGreaterThan(trip.duration);
    expect((await opened.listOf('ann', ANN)).map((listed) => listed.distance)).toContainEqual(trip.distance);
  });

  // Aim: a trip leads to a hotel as it leads to a drive, and counts it as no drive.
  it('lead to places and from them', async () => {
    const [first, second] = await threeDrives();
    const hotel = { label: 'Hotel <Bend>', location: { lat: 35.7, lng: -82.45 } };
    const items = [
      { driveId: first!, note: '', day: 1 },
      { driveId: '', note: 'Check in before 8.', day: 1, place: hotel },
      { driveId: second!, note: '', day: 2 },
      { driveId: '', note: '', day: 2, place: hotel },
    ];
    const trip = await createdBy(opened, ANN, { days: 2, items: { items } });
    expect(trip.items).toEqual(items);
    const lines = (await ways.ways({ id: trip.id, secret: '' }, callOf(ANN))).map(({ from, start, end }) => {
      return [from, start, end];
    });
    expect(lines).toMatchObject([
      [0, { lat: 35.5, lng: -82.4 }, hotel.location],
      [1, hotel.location, { lat: 35.5, lng: -82.399 }],
      [2, { lat: 35.5, lng: -82.3 }, hotel.location],
    ]);
    const [listed] = await opened.listOf('ann', ANN);
    expect(listed!.items).toEqual([
      { driveId: first, day: 1 },
      { driveId: second, day: 2 },
    ]);
    const nameless = { driveId: '', note: '', day: 1, place: { ...hotel, label: ' ' } };
    await expect(createdBy(opened, ANN, { days: 1, items: { items: [nameless] } })).rejects.toMatchObject({
      fields: { items: expect.anything() },
    });
  });

  it('are straight, and marked, while the roads service is away', async () => {
    const id = await tripOf(await threeDrives());
    opened.drives.roads.isAway = true;
    const [way] = await ways.ways({ id, secret: '' }, callOf(ANN));
    expect(way!.approximate).toBe(true);
    expect(decodePolyline(way!.path)).toEqual([way!.start, way!.end]);
    expect(way!.distance).toBeCloseTo(DETOUR * distanceMeters(way!.start!, way!.end!), 0);
  });

  it('show to everyone who may see the trip, also by its link', async () => {
    const ids = await threeDrives();
    const id = await tripOf(ids);
    const { secret } = await opened.links.create(id, 7, ANN);
    const own = await ways.ways({ id, secret: '' }, callOf(ANN));
    expect(await ways.ways({ id: '', secret }, callOf(null))).toEqual(own);
    expect(await ways.ways({ id: '', secret }, callOf(FREE))).toEqual(own);
    await expect(ways.ways({ id, secret: '' }, callOf(BOB))).rejects.toMatchObject({ error: 'collectionNotFound' });
    const ended = ways.ways({ id: '', secret: 'x'.repeat(22) }, callOf(ANN));
    await expect(ended).rejects.toMatchObject({ error: 'secretLinkEnded' });
  });

  it('are none in a collection without days', async () => {
    const { id } = await createdBy(opened, ANN, { items: itemsOf(...(await threeDrives())) });
    expect(await ways.ways({ id, secret: '' }, callOf(ANN))).toEqual([]);
    expect(opened.drives.roads.calls).toEqual([]);
  });
});
