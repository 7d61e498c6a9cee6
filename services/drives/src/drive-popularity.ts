import { Injectable } from '@nestjs/common';
import type { PopularityEvent } from '@switchback/proto/users/v1/events';
import { DataSource } from 'typeorm';
import { DriveEvents } from './drive-events.js';
import { lockedRoutes } from './locked-routes.js';

/** How many people list a drive, as the users service counts it. */
@Injectable()
export class DrivePopularity {
  constructor(
    private readonly source: DataSource,
    private readonly events: DriveEvents,
  ) {}

  /** Takes in counts in any order, any number of times; those of drives that are gone change nothing. */
  async take(counts: readonly PopularityEvent[]): Promise<void> {
    await this.source.transaction(async (manager) => {
      const routes = await lockedRoutes(
        manager,
        counts.map(({ driveId }) => driveId),
        `update drive d set popularity = c.popularity, popularity_rev = c.rev
           from (select distinct on (id) id, rev, popularity
                   from unnest($1::text[], $2::int[], $3::int[]) as c (id, rev, popularity) order by id, rev desc) c
          where d.id = c.id and d.popularity_rev < c.rev returning d.id`,
        [counts.map(({ rev }) => rev), counts.map(({ saves, completions }) => saves + completions)],
      );
      if (routes.length > 0) await this.events.saved(manager, routes);
    });
  }
}
