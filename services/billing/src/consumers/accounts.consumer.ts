import { Controller } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { accountsTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { AccountEvent } from '@switchback/proto/auth/v1/events';
import { AccountClosure } from '../subscriptions/account-closure.js';

@Controller()
export class AccountsConsumer {
  constructor(private readonly accountClosure: AccountClosure) {}

  /** Ends the subscriptions of deleted accounts and erases the people's data. */
  @OnEvents(accountsTopic, 'billing-accounts', { batchSize: 100 })
  async consume(events: Event<AccountEvent>[]): Promise<void> {
    for (const { payload } of events) if (payload.deleted) await this.accountClosure.erase(payload.userId);
  }
}
