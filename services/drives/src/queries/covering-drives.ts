import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  boundsContain,
  boundsIntersect,
  boundsOfPath,
  expandBounds,
  splitBounds,
  unionBounds,
} from '@switchback/geo/bounds';
import { pathLengthMeters } from '@switchback/geo/distance';
import type { Bounds, LatLng } from '@switchback/geo/location';
import { partsOf } from '@switchback/geo/parts';
import { decodePolyline } from '@switchback/geo/polyline';
import { sharedShare } from '@switchback/geo/repeated-share';
import { queryRows } from '@switchback/platform/db/sql';
import { ProductError } from '@switchback/platform/errors';
import { Repository } from 'typeorm';
import { z } from 'zod';
import { Drive } from '../drive/drive.entity.js';
import { PUBLISHED_SQL } from '../drive/visible.js';
import { boxLiteral } from './drives.queries.sql.js';

const SHARE_MIN = 0.6;
const REACH_METERS = 40;
const ROADS_MAX = 500;
/** Drives that are compared in one call, the shortest first. */
const DRIVES_MAX = 200;
/** Drives whose lines are in memory at once. */
const AT_ONCE = 10;

const CANDIDATE = z.strictObject({
  id: z.string(),
  distance: z.number(),
  north: z.number(),
  east: z.number(),
  south: z.number(),
  west: z.number(),
});
const LINE = z.strictObject({ id: z.string(), path: z.string() });
/** Literally the expression of the index. */
const BOUNDS = 'box(point(west, south), point(case when east < west then east + 360 else east end, north))';

interface Road {
  line: LatLng[];
  box: Bounds;
  lengthMeters: number;
  best: { driveId: string; share: number };
}

/** Finds the published drives that lead along roads. */
@Injectable()
export class CoveringDrives {
  constructor(@InjectRepository(Drive) private readonly drives: Repository<Drive>) {}

  /**
   * Returns the drive that covers most of each road, at least 60 % of it; empty texts for the other roads.
   * @throws ProductError `invalidInput` for too many roads, or one without a line.
   */
  async find(paths: readonly string[], signal?: AbortSignal): Promise<string[]> {
    if (paths.length > ROADS_MAX) throw new ProductError('invalidInput');
    if (paths.length === 0) return [];
    const roads = paths.map(toRoad);
    const candidates = await this.#candidates(roads);
    for (let at = 0; at < candidates.length; at += AT_ONCE) {
      const lines = await this.#lines(candidates.slice(at, at + AT_ONCE));
      for (const { id, path } of lines) {
        signal?.throwIfAborted();
        await setImmediate();
        compare(id, decodePolyline(path), roads);
      }
    }
    return roads.map(({ best }) => best.driveId);
  }

  async #candidates(roads: readonly Road[]): Promise<string[]> {
    const area = roads.map(({ box }) => box).reduce(unionBounds);
    // The bounds of a drive across the antimeridian continue beyond 180 degrees.
    const boxes = splitBounds(area).flatMap((box) => [box, { ...box, west: box.west + 360, east: box.east + 360 }]);
    const rows = await queryRows(
      this.drives.manager,
      CANDIDATE,
      `select id, distance, north, east, south, west from drive
        where ${PUBLISHED_SQL} and distance >= $1::float8
          and (${boxes.map((_, index) => `${BOUNDS} && $${index + 3}::box`).join(' or ')})
        order by distance, id limit $2`,
      [SHARE_MIN * Math.min(...roads.map(({ lengthMeters }) => lengthMeters)), DRIVES_MAX, ...boxes.map(boxLiteral)],
    );
    const mayCover = ({ distance, ...box }: z.infer<typeof CANDIDATE>, road: Road) =>
      distance >= SHARE_MIN * road.lengthMeters && boundsIntersect(box, road.box);
    return rows.filter((row) => roads.some((road) => mayCover(row, road))).map(({ id }) => id);
  }

  #lines(ids: readonly string[]): Promise<z.infer<typeof LINE>[]> {
    return queryRows(
      this.drives.manager,
      LINE,
      'select drive_id as id, path from drive_route where drive_id = any ($1) order by drive_id',
      [ids],
    );
  }
}

/** @throws ProductError `invalidInput` */
function toRoad(path: string): Road {
  const line = decodePolyline(path);
  if (line.length < 2) throw new ProductError('invalidInput');
  const box = expandBounds(boundsOfPath(line), REACH_METERS);
  return { line, box, lengthMeters: pathLengthMeters(line), best: { driveId: '', share: 0 } };
}

function compare(driveId: string, line: readonly LatLng[], roads: readonly Road[]): void {
  const parts = partsOf(line);
  for (const road of roads) {
    const near = parts.flatMap((part) => runsWithin(part, road.box));
    if (near.length === 0) continue;
    const share = sharedShare(road.line, near, REACH_METERS);
    if (share >= SHARE_MIN && share > road.best.share) road.best = { driveId, share };
  }
}

/** Returns the stretches of a line in a box, with the point before and the one after. */
function runsWithin(part: readonly LatLng[], box: Bounds): LatLng[][] {
  const runs: LatLng[][] = [];
  let isOpen = false;
  part.forEach((point, index) => {
    const isWithin = boundsContain(box, point);
    if (isWithin && !isOpen) runs.push(index > 0 ? [part[index - 1]!] : []);
    if (isWithin || isOpen) runs.at(-1)!.push(point);
    isOpen = isWithin;
  });
  return runs.filter((run) => run.length > 1);
}
