import { Injectable } from '@nestjs/common';
import type { DrivePhotosEvent } from '@switchback/proto/media/v1/events';
import { DataSource } from 'typeorm';
import { DriveSubmissions } from './authoring/submissions.js';
import { DriveEvents } from './drive-events.js';
import { lockedDrives } from './locked-drives.js';

const NOBODY = { userId: '' };

/** Stores the public photos of drives and their number of photos, as published by the media service. */
@Injectable()
export class DrivePhotos {
  constructor(
    private readonly source: DataSource,
    private readonly events: DriveEvents,
    private readonly submissions: DriveSubmissions,
  ) {}

  /** Stores photos. Idempotent and independent of order; ignores photos of deleted drives. */
  async apply(events: readonly DrivePhotosEvent[]): Promise<void> {
    await this.source.transaction(async (manager) => {
      const drives = await lockedDrives(
        manager,
        events.map(({ driveId }) => driveId),
        `update drive d set photos_rev = p.rev, photos = p.photos, photo_count = p.count
           from (select distinct on (id) * from unnest($1::text[], $2::int[], $3::jsonb[], $4::int[])
                   as p (id, rev, photos, count) order by id, rev desc) p
          where d.id = p.id and d.photos_rev < p.rev returning d.id`,
        [
          events.map(({ rev }) => rev),
          events.map(({ photos }) => JSON.stringify(photos)),
          events.map(({ count }) => count),
        ],
      );
      await this.events.activity(manager, 'drive.photos-changed', drives);
      // Staff see at once when a waiting drive gets its first photo or loses its last.
      for (const drive of drives) {
        if (drive.status === 'pending' && !drive.hidden)
          await this.submissions.publish(manager, drive, 'waiting', NOBODY);
      }
    });
  }
}
