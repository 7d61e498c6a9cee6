import { Injectable } from '@nestjs/common';
import type { DrivePhotosEvent } from '@switchback/proto/media/v1/events';
import { DataSource } from 'typeorm';
import { DriveEvents } from './drive-events.js';
import { lockedRoutes } from './locked-routes.js';

/** The photos of drives that everybody may see, as the media service tells them. */
@Injectable()
export class DrivePhotos {
  constructor(
    private readonly source: DataSource,
    private readonly events: DriveEvents,
  ) {}

  /** Takes in photos in any order, any number of times; those of drives that are gone change nothing. */
  async take(told: readonly DrivePhotosEvent[]): Promise<void> {
    await this.source.transaction(async (manager) => {
      const routes = await lockedRoutes(
        manager,
        told.map(({ driveId }) => driveId),
        `update drive d set photos_rev = p.rev, photos = p.photos
           from (select distinct on (id) * from unnest($1::text[], $2::int[], $3::jsonb[])
                   as p (id, rev, photos) order by id, rev desc) p
          where d.id = p.id and d.photos_rev < p.rev returning d.id`,
        [told.map(({ rev }) => rev), told.map(({ photos }) => JSON.stringify(photos))],
      );
      if (routes.length > 0) await this.events.saved(manager, routes);
    });
  }
}
