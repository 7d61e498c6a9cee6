import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import type { ShareDriveRequest, ShareDriveResponse } from '@switchback/proto/drives/v1/service';
import { Repository } from 'typeorm';
import { Drive } from '../drive/drive.entity.js';
import { DriveEvents } from '../events/drive-events.js';
import { obstacleToSharing } from '../drive/drive.policy.js';
import { findVisible, lockVisible, signedIn } from '../drive/visible-drive.js';

/** Shares private drives with people chosen by their owners; the drive's event updates the other services. */
@Injectable()
export class Sharing {
  constructor(
    @InjectRepository(Drive) private readonly drives: Repository<Drive>,
    private readonly events: DriveEvents,
  ) {}

  /** @throws ProductError `invalidSession`, `driveNotFound`, `notAllowed`, `upgradeNeeded` */
  async list(id: string, asking: Caller | null): Promise<string[]> {
    const caller = signedIn(asking);
    const { drive } = await findVisible(this.drives.manager, id, caller);
    requireMayShare(drive, caller);
    return drive.sharedWith;
  }

  /** @throws ProductError `invalidSession`, `driveNotFound`, `notAllowed`, `upgradeNeeded`, `invalidInput` for too many */
  replace({ id, userIds }: ShareDriveRequest, asking: Caller | null): Promise<ShareDriveResponse> {
    const caller = signedIn(asking);
    const requested = [...new Set(userIds)];
    return this.drives.manager.transaction(async (manager) => {
      const route = await lockVisible(manager, id, caller);
      const { drive } = route;
      requireMayShare(drive, caller);
      if (requested.length > LIMITS.sharesMax) {
        throw refuseField('users', 'invalidInput', `A drive is shared with ${LIMITS.sharesMax} people at most.`);
      }
      const before = new Set(drive.sharedWith);
      const added = requested.filter((userId) => !before.has(userId));
      if (added.length > 0 || requested.length < before.size) {
        Object.assign(drive, { sharedWith: requested, rev: drive.rev + 1 });
        await manager.update(Drive, { id }, { sharedWith: requested, rev: drive.rev });
        await this.events.saved(manager, [route]);
      }
      return { title: drive.title, userIds: requested, added };
    });
  }
}

/** @throws ProductError `notAllowed`, `upgradeNeeded` */
export function requireMayShare(drive: Pick<Drive, 'privacy' | 'ownerId'>, caller: Caller): void {
  const obstacle = obstacleToSharing(drive, caller);
  if (obstacle === 'upgradeNeeded') throw new ProductError(obstacle, { additional: { upgrade: true } });
  if (obstacle) throw new ProductError(obstacle);
}
