import { Controller } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { usersTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { UserEvent } from '@switchback/proto/users/v1/events';
import { Reviews } from '../reviews.service.js';

@Controller()
export class PeopleConsumer {
  constructor(private readonly reviews: Reviews) {}

  /** Removes deleted people from the reviews. */
  @OnEvents(usersTopic, 'reviews-people', { batchSize: 100 })
  async consume(events: Event<UserEvent>[]): Promise<void> {
    for (const { payload } of events) if (payload.deleted) await this.reviews.erasePerson(payload.id);
  }
}
