import { Controller } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { usersTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { UserEvent } from '@switchback/proto/users/v1/events';
import { DriveOwners } from '../copies/drive-owners.js';

@Controller()
export class OwnersConsumer {
  constructor(private readonly owners: DriveOwners) {}

  /** Updates the owner's name on drives; erases owners who deleted their account. */
  @OnEvents(usersTopic, 'drives-owners', { batchSize: 100 })
  async consume(events: Event<UserEvent>[]): Promise<void> {
    for (const { payload } of events) {
      const { id, rev, saved, deleted } = payload;
      if (deleted) await this.owners.erase(id, rev);
      else if (saved) await this.owners.rename(id, rev, saved.username);
      else throw new TypeError(`The event of user ${id} contains neither saved nor deleted.`);
    }
  }
}
