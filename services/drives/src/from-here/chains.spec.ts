// Aim: outings come from drives that the caller may see, near the place, and differ from each other.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { joinParts } from '@switchback/geo/parts';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { systemClock } from '@switchback/platform/clock';
import type { Caller } from '@switchback/platform/rpc/call';
import type { Plan } from '@switchback/proto/drives/v1/plan';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { fakePlaces } from '@switchback/testing/fake-places';
import { ANN, BOB, FREE, STAFF } from '../authoring/authoring.fixture.js';
import { Drive } from '../drive/drive.entity.js';
import { alter, importedDrive, openDrives, type OpenedDrives } from '../drives.fixture.js';
import { rangeOf } from './chain-search.js';
import { Chains } from './chains.js';
import { HOME, outing, placeAt } from './from-here.fixture.js';

let database: TestDatabase;
let drives: OpenedDrives;
let chains: Chains;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openDrives(database.url, fakePlaces());
  chains = new Chains(drives.source.getRepository(Drive), systemClock);
});
beforeEach(() => drives.source.query('truncate drive, outbox cascade'));
afterAll(async () => {
  await drives.close();
  await database.drop();
});

/** Stores twisty drives of half an hour along lines. */
async function storeAll(lines: Record<string, readonly LatLng[]>): Promise<void> {
  const imported = Object.entries(lines).map(([id, line]) =>
    importedDrive({ id, line: line.map(({ lat, lng }): [number, number] => [lng, lat]) }),
  );
  await drives.service.importDrives(imported);
  await drives.source.getRepository(Drive).update({ privacy: 'public' }, { degreesPerKm: 120, duration: 1_800 });
}

/** Stores a drive with changes. @returns its id. */
async function store(key: string, line: readonly LatLng[], change: Partial<Drive> = {}): Promise<string> {
  await storeAll({ [key]: line });
  return alter(drives.source, key, { description: '', ...change });
}

/** A drive of 15 km around a center, in a direction of its own. */
function lineAround(eastKm: number, northKm: number, home = HOME): LatLng[] {
  const angle = eastKm + 2 * northKm;
  const [east, north] = [7.5 * Math.cos(angle), 7.5 * Math.sin(angle)];
  return [placeAt(eastKm - east, northKm - north, home), placeAt(eastKm + east, northKm + north, home)];
}

function drivesOf({ legs }: Plan): string[] {
  return legs.flatMap(({ driveId }) => driveId || []);
}

async function planned(caller: Caller | null, minutes = 60, more = {}): Promise<string[]> {
  const plans = await chains.plan(outing(minutes, more), { caller });
  return [...new Set(plans.flatMap(drivesOf))];
}

describe('outings', () => {
  it.each([true, false])('fill the time, end at home, and differ; a loop: %s', async (loop) => {
    const short = Array.from({ length: 30 }, (_, index): [string, LatLng[]] => {
      return [`d${index}`, lineAround(5 * (index % 6) - 12, 5 * Math.floor(index / 6) - 10)];
    });
    await storeAll({ ...Object.fromEntries(short), long: [placeAt(1, 0), placeAt(70, 0)] });
    await alter(drives.source, 'long', { duration: 3_600 });
    const target = outing(120, { loop });
    const plans = await chains.plan(target, { caller: null });
    expect(plans).toHaveLength(LIMITS.chainsMax);
    for (const [index, plan] of plans.entries()) {
      expect(plan.duration).toBeGreaterThan(rangeOf(target).min);
      expect(plan.duration).toBeLessThan(rangeOf(target).max);
      const ends = [plan.legs[0], plan.legs.at(-1)].map((leg) => decodePolyline(leg!.path));
      expect(distanceMeters(HOME, ends[0]![0]!)).toBeLessThan(2);
      expect(distanceMeters(HOME, ends[1]!.at(-1)!)).toBeLessThan(2);
      const own = new Set(drivesOf(plan));
      for (const better of plans.slice(0, index)) {
        const common = [...own].filter((id) => drivesOf(better).includes(id));
        expect(common.length).toBeLessThanOrEqual(own.size / 2);
      }
    }
    expect(plans.some(({ repeatedShare }) => repeatedShare > 0.9)).toBe(!loop);
  });

  it('are none in the ocean, and none at a pole', async () => {
    await store('a', lineAround(0, 5));
    expect(await planned(null, 600, { home: { lat: 0, lng: -140 } })).toEqual([]);
    expect(await planned(null, 600, { home: { lat: 90, lng: 0 } })).toEqual([]);
  });

  it('use drives that do not suit the taste only if there are no others', async () => {
    await storeAll({ twisty: lineAround(0, 5), straight: lineAround(3, 4) });
    const straight = await alter(drives.source, 'straight', { degreesPerKm: 20 });
    const twisty = await alter(drives.source, 'twisty', { description: '' });
    expect(await planned(null, 60, { taste: 'gentle' })).toEqual([straight]);
    expect(await planned(null, 60)).toEqual([twisty]);
    for (const key of ['twisty', 'straight']) await alter(drives.source, key, { degreesPerKm: 300 });
    expect((await planned(null, 60, { taste: 'gentle' })).sort()).toEqual([twisty, straight].sort());
  });

  it('cross the antimeridian', async () => {
    const home = { lat: -17, lng: 179.99 };
    const id = await store('a', lineAround(8, 3, home));
    expect(await planned(null, 60, { home })).toEqual([id]);
  });

  it('leave out drives in several parts, which nobody can drive in one go', async () => {
    await storeAll({ whole: lineAround(0, 5), parts: lineAround(5, 5), unmeasured: lineAround(-5, 0) });
    const path = encodePolyline(joinParts([lineAround(5, 5), lineAround(5, 25)]));
    await alter(drives.source, 'parts', { overviewPath: path, degreesPerKm: 150 });
    await alter(drives.source, 'unmeasured', { degreesPerKm: null });
    expect(await planned(null)).toEqual([await alter(drives.source, 'whole', { description: '' })]);
  });
});

describe('the search for outings', () => {
  it('ends when the caller leaves, before the lines of its drives are read', async () => {
    await store('a', lineAround(0, 5));
    const caller = new AbortController();
    const statements: string[] = [];
    const { manager } = drives.source;
    const query = manager.query.bind(manager);
    const leaving = Object.assign(Object.create(manager) as typeof manager, {
      query: async (statement: string, values?: unknown[]) => {
        statements.push(statement);
        const rows: unknown = await query(statement, values);
        caller.abort(new Error('left'));
        return rows;
      },
    });
    const left = new Chains({ manager: leaving } as never, systemClock);
    await expect(left.plan(outing(60), { caller: null, signal: caller.signal })).rejects.toThrow('left');
    expect(statements).toHaveLength(1);
  });

  it('ends after a while, with an answer', async () => {
    await store('a', lineAround(0, 5));
    let nowMs = 0;
    // Each look at the clock takes longer than the whole search may.
    const hurried = new Chains(drives.source.getRepository(Drive), { monotonicMs: () => (nowMs += 10_000) });
    expect(await hurried.plan(outing(60), { caller: null })).toEqual([]);
    expect(nowMs).toBeLessThan(100_000);
  });
});

describe('a drive that is not public', () => {
  const shared: Partial<Drive> = { privacy: 'private', status: 'none', ownerId: 'ann', sharedWith: ['bob', 'free'] };

  it.each<[string, Partial<Drive>, (Caller | null)[]]>([
    ['a shared private one', shared, [ANN, BOB]],
    ['a pending one', { ...shared, privacy: 'public', status: 'pending' }, [ANN]],
    ['one of a suspended person', { ...shared, hidden: true }, []],
  ])('%s is in outings of people who may see it', async (_, change, viewers) => {
    const id = await store('a', lineAround(0, 5), change);
    for (const caller of [ANN, BOB, FREE, STAFF, null])
      expect([caller?.userId, await planned(caller)]).toEqual([caller?.userId, viewers.includes(caller) ? [id] : []]);
  });

  it('is left out if it becomes private while the plans are made', async () => {
    await store('a', lineAround(0, 5));
    const { manager } = drives.source;
    const query = manager.query.bind(manager);
    const withdrawing = Object.assign(Object.create(manager) as typeof manager, {
      query: async (statement: string, values?: unknown[]) => {
        const rows: unknown = await query(statement, values);
        await alter(drives.source, 'a', shared);
        return rows;
      },
    });
    const late = new Chains({ manager: withdrawing } as never, systemClock);
    expect(await late.plan(outing(60), { caller: FREE })).toEqual([]);
  });
});
