import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { DrivePhotosEvent } from '@switchback/proto/media/v1/events';
import { In, Repository } from 'typeorm';
import { DriveSubmissions } from '../authoring/submissions.js';
import { Drive } from '../drive/drive.entity.js';
import { updatePhotos } from './drive-counts.sql.js';
import { DriveEvents } from '../events/drive-events.js';

const NOBODY = { userId: '' };

/** Stores the public photos of drives and their number of photos, as published by the media service. */
@Injectable()
export class DrivePhotos {
  constructor(
    @InjectRepository(Drive) private readonly drives: Repository<Drive>,
    private readonly events: DriveEvents,
    private readonly submissions: DriveSubmissions,
  ) {}

  /** Stores photos. Idempotent and independent of order; ignores photos of deleted drives. */
  async apply(events: readonly DrivePhotosEvent[]): Promise<void> {
    await this.drives.manager.transaction(async (manager) => {
      const changed = await updatePhotos(manager, events);
      if (changed.length === 0) return;
      const drives = await manager.findBy(Drive, { id: In(changed) });
      await this.events.activity(manager, 'drive.photos-changed', drives);
      // Staff see at once when a waiting drive gets its first photo or loses its last.
      for (const drive of drives) {
        if (drive.status === 'pending' && !drive.hidden)
          await this.submissions.publish(manager, drive, 'waiting', NOBODY);
      }
    });
  }
}
