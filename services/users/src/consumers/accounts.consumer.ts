import { Controller, Inject } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { accountsTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import { accountTypeOf } from '@switchback/platform/wire/account-type';
import type { AccountEvent } from '@switchback/proto/auth/v1/events';
import { AccountsService } from '../profiles/accounts.service.js';

@Controller()
export class AccountsConsumer {
  constructor(@Inject(AccountsService) private readonly accounts: Pick<AccountsService, 'apply' | 'erase'>) {}

  /** Updates the copy of what an account may do, and erases all data of a deleted account. */
  @OnEvents(accountsTopic, 'users-accounts', { batchSize: 200 })
  async consume(events: Event<AccountEvent>[]): Promise<void> {
    for (const { payload } of events) {
      const { userId, rev, saved, deleted } = payload;
      if (deleted) await this.accounts.erase(userId);
      else if (saved)
        await this.accounts.apply({
          userId,
          rev,
          accountType: accountTypeOf(saved.accountType),
          enabled: saved.enabled,
        });
      else throw new TypeError(`The event of account ${userId} contains neither saved nor deleted.`);
    }
  }
}
