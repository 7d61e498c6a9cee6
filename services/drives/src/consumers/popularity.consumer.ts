import { Controller } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { popularityTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { PopularityEvent } from '@switchback/proto/users/v1/events';
import { DrivePopularity } from '../copies/drive-popularity.js';

@Controller()
export class PopularityConsumer {
  constructor(private readonly popularity: DrivePopularity) {}

  /** Updates the popularity of drives. */
  @OnEvents(popularityTopic, 'drives-popularity', { batchSize: 100 })
  consume(events: Event<PopularityEvent>[]): Promise<void> {
    return this.popularity.apply(events.map(({ payload }) => payload));
  }
}
