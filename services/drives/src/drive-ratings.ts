import { Injectable } from '@nestjs/common';
import type { RatingEvent } from '@switchback/proto/reviews/v1/events';
import { DataSource } from 'typeorm';
import { DriveEvents } from './drive-events.js';
import { lockedDrives } from './locked-drives.js';

/** Stores the review ratings of drives, as computed by the reviews service. */
@Injectable()
export class DriveRatings {
  constructor(
    private readonly source: DataSource,
    private readonly events: DriveEvents,
  ) {}

  /** Stores ratings. Idempotent and independent of order; ignores ratings of deleted drives. */
  async apply(ratings: readonly RatingEvent[]): Promise<void> {
    await this.source.transaction(async (manager) => {
      const column = <Key extends keyof RatingEvent>(key: Key) => ratings.map((rating) => rating[key] ?? null);
      const drives = await lockedDrives(
        manager,
        ratings.map(({ driveId }) => driveId),
        `update drive d set rating_rev = r.rev, review_count = r.count, review_stars = r.stars,
                review_intensity = r.intensity, review_road_quality = r.quality, review_traffic = r.traffic
           from (select distinct on (id) * from unnest($1::text[], $2::int[], $3::int[], $4::float8[], $5::float8[],
                                                       $6::float8[], $7::float8[])
                   as r (id, rev, count, stars, intensity, quality, traffic) order by id, rev desc) r
          where d.id = r.id and d.rating_rev < r.rev returning d.id`,
        [
          column('rev'),
          column('reviewCount'),
          column('starRating'),
          column('intensityRating'),
          column('roadQualityRating'),
          column('trafficRating'),
        ],
      );
      await this.events.activity(manager, 'drive.rated', drives);
    });
  }
}
