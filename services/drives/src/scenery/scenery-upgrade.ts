import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { degreesPerKm } from '@switchback/geo/heading-change';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import { PLACES } from '@switchback/platform/nest/tokens';
import type { Places } from '@switchback/platform/places/places';
import { In, Repository } from 'typeorm';
import { DriveSubmissions } from '../authoring/submissions.js';
import { settledShareOf } from '../drive-content.js';
import { Drive, DriveRoute } from '../drive.entity.js';
import { DriveEvents } from '../drive-events.js';
import { estimateDurationSeconds } from '../import/estimate-duration.js';
import { lineTags } from './line-tags.js';
import { mapTagColumns, SCENERY_VERSION } from './map-tags.js';
import { lockOutdated } from './scenery-upgrade.sql.js';

/** A batch holds its locks for half a second at most. */
const BATCH = 25;

/** Derives the tags and estimated durations of drives that an older release stored. */
@Injectable()
export class SceneryUpgrade {
  constructor(
    @InjectRepository(Drive) private readonly drives: Repository<Drive>,
    @Inject(PLACES) private readonly places: Places,
    private readonly events: DriveEvents,
    private readonly submissions: DriveSubmissions,
  ) {}

  /**
   * Derives tags and durations of the next drives after an id. Idempotent: skips drives that have those of this release.
   * A drive in which either changes gets a new revision.
   * @returns the id of the last drive; null if there was none.
   */
  deriveNext(after: string): Promise<string | null> {
    return this.drives.manager.transaction(async (manager) => {
      const ids = await lockOutdated(manager, SCENERY_VERSION, after, BATCH);
      const routes = await manager.find(DriveRoute, { where: { driveId: In(ids) }, relations: { drive: true } });
      for (const route of routes) {
        const { drive } = route;
        const line = decodePolyline(route.path);
        const columns = { ...mapTagColumns(lineTags(line), drive), duration: this.durationOf(drive, line) };
        const isSame = isDeepStrictEqual(columns.mapTags, drive.mapTags) && columns.duration === drive.duration;
        Object.assign(drive, columns, { rev: isSame ? drive.rev : drive.rev + 1 });
        await manager.update(Drive, { id: drive.id }, { ...columns, rev: drive.rev });
        if (isSame) continue;
        await this.events.saved(manager, [route]);
        await this.submissions.follow(manager, drive);
      }
      return ids.at(-1) ?? null;
    });
  }

  /** Keeps the duration of an author's straight legs, which their form showed. */
  private durationOf(drive: Drive, line: readonly LatLng[]): number {
    if (drive.importKey === null || drive.durationSource !== 'estimated') return drive.duration;
    const measured = { distanceMeters: drive.distance, degreesPerKm: drive.degreesPerKm ?? degreesPerKm(line) };
    return estimateDurationSeconds(measured, settledShareOf(line, this.places));
  }
}
