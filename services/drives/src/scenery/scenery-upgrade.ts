import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { decodePolyline } from '@switchback/geo/polyline';
import { In, Repository } from 'typeorm';
import { DriveSubmissions } from '../authoring/submissions.js';
import { Drive, DriveRoute } from '../drive.entity.js';
import { DriveEvents } from '../drive-events.js';
import { lineTags } from './line-tags.js';
import { mapTagColumns, SCENERY_VERSION } from './map-tags.js';
import { lockOutdated } from './scenery-upgrade.sql.js';

/** A batch holds its locks for half a second at most. */
const BATCH = 25;

/** Derives the tags of drives that an older release stored. */
@Injectable()
export class SceneryUpgrade {
  constructor(
    @InjectRepository(Drive) private readonly drives: Repository<Drive>,
    private readonly events: DriveEvents,
    private readonly submissions: DriveSubmissions,
  ) {}

  /**
   * Derives the tags of the next drives after an id. Idempotent: skips drives that have those of this release. A drive
   * whose tags change gets a new revision.
   * @returns the id of the last drive; null if there was none.
   */
  deriveNext(after: string): Promise<string | null> {
    return this.drives.manager.transaction(async (manager) => {
      const ids = await lockOutdated(manager, SCENERY_VERSION, after, BATCH);
      const routes = await manager.find(DriveRoute, { where: { driveId: In(ids) }, relations: { drive: true } });
      for (const route of routes) {
        const { drive } = route;
        const columns = mapTagColumns(lineTags(decodePolyline(route.path)), drive);
        const isSame = isDeepStrictEqual(columns.mapTags, drive.mapTags);
        Object.assign(drive, columns, { rev: isSame ? drive.rev : drive.rev + 1 });
        await manager.update(Drive, { id: drive.id }, { ...columns, rev: drive.rev });
        if (isSame) continue;
        await this.events.saved(manager, [route]);
        await this.submissions.follow(manager, drive);
      }
      return ids.at(-1) ?? null;
    });
  }
}
