import type { AccountType } from '@switchback/contracts/rules/accounts';
import type { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { usersTopic } from '@switchback/platform/events/topics';
import type { UserEvent } from '@switchback/proto/users/v1/events';
import { type DataSource, LessThan } from 'typeorm';
import type { ContactMessages } from '../contact/contact-messages.js';
import type { ListsService } from '../lists/lists.service.js';
import { Profile, Username } from './profile.entity.js';

interface Dependencies {
  source: DataSource;
  lists: Pick<ListsService, 'forget'>;
  messages: Pick<ContactMessages, 'forget'>;
  /** Whoever keeps files of people. */
  files: readonly { removeAll(userId: string): Promise<void> }[];
  events: EventFactory;
}

/** An account as the auth service knows it. */
export interface AccountState {
  userId: string;
  rev: number;
  accountType: AccountType;
  enabled: boolean;
}

/** What becomes of profiles when something becomes of their accounts. */
export class AccountsService {
  constructor(private readonly deps: Dependencies) {}

  /** Takes in a state of an account; an older one changes nothing, and one of somebody unknown neither. */
  async take({ userId, rev, accountType, enabled }: AccountState): Promise<void> {
    const isOlder = { id: userId, accountRev: LessThan(rev) };
    await this.deps.source.getRepository(Profile).update(isOlder, { accountType, enabled, accountRev: rev });
  }

  /** Erases all there is of a person, and tells others to do the same; done when nothing is left. */
  async erase(userId: string): Promise<void> {
    await this.deps.source.transaction(async (manager) => {
      await manager.query('select from profile where id = $1 for update', [userId]);
      const profile = await manager.findOneBy(Profile, { id: userId });
      if (profile) {
        const rev = profile.rev + 1;
        await this.deps.lists.forget(manager, userId);
        // With their lists and searches, which refer to it.
        await manager.delete(Profile, { id: userId });
        const payload: UserEvent = { id: userId, rev, saved: undefined, deleted: {} };
        const event = this.deps.events.create({ type: 'user.deleted', subject: userId, version: rev, payload });
        await appendToOutbox(manager, usersTopic, [event]);
      }
      await this.deps.messages.forget(manager, userId);
      await manager.delete(Username, { userId });
    });
    // Afterwards, so that none is added meanwhile; where this fails the event comes again.
    for (const files of this.deps.files) await files.removeAll(userId);
  }
}
