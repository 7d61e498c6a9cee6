import { Controller } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { ratingsTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { RatingEvent } from '@switchback/proto/reviews/v1/events';
import { DriveRatings } from '../copies/drive-ratings.js';

@Controller()
export class RatingsConsumer {
  constructor(private readonly ratings: DriveRatings) {}

  /** Updates the review ratings that drives show. */
  @OnEvents(ratingsTopic, 'drives-ratings', { batchSize: 100 })
  consume(events: Event<RatingEvent>[]): Promise<void> {
    return this.ratings.apply(events.map(({ payload }) => payload));
  }
}
