import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { NoticeKind } from '@switchback/contracts/rules/moderation';
import type { Clock } from '@switchback/platform/clock';
import { refuseField } from '@switchback/platform/errors';
import { CLOCK } from '@switchback/platform/nest/tokens';
import type { Call } from '@switchback/platform/rpc/call';
import { In, Repository } from 'typeorm';
import type { MemberCall } from '../member.js';
import { Notifier } from '../notices/notifier.js';
import { DRIVES, type DrivesPeer } from '../peers.js';
import { Profile } from '../profiles/profile.entity.js';

type Drives = Awaited<ReturnType<DrivesPeer>>;

/** Calls and words by which a kind of subject is shared. */
interface Sharing {
  notice: NoticeKind;
  refusals: { self: string; free: string };
  list: (drives: Drives, id: string, call: Call) => Promise<{ userIds: string[] }>;
  replace: (
    drives: Drives,
    request: { id: string; userIds: string[] },
    call: Call,
  ) => Promise<{ type: string; title: string; userIds: string[]; added: string[] }>;
}

const SHARINGS = {
  drive: {
    notice: 'drive-shared',
    refusals: { self: 'Your drives are yours already.', free: 'Drives can be shared with Hero accounts.' },
    list: (drives, id, call) => drives.getShares({ id }, call),
    replace: async (drives, request, call) => ({ type: 'drive', ...(await drives.shareDrive(request, call)) }),
  },
  collection: {
    notice: 'collection-shared',
    refusals: { self: 'Your collections are yours already.', free: 'Collections can be shared with Hero accounts.' },
    list: (drives, id, call) => drives.getCollectionShares({ id }, call),
    async replace(drives, request, call) {
      const { name: title, isTrip, ...shares } = await drives.shareCollection(request, call);
      return { type: isTrip ? 'trip' : 'collection', title, ...shares };
    },
  },
} satisfies Record<string, Sharing>;

/** A drive or a collection of the caller. */
export interface Shared {
  type: keyof typeof SHARINGS;
  id: string;
}

/**
 * Shares private drives and collections of the caller: the drives service stores the lists, this service knows who may
 * be on them.
 */
@Injectable()
export class SharingService {
  constructor(
    @InjectRepository(Profile) private readonly profiles: Repository<Profile>,
    private readonly notices: Notifier,
    @Inject(DRIVES) private readonly drives: DrivesPeer,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** @throws ProductError `driveNotFound` or `collectionNotFound`, `notAllowed`, `upgradeNeeded` */
  async list({ type, id }: Shared, call: Call): Promise<string[]> {
    return (await SHARINGS[type].list(await this.drives(), id, call)).userIds;
  }

  /**
   * Replaces the whole list; people newly on it are notified once. A person already on it may stay, whatever happened
   * to their account: they see nothing while it is free.
   * @throws ProductError as {@link list}, and `invalidInput` under `users`
   */
  async replace(shared: Shared, userIds: readonly string[], call: MemberCall): Promise<string[]> {
    const { type, id } = shared;
    const current = new Set(await this.list(shared, call));
    await this.requireHeroes(
      userIds.filter((userId) => !current.has(userId)),
      call.caller.userId,
      SHARINGS[type].refusals,
    );
    const request = { id, userIds: [...userIds] };
    const outcome = await SHARINGS[type].replace(await this.drives(), request, call);
    const subject = { type: outcome.type, id, title: outcome.title };
    for (const userId of outcome.added) {
      await this.notices.notify({
        id: `shared-${id}-${userId}`,
        userId,
        kind: SHARINGS[type].notice,
        subject,
        at: this.clock.now(),
        actorId: call.caller.userId,
      });
    }
    return outcome.userIds;
  }

  private async requireHeroes(userIds: readonly string[], ownId: string, words: Sharing['refusals']): Promise<void> {
    if (userIds.includes(ownId)) throw refuseField('users', 'invalidInput', words.self);
    const heroes = { id: In(userIds), enabled: true, accountType: In(['hero', 'admin']) };
    if ((await this.profiles.countBy(heroes)) < new Set(userIds).size) {
      throw refuseField('users', 'invalidInput', words.free);
    }
  }
}
