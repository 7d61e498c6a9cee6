import type { Event } from '@switchback/platform/events/event';
import { accountTypeOf } from '@switchback/platform/wire/account-type';
import type { AccountEvent } from '@switchback/proto/auth/v1/events';
import type { AccountsService } from '../profiles/accounts.service.js';

/** Keeps the copy of what an account may do, and erases all there is of somebody whose account is gone. */
export function onAccountEvent(accounts: Pick<AccountsService, 'take' | 'erase'>) {
  return async (events: Event<AccountEvent>[]): Promise<void> => {
    for (const { payload } of events) {
      const { userId, rev, saved, deleted } = payload;
      if (deleted) await accounts.erase(userId);
      else if (saved)
        await accounts.take({ userId, rev, accountType: accountTypeOf(saved.accountType), enabled: saved.enabled });
      else throw new TypeError(`The event of account ${userId} says neither saved nor deleted.`);
    }
  };
}
