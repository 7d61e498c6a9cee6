import { Controller } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { photosTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { DrivePhotosEvent } from '@switchback/proto/media/v1/events';
import { DrivePhotos } from '../copies/drive-photos.js';

@Controller()
export class PhotosConsumer {
  constructor(private readonly photos: DrivePhotos) {}

  /** Updates the photos that drives show. */
  @OnEvents(photosTopic, 'drives-photos', { batchSize: 100 })
  consume(events: Event<DrivePhotosEvent>[]): Promise<void> {
    return this.photos.apply(events.map(({ payload }) => payload));
  }
}
