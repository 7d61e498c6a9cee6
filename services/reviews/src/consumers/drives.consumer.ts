import { Controller } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { drivesTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { Reviews } from '../reviews.service.js';

@Controller()
export class DrivesConsumer {
  constructor(private readonly reviews: Reviews) {}

  /** Deletes the reviews of deleted drives. */
  @OnEvents(drivesTopic, 'reviews-drives', { batchSize: 100 })
  async consume(events: Event<DriveEvent>[]): Promise<void> {
    const gone = events.filter(({ payload }) => payload.deleted).map(({ payload }) => payload.id);
    if (gone.length > 0) await this.reviews.deleteOfDrives(gone);
  }
}
