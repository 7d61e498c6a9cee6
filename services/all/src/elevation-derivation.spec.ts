// Aim: drives of an older release, and drives stored before there were tiles, get their heights once, with an event.
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type ElevatedPoint, encodeElevations } from '@switchback/geo/elevation';
import { systemClock } from '@switchback/platform/clock';
import { EventFactory } from '@switchback/platform/events/event';
import { randomIds } from '@switchback/platform/ids';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import {
  ANN,
  createdBy,
  directionsOf,
  LINE,
  openAuthoring,
  type OpenedAuthoring,
} from '@switchback/drives/authoring/authoring.fixture';
import { DriveSubmissions } from '@switchback/drives/authoring/submissions';
import { Drive, DriveRoute } from '@switchback/drives/drive/drive.entity';
import { DriveEvents } from '@switchback/drives/events/drive-events';
import { outboxOf } from '@switchback/drives/drives.fixture';
import { AddGain1796688000000 } from '@switchback/drives/migrations/1796688000000-add-gain';
import { DriveUpgrade } from '@switchback/drives/upgrade/drive-upgrade';
import { type UpgradePayload, UpgradeWorker } from '@switchback/drives/upgrade/upgrade.worker';
import { elevationDerivation } from '@switchback/drives/upgrade/elevation-derivation';
import { Heights } from '@switchback/roads/elevation/heights';
import { SrtmTiles } from '@switchback/roads/elevation/srtm-tiles';
import { LineMeasures } from '@switchback/roads/lines/line-measures';
import type { MeasuringRoads } from '@switchback/drives/roads/roads';
import { fakePlaces } from '@switchback/testing/fake-places';
import { openTileFolder, type TileFolder } from '@switchback/roads/elevation/tiles.fixture';

let database: TestDatabase;
let drives: OpenedAuthoring;
let folder: TileFolder;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openAuthoring(database.url);
  folder = await openTileFolder();
  await folder.write('N35W083.hgt', (lat) => 400 + 5_000 * (lat - 35.5));
});
beforeEach(() => drives.source.query('truncate drive, outbox cascade'));
afterAll(async () => {
  await folder.remove();
  await drives.close();
  await database.drop();
});

function upgradeOf(tiles: 'tiles' | 'none', path = folder.path) {
  const factory = new EventFactory({ source: 'drives', clock: systemClock, ids: randomIds });
  const submissions = new DriveSubmissions(factory, systemClock);
  const upgrade = new DriveUpgrade(drives.source.getRepository(Drive), new DriveEvents(factory), submissions);
  const warn = (message: string) => expect(message).toBe('');
  const heights = new Heights(tiles === 'none' ? null : new SrtmTiles(path, warn));
  const lines = new LineMeasures(heights, fakePlaces());
  const roads: Awaited<ReturnType<MeasuringRoads>> = {
    measureLine: (line, call) => lines.measure(line, call),
    checkLines: async (request) => ({ ...(await lines.check(request)), maneuversVersion: 0 }),
  };
  const derivation = elevationDerivation(async () => roads, randomIds);
  return { upgrade, derivation, deriveNext: (after: string) => upgrade.next(derivation, after) };
}

/** Creates a drive as an older release stored it. */
async function older(line: readonly ElevatedPoint[]): Promise<string> {
  const legs = directionsOf(line).legs.map((leg) => ({ ...leg, elevation: encodeElevations(line) }));
  const { id } = await createdBy(drives, ANN, { directions: { source: 'track', legs } });
  await drives.source.getRepository(Drive).update({ id }, { gain: null, elevationVersion: 0 });
  await drives.source.getRepository(DriveRoute).update({ driveId: id }, { profile: null });
  await drives.source.query('truncate outbox');
  return id;
}

const detailsOf = (id: string) => drives.queries.details(id, ANN);

it('a track gets the profile of its own heights, and readers get its new state', async () => {
  const id = await older(LINE.map((point, index) => ({ ...point, elevation: 100 * index })));
  expect(await upgradeOf('none').deriveNext('')).toBe(id);
  const { summary, elevation } = await detailsOf(id);
  expect(summary).toMatchObject({ rev: 2, gain: 200 });
  expect(elevation).toMatchObject({ source: 'track', gain: 200, highest: 200 });
  expect(await outboxOf(drives.source)).toMatchObject([{ id, rev: 2, saved: { summary: { gain: 200 } } }]);
});

it('a drive without heights waits unchanged for tiles, then gets theirs once', async () => {
  const id = await older(LINE);
  await upgradeOf('none').deriveNext('');
  expect((await detailsOf(id)).elevation).toBeUndefined();
  expect([(await detailsOf(id)).summary!.rev, (await outboxOf(drives.source)).length]).toEqual([1, 0]);
  expect(await upgradeOf('none').deriveNext('')).toBeNull();

  expect(await upgradeOf('tiles').deriveNext('')).toBe(id);
  const { elevation, summary, directions } = await detailsOf(id);
  expect(elevation).toMatchObject({ source: 'srtm', highest: expect.closeTo(900, 0) });
  expect(elevation!.gain).toBeCloseTo(500, 0);
  expect(directions!.legs[0]!.elevation).toBeDefined();
  expect(summary!.rev).toBe(2);
  expect(await upgradeOf('tiles').deriveNext('')).toBeNull();

  await drives.source.getRepository(Drive).update({ id }, { elevationVersion: 0 });
  await upgradeOf('tiles').deriveNext('');
  expect([(await detailsOf(id)).summary!.rev, (await outboxOf(drives.source)).length]).toEqual([2, 1]);
});

it('a drive gets the heights of a tile that is added later, and those that lie elsewhere are left alone', async () => {
  const added = await openTileFolder();
  const [near, far] = [await older(LINE), await older(LINE.map(({ lat, lng }) => ({ lat: lat + 20, lng })))];
  const partly = await older(LINE.map(({ lat, lng }, index) => ({ lat, lng: lng - index })));
  const run = async () => {
    const derived: string[] = [];
    const upgrade = upgradeOf('tiles', added.path);
    for (let after: string | null = ''; after !== null; after = await upgrade.deriveNext(after)) derived.push(after);
    return derived;
  };
  const states = () =>
    Promise.all(
      [near, far, partly].map(async (id) => {
        const { elevation, summary } = await detailsOf(id);
        return [elevation?.source, summary!.rev];
      }),
    );
  await added.write('N01E001.hgt', () => 0);
  await run();
  await run();
  expect(await states()).toEqual([
    [undefined, 1],
    [undefined, 1],
    [undefined, 1],
  ]);
  const versionOf = async (id: string) =>
    (await drives.source.getRepository(Drive).findOneByOrFail({ id })).elevationVersion;
  const version = await versionOf(far);

  await added.write('N35W083.SRTMGL1.hgt.zip', (lat) => 400 + 5_000 * (lat - 35.5));
  await Promise.all([run(), run()]);
  expect(await states()).toEqual([
    ['srtm', 2],
    [undefined, 1],
    ['srtm', 2],
  ]);
  await run();
  expect(await states()).toEqual([
    ['srtm', 2],
    [undefined, 1],
    ['srtm', 2],
  ]);
  expect(await versionOf(far)).toBe(version);
  await added.remove();
});

it('all drives are derived, some in each job', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 12; index += 1) ids.push(await older(LINE));
  const waiting: UpgradePayload[] = [];
  const jobs = { enqueue: async (_, payload) => String(waiting.push(payload as never)) } as Pick<Jobs, 'enqueue'>;
  const { upgrade, derivation } = upgradeOf('tiles');
  const worker = new UpgradeWorker(upgrade, [derivation], jobs, { warn: () => undefined });
  worker.onApplicationBootstrap();
  for (let payload = waiting.pop(); payload; payload = waiting.pop()) await worker.deriveElevation(payload);
  for (const id of ids) expect((await detailsOf(id)).elevation?.source).toBe('srtm');
});

it('a drive from before the columns existed gets the same heights as one stored since', async () => {
  const { source } = drives;
  const id = await older(LINE.map((point, index) => ({ ...point, elevation: 100 * index })));
  const runner = source.createQueryRunner();
  await new AddGain1796688000000().down(runner);
  await new AddGain1796688000000().up(runner);
  await runner.release();
  await upgradeOf('none').deriveNext('');
  expect((await detailsOf(id)).elevation).toMatchObject({ source: 'track', gain: 200 });
});
