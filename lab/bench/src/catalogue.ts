import { existsSync } from 'node:fs';
import { connectDrives, type DriveStates, statesOf } from '@switchback/drives/schema';
import { Drive, DriveRoute } from '@switchback/drives/drive/drive.entity';
import { toPoint } from '@switchback/drives/drive/drive.mapper';
import { Heights } from '@switchback/roads/elevation/heights';
import { sceneryVersionOf } from '@switchback/drives/tags/map-tags';
import { SCENERY_VERSION } from '@switchback/roads/lines/derive-line';
import { zOrder } from '@switchback/geo/z-order';
import { systemClock } from '@switchback/platform/clock';
import { randomIds } from '@switchback/platform/ids';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { changeOf } from '@switchback/search/document';
import type { IndexChange, SearchIndex } from '@switchback/search/index/search-index';
import { reindex } from '@switchback/search/reindex';
import { openIndex } from '@switchback/search/open-index';
import { shapesOfFile, syntheticDrives, wanderingShapes } from '@switchback/testing/synthetic-drives';
import { waitUntil } from '@switchback/testing/wait';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { loadSettings } from '@switchback/platform/config/settings';
import type { BenchEngines } from './engine.js';
import { labelOf } from './options.js';
import { inWalkOrder } from './walk-order.js';

const SHAPES = 200;
const BATCH = 500;
/** Above this size the drives service's own tables stay empty: only the search service is measured. */
const WHOLE_PRODUCT_MAX = 100_000;
const READ_MAX_MS = 10 * 60_000;

/** A dedicated database with `size` drives, in the drives service's tables and in the index. */
export interface Catalogue {
  size: number;
  label: string;
  url: string;
  drives: DataSource;
  /** Null if the index is in Elasticsearch. */
  search: DataSource | null;
  engines: BenchEngines;
  index: SearchIndex;
  states: DriveStates;
  /** Whether the drives service's tables hold the drives too. */
  isWhole: boolean;
  close: () => Promise<void>;
}

/**
 * Generates the same drives for the same seed, along lines of the file `BYWAYS_FILE` if it exists, otherwise along
 * made-up ones.
 */
export function drivesOf(size: number, seed: number): Generator<DriveEvent> {
  const file = process.env['BYWAYS_FILE'];
  const shapes = file && existsSync(file) ? shapesOfFile(file) : wanderingShapes(SHAPES, seed);
  return syntheticDrives(size, { seed, shapes });
}

/** Creates and fills a catalogue. @throws Error from filling it; the engines are cleared first. */
export async function openCatalogue(
  server: string,
  size: number,
  seed: number,
  engines: BenchEngines,
): Promise<Catalogue> {
  const label = labelOf(size);
  const url = await createDatabase(server, `bench_${label.toLowerCase()}_${randomIds.uuid().slice(0, 8)}`);
  const drives = await connectDrives({ url });
  const database = () => Promise.resolve({ url, statementTimeoutMs: 0 });
  const parts = { database, clock: systemClock };
  const { index, source: search, close: closeIndex } = await openIndex(loadSettings(engines.settings), parts);
  const states = statesOf(drives, systemClock);
  const isWhole = size <= WHOLE_PRODUCT_MAX;
  const close = async () => {
    await closeIndex();
    await drives.destroy();
    await engines.clear();
  };
  const catalogue = { size, label, url, drives, search, engines, index, states, isWhole, close };
  try {
    if (isWhole) {
      for (const batch of batchesOf(drivesOf(size, seed))) await insertDrives(drives, batch);
      await reindex(index, states);
    } else {
      const walk = inWalkOrder(drivesOf(size, seed));
      await index.rebuild(changesOf(walk));
    }
    await settle(catalogue);
    // The product does the same before it serves.
    await index.prepare();
    return catalogue;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Does now the work that the servers would otherwise do in the background, in the middle of a measurement. */
export async function settle({ url, engines }: Pick<Catalogue, 'url' | 'engines'>): Promise<void> {
  await engines.elasticsearch?.refresh();
  await withClient(url, async (client) => {
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  });
}

/** Waits for a step that a product takes once, after its first start: its users service reads every drive. */
export function untilDrivesAreRead({ url }: Pick<Catalogue, 'url'>): Promise<void> {
  return withClient(url, (client) => {
    const isDone = async () => (await client.query('select from users.facts_read')).rows.length > 0;
    return waitUntil('the users service to read the drives', isDone, READ_MAX_MS);
  });
}

async function createDatabase(server: string, name: string): Promise<string> {
  await withClient(server, (client) => client.query(`create database ${name}`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs `work` on a connection of its own. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  session: pg.ClientConfig = {},
): Promise<T> {
  const client = new pg.Client({ connectionString: url, ...session });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function* batchesOf<T>(items: Iterable<T>): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

async function* changesOf(events: Iterable<DriveEvent>): AsyncGenerator<IndexChange[]> {
  for (const batch of batchesOf(events)) yield batch.map(changeOf);
}

async function insertDrives(drives: DataSource, events: readonly DriveEvent[]): Promise<void> {
  const routes = events.map(routeOf);
  await drives.manager.insert(
    Drive,
    routes.map(({ drive }) => drive),
  );
  await drives.manager.insert(DriveRoute, routes);
}

/** Maps the event to the rows that the drives service stores. */
export function routeOf({ id, rev, saved }: DriveEvent): DriveRoute {
  const { summary, path, popularity } = saved!;
  const { bounds, curviness, startLocation, endLocation, createdAt, creator, rankings, ...same } = summary!;
  const drive: Drive = Object.assign(new Drive(), {
    ...same,
    ...bounds!,
    id,
    rev,
    popularity,
    popularityRev: 0,
    reviewStars: null,
    reviewIntensity: null,
    reviewRoadQuality: null,
    reviewTraffic: null,
    ratingRev: 0,
    photosRev: 0,
    importKey: null,
    contentHash: null,
    claimedStates: [],
    changeRequest: {},
    // Versions of this release: the jobs that derive the tags and heights of older ones leave these drives alone.
    mapTags: [],
    sceneryVersion: sceneryVersionOf(SCENERY_VERSION),
    elevationVersion: new Heights(null).version,
    zOrder: zOrder(startLocation!),
    starRating: same.starRating ?? null,
    intensityRating: same.intensityRating ?? null,
    roadQualityRating: same.roadQualityRating ?? null,
    trafficRating: same.trafficRating ?? null,
    curviness: curviness?.value ?? null,
    curvinessPerKilometer: curviness?.perKilometer ?? null,
    degreesPerKm: curviness?.degreesPerKm ?? null,
    gain: same.gain ?? null,
    startLocation: toPoint(startLocation!),
    endLocation: toPoint(endLocation!),
    countryIds: same.countries.map(({ country }) => country!.id),
    stateIds: same.countries.flatMap(({ states }) => states.map((state) => state.id)),
    ownerId: creator?.id ?? null,
    ownerUsername: creator?.username ?? null,
    sharedWith: saved!.sharedWith,
    worldRanked: rankings?.world ?? false,
    countryRankings: rankings?.countries ?? [],
    createdAt: new Date(createdAt),
  });
  const route = { driveId: id, drive, path, profile: null, waypoints: [], pointsOfInterest: [], directionsSummary: '' };
  return Object.assign(new DriveRoute(), route);
}
