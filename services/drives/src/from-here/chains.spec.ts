// Aim: outings come from drives that the caller may see, near the place, and differ from each other.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { distanceMeters, pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { joinParts } from '@switchback/geo/parts';
import { sharedShare } from '@switchback/geo/repeated-share';
import { connectedStretchOf } from '@switchback/geo/line-stretch';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { systemClock } from '@switchback/platform/clock';
import type { Caller } from '@switchback/platform/rpc/call';
import type { Plan } from '@switchback/proto/drives/v1/plan';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { fakePlaces } from '@switchback/testing/fake-places';
import { ANN, BOB, FREE, STAFF } from '../authoring/authoring.fixture.js';
import { Drive, DriveRoute } from '../drive/drive.entity.js';
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
    if (loop) expect(plans.filter(({ repeatedShare }) => repeatedShare > 0.9)).toEqual([]);
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

  it('leave out drives whose heading change is unknown', async () => {
    await storeAll({ whole: lineAround(0, 5), unmeasured: lineAround(-5, 0) });
    await alter(drives.source, 'unmeasured', { degreesPerKm: null });
    expect(await planned(null)).toEqual([await alter(drives.source, 'whole', { description: '' })]);
  });
});

describe('a drive that is longer than the outing', () => {
  /** From far in the west to far in the east, 4 km north of home, at 60 km/h. */
  const LONG = windingLine(-250, 450);

  function windingLine(fromKm: number, toKm: number, home = HOME): LatLng[] {
    const points = Array.from({ length: toKm - fromKm + 1 }, (_, km) => placeAt(fromKm + km, 4 + (km % 2), home));
    return decodePolyline(encodePolyline(points));
  }

  async function storeLong(line: readonly LatLng[], change: Partial<Drive> = {}): Promise<Drive> {
    await store('long', line, change);
    const stored = await drives.source.getRepository(Drive).findOneByOrFail({ importKey: 'long' });
    await alter(drives.source, 'long', { duration: stored.distance / (60 / 3.6) });
    return stored;
  }

  /** Expects the legs to be stretches of a line: their ends, their points and their figures. */
  function expectStretches({ legs }: Plan, line: readonly LatLng[], { distance }: Drive): void {
    for (const { driveId, from, to, path, ...leg } of legs) {
      if (driveId === '') continue;
      const whole = pathLengthMeters(line);
      const expected = connectedStretchOf(line, (from / distance) * whole, (to / distance) * whole);
      const drawn = decodePolyline(path);
      expect(distanceMeters(drawn[0]!, expected[0]!)).toBeLessThan(20);
      expect(distanceMeters(drawn.at(-1)!, expected.at(-1)!)).toBeLessThan(20);
      expect(pathLengthMeters(drawn)).toBeCloseTo(pathLengthMeters(expected), -3);
      expect(leg.distance).toBeCloseTo(Math.abs(to - from), 3);
    }
  }

  it.each([
    [60, true],
    [120, true],
    [120, false],
    [300, true],
  ])('fills %s minutes with a stretch near home; a loop: %s', async (minutes, loop) => {
    const drive = await storeLong(LONG);
    const target = outing(minutes, { loop });
    const plans = await chains.plan(target, { caller: null });
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      expect(Math.abs(plan.duration / target.seconds - 1)).toBeLessThan(0.05);
      expect(plan.repeatedShare > 0.5).toBe(!loop && plan.legs.filter(({ driveId }) => driveId !== '').length === 2);
      expectStretches(plan, LONG, drive);
    }
  });

  it('crosses the antimeridian', async () => {
    const home = { lat: -17, lng: 179.99 };
    const line = windingLine(-250, 250, home);
    const drive = await storeLong(line);
    const [plan] = await chains.plan(outing(90, { home }), { caller: null });
    expectStretches(plan!, line, drive);
  });

  it('in several parts is driven on one of them, without the gap', async () => {
    const parts = [lineAround(3, 5), lineAround(5, 30)].map((part) => decodePolyline(encodePolyline(part)));
    const path = encodePolyline(joinParts(parts));
    const drive = await storeLong(parts[0]!, { overviewPath: path, distance: 30_000 });
    await drives.source.getRepository(DriveRoute).update({ driveId: drive.id }, { path });
    await alter(drives.source, 'long', { duration: 3_600 });
    const plans = await chains.plan(outing(75), { caller: null });
    expect(plans.length).toBeGreaterThan(0);
    for (const { legs } of plans) {
      const [leg] = legs.filter(({ driveId }) => driveId !== '');
      expect(Math.max(leg!.from, leg!.to)).toBeLessThanOrEqual(15_010);
      expect(leg!.distance).toBeGreaterThan(5_000);
    }
  });

  it('gives way to a drive of the right length that is as good', async () => {
    await storeLong(LONG);
    const whole = await store('whole', lineAround(0, -5), { duration: 3_000, degreesPerKm: 160 });
    const [first] = await chains.plan(outing(75), { caller: null });
    expect(drivesOf(first!)).toEqual([whole]);
  });

  it('is offered once if two drives describe its road', async () => {
    await storeAll({ long: LONG, again: LONG.map(({ lat, lng }) => ({ lat: lat + 0.0005, lng })) });
    for (const key of ['long', 'again']) await alter(drives.source, key, { duration: 42_000 });
    const target = outing(120);
    const plans = await chains.plan(target, { caller: null });
    const lines = plans.map(({ legs }) => legs.flatMap(({ driveId, path }) => (driveId ? decodePolyline(path) : [])));
    for (const [index, line] of lines.entries())
      for (const better of lines.slice(0, index)) expect(sharedShare(line, [better])).toBeLessThan(0.6);
    for (const plan of plans) expect(new Set(drivesOf(plan)).size).toBe(1);
  });

  it.each<[string, Partial<Drive>, (Caller | null)[]]>([
    ['private', { privacy: 'private', status: 'none', ownerId: 'ann', sharedWith: ['bob', 'free'] }, [ANN, BOB]],
    ['hidden', { hidden: true }, []],
  ])('is in the outings of its viewers alone if it is %s', async (_what, change, viewers) => {
    const { id } = await storeLong(LONG, change);
    for (const caller of [ANN, BOB, FREE, STAFF, null])
      expect([caller?.userId, await planned(caller, 120)]).toEqual([
        caller?.userId,
        viewers.includes(caller) ? [id] : [],
      ]);
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
    expect(statements.filter((statement) => statement.includes('any ('))).toEqual([]);
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
