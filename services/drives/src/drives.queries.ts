import { Inject, Injectable } from '@nestjs/common';
import { CLOCK } from '@switchback/platform/nest/tokens';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { expandBounds, splitBounds } from '@switchback/geo/bounds';
import { distanceMeters } from '@switchback/geo/distance';
import type { Bounds, LatLng } from '@switchback/geo/location';
import type { Clock } from '@switchback/platform/clock';
import { entityColumns } from '@switchback/platform/db/entity-columns';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import type { Directions, DriveDetails, DriveSummary } from '@switchback/proto/drives/v1/drive';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { DataSource, In } from 'typeorm';
import { Drive, DriveRoute } from './drive.entity.js';
import { toDetails, toDirections, toState, type SummarizedDrive, toSummary, INTERNAL_FIELDS } from './drive.mapper.js';
import { obstacleToReading } from './drive.policy.js';
import { KNOWN, PUBLISHED_SQL, viewerOf, VISIBLE } from './visible.js';

/** The displayed stars, as the indexes define them. */
const SHOWN_STARS = 'coalesce(drive.review_stars, drive.star_rating)';
const EARTH_DIAMETER_METERS = 12_742_017.6;
/** Anything else cannot be the id of a drive. */
const DRIVE_ID = /^[\w-]{1,64}$/;
/** Cache time: counting takes some 50 ms at 100,000 drives, and every visitor of the landing page requests it. */
const STATS_KEPT_MS = 500;
/** Maximum page size: states contain whole lines, which are held in memory. */
const STATES_MAX = 500;
/** Maximum total of the lines on one page of states, so that it fits into one gRPC message. */
const STATES_PATH_CHARS_MAX = 4_000_000;
/** Alias of the route's path among a drive's own columns. */
const ROUTE_PATH = 'routePath';

/** Position of the previous page's last drive in the listing order. */
const PAGE_TOKEN = /^(\d{1,10})\.([\w-]{1,64})$/;

interface DriveLine {
  drive: SummarizedDrive & Pick<Drive, 'zOrder'>;
  path: string;
}

/** @see ListStatesResponse of the service's contract. */
export interface StatesPage {
  states: DriveEvent[];
  nextPageToken: string;
}

export interface DriveStats {
  count: number;
  /** Meters. */
  distance: number;
  /** Seconds. */
  duration: number;
  states: number;
  countries: number;
}

/** Read queries on drives. They never reveal a drive that the caller may not see. */
@Injectable()
export class DrivesQueries {
  private cachedStats: { untilMs: number; stats: Promise<DriveStats> } | undefined;

  constructor(
    private readonly source: DataSource,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {}

  /** Returns drives in the order of the ids, without duplicates; omits those unknown or not visible. At most 100. */
  async summaries(ids: readonly string[], caller: Caller | null): Promise<DriveSummary[]> {
    const wanted = [...new Set(ids)].filter((id) => DRIVE_ID.test(id)).slice(0, LIMITS.summariesMax);
    const found = await this.source
      .getRepository(Drive)
      .createQueryBuilder('drive')
      .where({ id: In(wanted) })
      .andWhere(VISIBLE, viewerOf(caller))
      .getMany();
    const byId = new Map(found.map((drive) => [drive.id, drive]));
    return wanted.flatMap((id) => byId.get(id) ?? []).map(toSummary);
  }

  /** @throws ProductError `driveNotFound` also if the caller may not know that it exists, `upgradeNeeded` */
  async details(id: string, caller: Caller | null): Promise<DriveDetails> {
    return toDetails(await this.visible(id, caller), caller);
  }

  /** @throws ProductError `driveNotFound` also if the caller may not know that it exists, `upgradeNeeded` */
  async directions(id: string, caller: Caller | null): Promise<Directions> {
    return toDirections(await this.visible(id, caller));
  }

  /**
   * Reads a drive with its route. Uses one statement, so that a line is never returned with another version's summary.
   * A drive that the caller may not know of yields no row, like a missing one: the response time does not reveal which
   * it was.
   */
  private async visible(id: string, caller: Caller | null): Promise<DriveRoute> {
    const route = DRIVE_ID.test(id)
      ? await this.source
          .getRepository(DriveRoute)
          .createQueryBuilder('route')
          .innerJoinAndSelect('route.drive', 'drive', KNOWN, viewerOf(caller))
          .where({ driveId: id })
          .getOne()
      : null;
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
    const nearest = await this.source.query<{ id: string }[]>(
      `select id from drive
        where ${PUBLISHED_SQL} and (${boxes.map((_, index) => `start_location <@ $${index + 4}::box`).join(' or ')})
        order by ${greatCircleSql('$1', '$2')}, id limit $3`,
      [location.lat, location.lng, count, ...boxes.map(boxLiteral)],
    );
    return this.summaries(
      nearest.map(({ id }) => id),
      null,
    );
  }

  /**
   * Returns a radius in meters within which that many published drives start. The index orders by degrees, which shrink
   * towards the poles and jump at the antimeridian: its nearest drives may not be the nearest, but they bound the
   * distance.
   */
  private async radiusThatHolds(location: LatLng, count: number): Promise<number> {
    const candidates = await this.source.query<{ id: string; start: { x: number; y: number } }[]>(
      `select near.id, near.start from unnest(array[$2::float8 - 360, $2, $2 + 360]) lng,
        lateral (select id, start_location as start from drive where ${PUBLISHED_SQL}
                  order by start_location <-> point(lng, $1) limit $3) near`,
      [location.lat, location.lng, count],
    );
    const starts = new Map(candidates.map(({ id, start }) => [id, { lat: start.y, lng: start.x }]));
    const distances = [...starts.values()].map((start) => distanceMeters(location, start)).sort((a, b) => a - b);
    // One meter more, since the two distance formulas may round differently.
    return (distances[count - 1] ?? distances.at(-1) ?? 0) + 1;
  }

  /**
   * Returns ids of published drives, by id; at most 10,000. A partial index on published drives keeps the offset cheap.
   */
  async published(offset: number, limit: number): Promise<string[]> {
    const rows = await this.source.query<{ id: string }[]>(
      `select id from drive where ${PUBLISHED_SQL} order by id offset $1 limit $2`,
      [Math.max(offset, 0), Math.min(Math.max(limit, 0), LIMITS.publishedMax)],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Returns published drives, the most saved and completed first, then the best rated. Ids are random, so that ties are
   * spread.
   */
  async popular(limit: number): Promise<DriveSummary[]> {
    const drives = await this.source
      .createQueryBuilder(Drive, 'drive')
      .where(PUBLISHED_SQL)
      .orderBy('drive.popularity', 'DESC')
      .addOrderBy(SHOWN_STARS, 'DESC', 'NULLS LAST')
      .addOrderBy('drive.review_count', 'DESC')
      .addOrderBy('drive.id')
      .limit(Math.min(Math.max(limit, 0), LIMITS.popularMax))
      .getMany();
    return drives.map(toSummary);
  }

  /** Returns published drives that staff ranked among the world's best, the best rated first. */
  async worldRanking(limit: number): Promise<DriveSummary[]> {
    const drives = await this.source
      .createQueryBuilder(Drive, 'drive')
      .where(`${PUBLISHED_SQL} and world_ranked`)
      .orderBy(SHOWN_STARS, 'DESC', 'NULLS LAST')
      .addOrderBy('drive.popularity', 'DESC')
      .addOrderBy('drive.id')
      .limit(Math.min(Math.max(limit, 0), LIMITS.worldRankingMax))
      .getMany();
    return drives.map(toSummary);
  }

  /**
   * Returns figures of all published drives, exact except for writes in the last half second. Counts regions by the
   * lines, not by the source's claims.
   */
  stats(): Promise<DriveStats> {
    const nowMs = this.clock.monotonicMs();
    if (!this.cachedStats || nowMs >= this.cachedStats.untilMs) {
      const kept = { untilMs: nowMs + STATS_KEPT_MS, stats: this.countStats() };
      kept.stats.catch(() => {
        if (this.cachedStats === kept) this.cachedStats = undefined;
      });
      this.cachedStats = kept;
    }
    return this.cachedStats.stats;
  }

  /** Groups by regions first: many drives share theirs, so few groups remain for the distinct counts. */
  private async countStats(): Promise<DriveStats> {
    const [row] = await this.source.query<[DriveStats]>(
      `with groups as materialized (
         select country_ids, state_ids, count(*) as drives, sum(distance) as distance, sum(duration) as duration
           from drive where ${PUBLISHED_SQL} group by country_ids, state_ids)
       select coalesce(sum(drives), 0)::int as count,
              coalesce(sum(distance), 0) as distance, coalesce(sum(duration), 0) as duration,
              (select count(distinct state)::int from groups, unnest(state_ids) state) as states,
              (select count(distinct country)::int from groups, unnest(country_ids) country) as countries
         from groups`,
    );
    return row;
  }

  /**
   * Returns current states of drives of every privacy, for services that rebuild.
   * @param pageToken of the previous page; empty for the first.
   * @param ids restricts the result to these drives, unless empty.
   */
  async states(pageToken: string, limit: number, ids: readonly string[] = []): Promise<StatesPage> {
    const count = Math.min(Math.max(limit, 1), STATES_MAX);
    const rows = await this.source.query<(DriveLine['drive'] & { [ROUTE_PATH]: string })[]>(
      `select ${entityColumns(this.source, Drive, 'drive', INTERNAL_FIELDS)}, drive.z_order as "zOrder", route.path as "${ROUTE_PATH}"
       from drive join drive_route route on route.drive_id = drive.id
       where (drive.z_order, drive.id) > ($1, $2) ${ids.length > 0 ? 'and drive.id = any ($4)' : ''}
       order by drive.z_order, drive.id limit $3`,
      [...placeOf(pageToken), count, ...(ids.length > 0 ? [ids] : [])],
    );
    const page = fitting(rows.map((drive) => ({ drive, path: drive[ROUTE_PATH] })));
    const isLast = rows.length < count && page.length === rows.length;
    return { states: page.map(toState), nextPageToken: isLast ? '' : tokenOf(page.at(-1)!) };
  }
}

/** Returns the z-order and id of the last drive before the page. */
function placeOf(pageToken: string): [number, string] {
  if (pageToken === '') return [-1, ''];
  const [, order, id] = PAGE_TOKEN.exec(pageToken) ?? [];
  if (order === undefined || id === undefined) throw new TypeError('This is the token of no page of states.');
  return [Number(order), id];
}

function tokenOf({ drive: { zOrder, id } }: DriveLine): string {
  return `${zOrder}.${id}`;
}

/** Returns the leading drives that fit into one page; a drive too large for any page gets its own. */
function fitting(routes: readonly DriveLine[]): DriveLine[] {
  let chars = 0;
  return routes.filter(({ path }, index) => (chars += path.length) <= STATES_PATH_CHARS_MAX || index === 0);
}

function boxLiteral({ north, east, south, west }: Bounds): string {
  return `((${west},${south}),(${east},${north}))`;
}

/** Returns SQL for the great-circle distance from the start in meters, by the haversine formula. */
function greatCircleSql(lat: string, lng: string): string {
  return `${EARTH_DIAMETER_METERS} * asin(least(1, sqrt(power(sind((start_location[1] - ${lat}::float8) / 2), 2)
    + cosd(${lat}::float8) * cosd(start_location[1]) * power(sind((start_location[0] - ${lng}::float8) / 2), 2))))`;
}
