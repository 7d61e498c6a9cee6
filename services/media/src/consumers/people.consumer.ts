import { Controller } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { accountsTopic, usersTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { AccountEvent } from '@switchback/proto/auth/v1/events';
import type { UserEvent } from '@switchback/proto/users/v1/events';
import { PhotoLifecycle } from '../photo-lifecycle.js';

@Controller()
export class PeopleConsumer {
  constructor(private readonly lifecycle: PhotoLifecycle) {}

  /** Removes deleted people from the photos. */
  @OnEvents(usersTopic, 'media-people', { batchSize: 100 })
  async consume(events: Event<UserEvent>[]): Promise<void> {
    for (const { payload } of events) if (payload.deleted) await this.lifecycle.erasePerson(payload.id);
  }

  /** Hides the photos of suspended people, and shows them again once staff reinstate the account. */
  @OnEvents(accountsTopic, 'media-accounts', { batchSize: 100 })
  async consumeAccounts(events: Event<AccountEvent>[]): Promise<void> {
    for (const { payload } of events) {
      if (payload.saved) await this.lifecycle.suspend(payload.userId, payload.rev, !payload.saved.enabled);
    }
  }
}
