import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { CLOCK } from '@switchback/platform/nest/tokens';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { expandBounds, splitBounds } from '@switchback/geo/bounds';
import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import type { Clock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import type { Directions, DriveDetails, DriveSummary } from '@switchback/proto/drives/v1/drive';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { Repository } from 'typeorm';
import { Drive } from '../drive/drive.entity.js';
import { type DetailedDrive, toDetails, toDirections, toState, toSummary } from '../drive/drive.mapper.js';
import { obstacleToReading } from '../drive/drive.policy.js';
import {
  type DriveLine,
  drivesAfter,
  findKnownDrive,
  popularDrives,
  visibleDrives,
  worldRankedDrives,
} from '../drive/drive-rows.sql.js';
import { countStats, type DriveStats, nearestDrives, publishedDrives, startsNear } from './drives.queries.sql.js';

/** Anything else cannot be the id of a drive. */
const DRIVE_ID = /^[\w-]{1,64}$/;
/** Cache time: counting takes some 50 ms at 100,000 drives, and every visitor of the landing page requests it. */
const STATS_KEPT_MS = 500;
/** Maximum page size: states contain whole lines, which are held in memory. */
const STATES_MAX = 500;
/** Maximum total of the lines on one page of states, so that it fits into one gRPC message. */
const STATES_PATH_CHARS_MAX = 4_000_000;

/** Position of the previous page's last drive in the listing order. */
const PAGE_TOKEN = /^(\d{1,10})\.([\w-]{1,64})$/;

/** @see ListStatesResponse of the service's contract. */
export interface StatesPage {
  states: DriveEvent[];
  nextPageToken: string;
}

/** Read queries on drives. They never reveal a drive that the caller may not see. */
@Injectable()
export class DrivesQueries {
  private cachedStats: { untilMs: number; stats: Promise<DriveStats> } | undefined;

  constructor(
    @InjectRepository(Drive) private readonly drives: Repository<Drive>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {}

  /** Returns drives in the order of the ids, without duplicates; omits those unknown or not visible. At most 100. */
  async summaries(ids: readonly string[], caller: Caller | null): Promise<DriveSummary[]> {
    const requested = [...new Set(ids)].filter((id) => DRIVE_ID.test(id)).slice(0, LIMITS.summariesMax);
    const found = await visibleDrives(this.drives.manager, requested, caller);
    const byId = new Map(found.map((drive) => [drive.id, drive]));
    return requested.flatMap((id) => byId.get(id) ?? []).map(toSummary);
  }

  /** @throws ProductError `driveNotFound` also if the caller may not know that it exists, `upgradeNeeded` */
  async details(id: string, caller: Caller | null, signal?: AbortSignal): Promise<DriveDetails> {
    return toDetails(await this.visible(id, caller), { caller, signal });
  }

  /** @throws ProductError `driveNotFound` also if the caller may not know that it exists, `upgradeNeeded` */
  async directions(id: string, caller: Caller | null, signal?: AbortSignal): Promise<Directions> {
    return toDirections(await this.visible(id, caller), signal);
  }

  /**
   * Reads a drive with its route. Uses one statement, so that a line is never returned with another version's summary.
   * A drive that the caller may not know of yields no row, like a missing one: the response time does not reveal which
   * it was.
   */
  private async visible(id: string, caller: Caller | null): Promise<DetailedDrive> {
    const route = DRIVE_ID.test(id) ? await findKnownDrive(this.drives.manager, id, caller) : undefined;
    if (!route) throw new ProductError('driveNotFound');
    const obstacle = obstacleToReading(route.drive, caller);
    if (obstacle === 'upgradeNeeded') throw new ProductError(obstacle, { additional: { upgrade: true } });
    if (obstacle) throw new ProductError(obstacle);
    return route;
  }

  /** Returns published drives by the great-circle distance of their start, nearest first, ties by id; at most 25. */
  async nearby(location: LatLng, limit: number): Promise<DriveSummary[]> {
    const count = Math.min(Math.max(limit, 0), LIMITS.nearbyMax);
    const radiusMeters = await this.radiusThatHolds(location, count);
    const boxes = splitBounds(
      expandBounds({ north: location.lat, south: location.lat, east: location.lng, west: location.lng }, radiusMeters),
    );
    return this.summaries(await nearestDrives(this.drives.manager, location, boxes, count), null);
  }

  /**
   * Returns a radius in meters within which that many published drives start. The index orders by degrees, which shrink
   * towards the poles and jump at the antimeridian: its nearest drives may not be the nearest, but they bound the
   * distance.
   */
  private async radiusThatHolds(location: LatLng, count: number): Promise<number> {
    const starts = await startsNear(this.drives.manager, location, count);
    const distances = [...starts.values()].map((start) => distanceMeters(location, start)).sort((a, b) => a - b);
    // One meter more, since the two distance formulas may round differently.
    return (distances[count - 1] ?? distances.at(-1) ?? 0) + 1;
  }

  /** Returns ids of published drives, by id; at most 10,000. */
  published(offset: number, limit: number): Promise<string[]> {
    const { manager } = this.drives;
    return publishedDrives(manager, Math.max(offset, 0), Math.min(Math.max(limit, 0), LIMITS.publishedMax));
  }

  /**
   * Returns published drives, the most saved and completed first, then the best rated. Ids are random, so that ties are
   * spread.
   */
  async popular(limit: number): Promise<DriveSummary[]> {
    const drives = await popularDrives(this.drives.manager, Math.min(Math.max(limit, 0), LIMITS.popularMax));
    return drives.map(toSummary);
  }

  /** Returns published drives that staff ranked among the world's best, the best rated first. */
  async worldRanking(limit: number): Promise<DriveSummary[]> {
    const drives = await worldRankedDrives(this.drives.manager, Math.min(Math.max(limit, 0), LIMITS.worldRankingMax));
    return drives.map(toSummary);
  }

  /**
   * Returns figures of all published drives, exact except for writes in the last half second. Counts regions by the
   * lines, not by the source's claims.
   */
  stats(): Promise<DriveStats> {
    const nowMs = this.clock.monotonicMs();
    if (!this.cachedStats || nowMs >= this.cachedStats.untilMs) {
      const kept = { untilMs: nowMs + STATS_KEPT_MS, stats: countStats(this.drives.manager) };
      kept.stats.catch(() => {
        if (this.cachedStats === kept) this.cachedStats = undefined;
      });
      this.cachedStats = kept;
    }
    return this.cachedStats.stats;
  }

  /**
   * Returns current states of drives of every privacy, for services that rebuild.
   * @param pageToken of the previous page; empty for the first.
   * @param ids restricts the result to these drives, unless empty.
   */
  async states(pageToken: string, limit: number, ids: readonly string[] = []): Promise<StatesPage> {
    const count = Math.min(Math.max(limit, 1), STATES_MAX);
    const rows = await drivesAfter(this.drives.manager, placeOf(pageToken), count, ids);
    const page = fitting(rows);
    const isLast = rows.length < count && page.length === rows.length;
    return {
      states: page.map((drive) => toState({ drive, path: drive.path })),
      nextPageToken: isLast ? '' : tokenOf(page.at(-1)!),
    };
  }
}

/** Returns the place of the last drive before the page. */
function placeOf(pageToken: string): Pick<DriveLine, 'zOrder' | 'id'> {
  if (pageToken === '') return { zOrder: -1, id: '' };
  const [, zOrder, id] = PAGE_TOKEN.exec(pageToken) ?? [];
  if (zOrder === undefined || id === undefined) throw new TypeError('This is the token of no page of states.');
  return { zOrder: Number(zOrder), id };
}

function tokenOf({ zOrder, id }: DriveLine): string {
  return `${zOrder}.${id}`;
}

/** Returns the leading drives that fit into one page; a drive too large for any page gets its own. */
function fitting(drives: readonly DriveLine[]): DriveLine[] {
  let chars = 0;
  return drives.filter(({ path }, index) => (chars += path.length) <= STATES_PATH_CHARS_MAX || index === 0);
}
