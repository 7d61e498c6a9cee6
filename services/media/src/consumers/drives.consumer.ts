import { Controller } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { drivesTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { PhotoLifecycle } from '../photo-lifecycle.js';

@Controller()
export class DrivesConsumer {
  constructor(private readonly lifecycle: PhotoLifecycle) {}

  /** Updates photos when their drives become pending, public or deleted. */
  @OnEvents(drivesTopic, 'media-drives', { batchSize: 100 })
  async consume(events: Event<DriveEvent>[]): Promise<void> {
    for (const { payload } of events) await this.lifecycle.follow(payload);
  }
}
