import { Controller } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { usersTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { UserEvent } from '@switchback/proto/users/v1/events';
import { People } from '../people.js';

@Controller()
export class PeopleConsumer {
  constructor(private readonly people: People) {}

  /** Updates people's names in the history and erases the data of people who left. */
  @OnEvents(usersTopic, 'moderation-people', { batchSize: 100 })
  async consume(events: Event<UserEvent>[]): Promise<void> {
    for (const { payload } of events) {
      const { id, rev, saved, deleted } = payload;
      if (deleted) await this.people.erase(id, rev);
      else if (saved) await this.people.rename(id, rev, saved.username);
      else throw new TypeError(`The event of user ${id} is neither saved nor deleted.`);
    }
  }
}
