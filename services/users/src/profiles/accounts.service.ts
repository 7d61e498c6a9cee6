import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { AccountType } from '@switchback/contracts/rules/accounts';
import { deleteAnswers } from '@switchback/platform/db/idempotency';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { usersTopic } from '@switchback/platform/events/topics';
import type { UserEvent } from '@switchback/proto/users/v1/events';
import { LessThan, Repository } from 'typeorm';
import { Avatars } from '../avatars/avatars.js';
import { ContactMessages } from '../contact/contact-messages.js';
import { ExportsService } from '../exports/exports.service.js';
import { ListsService } from '../lists/lists.service.js';
import { Profile, Username } from './profile.entity.js';
import { lockProfile } from './profiles.sql.js';

/** State of an account in the auth service. */
export interface AccountState {
  userId: string;
  rev: number;
  accountType: AccountType;
  enabled: boolean;
}

/** Updates profiles when their accounts change. */
@Injectable()
export class AccountsService {
  constructor(
    @InjectRepository(Profile) private readonly profiles: Repository<Profile>,
    @Inject(ListsService) private readonly lists: Pick<ListsService, 'erase'>,
    @Inject(ContactMessages) private readonly messages: Pick<ContactMessages, 'erase'>,
    @Inject(Avatars) private readonly avatars: Pick<Avatars, 'removeAll'>,
    @Inject(ExportsService) private readonly exports: Pick<ExportsService, 'removeAll'>,
    private readonly events: EventFactory,
  ) {}

  /** Applies a state of an account. No-op for an older state, or an unknown person. */
  async apply({ userId, rev, accountType, enabled }: AccountState): Promise<void> {
    const isOlder = { id: userId, accountRev: LessThan(rev) };
    await this.profiles.update(isOlder, { accountType, enabled, accountRev: rev });
  }

  /** Erases all data of a person, and publishes that so that other services do the same. Idempotent. */
  async erase(userId: string): Promise<void> {
    await this.profiles.manager.transaction(async (manager) => {
      await lockProfile(manager, userId, 'update');
      const profile = await manager.findOneBy(Profile, { id: userId });
      if (profile) {
        const rev = profile.rev + 1;
        await this.lists.erase(manager, userId);
        // Cascades to their lists and searches.
        await manager.delete(Profile, { id: userId });
        const payload: UserEvent = { id: userId, rev, saved: undefined, deleted: {} };
        const event = this.events.create({ type: 'user.deleted', subject: userId, version: rev, payload });
        await appendToOutbox(manager, usersTopic, [event]);
      }
      await this.messages.erase(manager, userId);
      await deleteAnswers(manager, userId);
      await manager.delete(Username, { userId });
    });
    // After the transaction, so that no file is added meanwhile; if this fails, the event is redelivered.
    for (const files of [this.avatars, this.exports]) await files.removeAll(userId);
  }
}
