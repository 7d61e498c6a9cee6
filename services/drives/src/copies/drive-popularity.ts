import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PopularityEvent } from '@switchback/proto/users/v1/events';
import { In, Repository } from 'typeorm';
import { Drive } from '../drive/drive.entity.js';
import { updatePopularity } from './drive-counts.sql.js';
import { DriveEvents } from '../events/drive-events.js';

/** Stores how many people list a drive, as counted by the users service. */
@Injectable()
export class DrivePopularity {
  constructor(
    @InjectRepository(Drive) private readonly drives: Repository<Drive>,
    private readonly events: DriveEvents,
  ) {}

  /** Stores counts. Idempotent and independent of order; ignores counts of deleted drives. */
  async apply(counts: readonly PopularityEvent[]): Promise<void> {
    await this.drives.manager.transaction(async (manager) => {
      const changed = await updatePopularity(manager, counts);
      if (changed.length === 0) return;
      const drives = await manager.findBy(Drive, { id: In(changed) });
      await this.events.activity(manager, 'drive.popularity-changed', drives);
    });
  }
}
