// Aim: a trip shows the way between its drives whatever the state of the router, within the time of a call.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { distanceMeters, pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import type { Caller } from '@switchback/platform/rpc/call';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { ANN, BOB, FREE } from '../authoring/authoring.fixture.js';
import { DETOUR } from '../directions/approximate-router.js';
import { Roads } from '../directions/roads.js';
import type { Routed, Router } from '../directions/router.js';
import { Ways } from '../directions/ways.js';
import { importedDrive } from '../drives.fixture.js';
import { Drive } from '../drive/drive.entity.js';
import { Collection } from './collection.entity.js';
import { CollectionWays } from './collection-ways.js';
import { createdBy, itemsOf, openCollections, type OpenedCollections } from './collections.fixture.js';

const METERS_PER_SECOND = 20;

/** A router of roads with a bend halfway, which can be slow or fail. */
class BendRouter implements Router {
  readonly slots = 4;
  asked = 0;
  busy = 0;
  busiest = 0;
  /** Runs during each request. */
  during: () => Promise<void> | void = () => undefined;

  async route([start, end]: readonly [LatLng, LatLng]): Promise<Routed> {
    this.asked += 1;
    this.busy += 1;
    this.busiest = Math.max(this.busiest, this.busy);
    try {
      await Promise.resolve();
      await this.during();
    } finally {
      this.busy -= 1;
    }
    const path = [start, { lat: (start.lat + end.lat) / 2, lng: (start.lng + end.lng) / 2 + 0.05 }, end];
    const meters = pathLengthMeters(path);
    const leg = { path, distanceMeters: meters, durationSeconds: meters / METERS_PER_SECOND };
    return { source: 'osrm', legs: [leg], maneuvers: [] };
  }
}

let database: TestDatabase;
let opened: OpenedCollections;
let router: BendRouter;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openCollections(database.url);
});
beforeEach(async () => {
  await opened.clear();
  router = new BendRouter();
});
afterAll(async () => {
  await opened.drives.close();
  await database.drop();
});

function waysWith(current: Router | null): CollectionWays {
  const ways = new Ways(new Roads(current, opened.clock, { warn: () => undefined }), opened.clock);
  return new CollectionWays(opened.drives.source.getRepository(Collection), opened.links, ways);
}

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

/** A drive far from the next one, many times. */
async function tripOfGaps(count: number): Promise<string> {
  const ids = await drivesAlong(
    ...Array.from({ length: count + 1 }, (_, index): [number, number][] => [
      [-82.5 + index / 10, 35.5],
      [-82.45 + index / 10, 35.5],
    ]),
  );
  return tripOf(ids);
}

describe('the ways of a trip', () => {
  it('lead along the road from one drive to the next, except where these nearly meet', async () => {
    const id = await tripOf(await threeDrives());
    const ways = await waysWith(router).ways({ id, secret: '' }, { caller: ANN });
    const [start, end] = [
      { lat: 35.5, lng: -82.3 },
      { lat: 35.68, lng: -82.3 },
    ];
    expect(ways).toMatchObject([{ from: 1, start, end, approximate: false }]);
    const [{ path, distance, duration }] = ways as [(typeof ways)[0]];
    expect(decodePolyline(path)).toHaveLength(3);
    expect(distance).toBeGreaterThan(distanceMeters(start, end));
    expect(duration).toBe(distance / METERS_PER_SECOND);
  });

  it.each([
    ['there is no router', () => waysWith(null)],
    [
      'the router fails',
      () => {
        router.during = () => Promise.reject(new Error('connect ECONNREFUSED'));
        return waysWith(router);
      },
    ],
  ])('are straight, and marked, if %s', async (_, open) => {
    const id = await tripOf(await threeDrives());
    const [way] = await open().ways({ id, secret: '' }, { caller: ANN });
    expect(way!.approximate).toBe(true);
    expect(decodePolyline(way!.path)).toEqual([way!.start, way!.end]);
    expect(way!.distance).toBeCloseTo(DETOUR * distanceMeters(way!.start!, way!.end!), 0);
  });

  it('show to everyone who may see the trip, also by its link', async () => {
    const ids = await threeDrives();
    const id = await tripOf(ids);
    const ways = waysWith(router);
    const { secret } = await opened.links.create(id, 7, ANN);
    const own = await ways.ways({ id, secret: '' }, { caller: ANN });
    expect(await ways.ways({ id: '', secret }, { caller: null })).toEqual(own);
    expect(await ways.ways({ id: '', secret }, { caller: FREE })).toEqual(own);
    expect(router.asked).toBe(1);
    await expect(ways.ways({ id, secret: '' }, { caller: BOB })).rejects.toMatchObject({ error: 'collectionNotFound' });
    const ended = ways.ways({ id: '', secret: 'x'.repeat(22) }, { caller: ANN });
    await expect(ended).rejects.toMatchObject({ error: 'secretLinkEnded' });
  });

  it('are none in a collection without days', async () => {
    const { id } = await createdBy(opened, ANN, { items: itemsOf(...(await threeDrives())) });
    expect(await waysWith(router).ways({ id, secret: '' }, { caller: ANN })).toEqual([]);
    expect(router.asked).toBe(0);
  });
});

describe('many ways', () => {
  it('are routed a few at a time', async () => {
    const id = await tripOfGaps(10);
    const ways = await waysWith(router).ways({ id, secret: '' }, { caller: ANN });
    expect(ways.map(({ from }) => from)).toEqual(Array.from({ length: 10 }, (_, index) => index));
    expect([router.asked, router.busiest]).toEqual([10, 2]);
  });

  it('are straight once their time has passed', async () => {
    router.during = () => void opened.clock.advance(500);
    const ways = await waysWith(router).ways({ id: await tripOfGaps(20), secret: '' }, { caller: ANN });
    const routed = ways.filter(({ approximate }) => !approximate);
    expect(routed.length).toBeGreaterThanOrEqual(4);
    expect(routed.length).toBeLessThan(16);
    expect(ways).toHaveLength(20);
  });
});
