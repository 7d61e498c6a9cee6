import type { Event } from '@switchback/platform/events/event';
import type { UserEvent } from '@switchback/proto/users/v1/events';
import type { DriveOwners } from '../drive-owners.js';

/** Has drives say what their owners are called now, and forget those who left. */
export function onUserEvent(owners: Pick<DriveOwners, 'rename' | 'forget'>) {
  return async (events: Event<UserEvent>[]): Promise<void> => {
    for (const { payload } of events) {
      const { id, rev, saved, deleted } = payload;
      if (deleted) await owners.forget(id, rev);
      else if (saved) await owners.rename(id, rev, saved.username);
      else throw new TypeError(`The event of user ${id} says neither saved nor deleted.`);
    }
  };
}
