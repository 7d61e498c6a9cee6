import { Controller } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { accountsTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { AccountEvent } from '@switchback/proto/auth/v1/events';
import { Reviews } from '../reviews.service.js';

@Controller()
export class AccountsConsumer {
  constructor(private readonly reviews: Reviews) {}

  /** Hides the reviews of suspended people, and shows them again once staff reinstate the account. */
  @OnEvents(accountsTopic, 'reviews-accounts', { batchSize: 100 })
  async consume(events: Event<AccountEvent>[]): Promise<void> {
    for (const { payload } of events) {
      if (payload.saved) await this.reviews.suspend(payload.userId, payload.rev, !payload.saved.enabled);
    }
  }
}
