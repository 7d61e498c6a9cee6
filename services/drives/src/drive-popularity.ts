import { Injectable } from '@nestjs/common';
import type { PopularityEvent } from '@switchback/proto/users/v1/events';
import { DataSource, In } from 'typeorm';
import { DriveRoute } from './drive.entity.js';
import { DriveEvents } from './drive-events.js';

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
      // Locked in one order, so that two writers of the same drives wait for each other.
      const ids = counts.map(({ driveId }) => driveId);
      await manager.query('select from drive where id = any ($1) order by id for update', [ids]);
      const [changed] = await manager.query<[{ id: string }[], number]>(
        `update drive d set popularity = c.popularity, popularity_rev = c.rev
           from (select distinct on (id) id, rev, popularity
                   from unnest($1::text[], $2::int[], $3::int[]) as c (id, rev, popularity) order by id, rev desc) c
          where d.id = c.id and d.popularity_rev < c.rev returning d.id`,
        [ids, counts.map(({ rev }) => rev), counts.map(({ saves, completions }) => saves + completions)],
      );
      if (changed.length === 0) return;
      const routes = await manager.find(DriveRoute, {
        where: { driveId: In(changed.map(({ id }) => id)) },
        relations: { drive: true },
      });
      await this.events.saved(manager, routes);
    });
  }
}
