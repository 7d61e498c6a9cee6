import { Injectable } from '@nestjs/common';
import type { PopularityEvent } from '@switchback/proto/users/v1/events';
import { DataSource } from 'typeorm';
import { DriveEvents } from './drive-events.js';
import { lockedDrives } from './locked-drives.js';

/** Stores how many people list a drive, as counted by the users service. */
@Injectable()
export class DrivePopularity {
  constructor(
    private readonly source: DataSource,
    private readonly events: DriveEvents,
  ) {}

  /** Stores counts. Idempotent and independent of order; ignores counts of deleted drives. */
  async apply(counts: readonly PopularityEvent[]): Promise<void> {
    await this.source.transaction(async (manager) => {
      const drives = await lockedDrives(
        manager,
        counts.map(({ driveId }) => driveId),
        `update drive d set popularity = c.popularity, popularity_rev = c.rev
           from (select distinct on (id) id, rev, popularity
                   from unnest($1::text[], $2::int[], $3::int[]) as c (id, rev, popularity) order by id, rev desc) c
          where d.id = c.id and d.popularity_rev < c.rev returning d.id`,
        [counts.map(({ rev }) => rev), counts.map(({ saves, completions }) => saves + completions)],
      );
      await this.events.activity(manager, 'drive.popularity-changed', drives);
    });
  }
}
