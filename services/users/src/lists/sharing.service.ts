import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Clock } from '@switchback/platform/clock';
import { refuseField } from '@switchback/platform/errors';
import { CLOCK } from '@switchback/platform/nest/tokens';
import type { Call } from '@switchback/platform/rpc/call';
import { In, Repository } from 'typeorm';
import type { MemberCall } from '../member.js';
import { Notifier } from '../notices/notifier.js';
import { DRIVES, type DrivesPeer } from '../peers.js';
import { Profile } from '../profiles/profile.entity.js';

/** Shares private drives of the caller: the drives service stores the list, this service knows who may be on it. */
@Injectable()
export class SharingService {
  constructor(
    @InjectRepository(Profile) private readonly profiles: Repository<Profile>,
    private readonly notices: Notifier,
    @Inject(DRIVES) private readonly drives: DrivesPeer,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** @throws ProductError `driveNotFound`, `notAllowed`, `upgradeNeeded` */
  async list(driveId: string, call: Call): Promise<string[]> {
    const drives = await this.drives();
    return (await drives.getShares({ id: driveId }, call)).userIds;
  }

  /**
   * Replaces the whole list; people newly on it are notified once. A person already on it may stay, whatever happened
   * to their account: they see nothing while it is free.
   * @throws ProductError `driveNotFound`, `notAllowed`, `upgradeNeeded`, `invalidInput` under `users`
   */
  async replace(driveId: string, userIds: readonly string[], call: MemberCall): Promise<string[]> {
    const present = new Set(await this.list(driveId, call));
    await this.requireHeroes(
      userIds.filter((id) => !present.has(id)),
      call.caller.userId,
    );
    const drives = await this.drives();
    const { title, userIds: shared, added } = await drives.shareDrive({ id: driveId, userIds: [...userIds] }, call);
    for (const userId of added) await this.notify(userId, { type: 'drive', id: driveId, title });
    return shared;
  }

  private async requireHeroes(userIds: readonly string[], ownId: string): Promise<void> {
    if (userIds.includes(ownId)) throw refuseField('users', 'invalidInput', 'Your drives are yours already.');
    const heroes = { id: In(userIds), enabled: true, accountType: In(['hero', 'admin']) };
    if ((await this.profiles.countBy(heroes)) < new Set(userIds).size) {
      throw refuseField('users', 'invalidInput', 'Drives can be shared with Hero accounts.');
    }
  }

  private async notify(userId: string, subject: { type: string; id: string; title: string }): Promise<void> {
    const id = `shared-${subject.id}-${userId}`;
    await this.notices.notify({ id, userId, kind: 'drive-shared', subject, at: this.clock.now() });
  }
}
