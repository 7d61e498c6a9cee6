import { Controller } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { accountsTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { AccountEvent } from '@switchback/proto/auth/v1/events';
import { DriveOwners } from '../copies/drive-owners.js';

@Controller()
export class AccountsConsumer {
  constructor(private readonly owners: DriveOwners) {}

  /** Hides the drives of suspended accounts. */
  @OnEvents(accountsTopic, 'drives-accounts', { batchSize: 100 })
  async consume(events: Event<AccountEvent>[]): Promise<void> {
    for (const { payload } of events) {
      if (payload.saved) await this.owners.suspend(payload.userId, payload.rev, !payload.saved.enabled);
    }
  }
}
