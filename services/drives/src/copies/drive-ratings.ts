import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { RatingEvent } from '@switchback/proto/reviews/v1/events';
import { In, Repository } from 'typeorm';
import { Drive } from '../drive/drive.entity.js';
import { updateRatings } from './drive-counts.sql.js';
import { DriveEvents } from '../events/drive-events.js';

/** Stores the review ratings of drives, as computed by the reviews service. */
@Injectable()
export class DriveRatings {
  constructor(
    @InjectRepository(Drive) private readonly drives: Repository<Drive>,
    private readonly events: DriveEvents,
  ) {}

  /** Stores ratings. Idempotent and independent of order; ignores ratings of deleted drives. */
  async apply(ratings: readonly RatingEvent[]): Promise<void> {
    await this.drives.manager.transaction(async (manager) => {
      const changed = await updateRatings(manager, ratings);
      if (changed.length === 0) return;
      const drives = await manager.findBy(Drive, { id: In(changed) });
      await this.events.activity(manager, 'drive.rated', drives);
    });
  }
}
