import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Clock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import { CLOCK } from '@switchback/platform/nest/tokens';
import type { Caller } from '@switchback/platform/rpc/call';
import type { DriveDetails } from '@switchback/proto/drives/v1/drive';
import type * as proto from '@switchback/proto/drives/v1/service';
import { Repository } from 'typeorm';
import { DriveRoute, SecretLink } from '../drive/drive.entity.js';
import { toDetails } from '../drive/drive.mapper.js';
import { findVisible, lockVisible, signedIn } from '../drive/visible-drive.js';
import {
  isLinkSecret,
  livingLinks,
  newLinkSecret,
  requireLinkDays,
  requireMayLast,
  toSecretLink,
} from './link-secret.js';
import { requireMayShare } from './sharing.service.js';

/** Links that show a private drive to anyone who has them, as long as its owner wants. */
@Injectable()
export class SecretLinks {
  constructor(
    @InjectRepository(SecretLink) private readonly links: Repository<SecretLink>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** @throws ProductError `invalidSession`, `driveNotFound`, `notAllowed`, `upgradeNeeded` */
  async find(id: string, asking: Caller | null): Promise<proto.SecretLink | undefined> {
    const caller = signedIn(asking);
    const { drive } = await findVisible(this.links.manager, id, caller);
    requireMayShare(drive, caller);
    const link = await this.links.findOneBy({ driveId: id, ...livingLinks(this.clock.now()) });
    return link ? toSecretLink(link) : undefined;
  }

  /** @throws ProductError `invalidSession`, `driveNotFound`, `notAllowed`, `upgradeNeeded`; `invalidInput` under `days` */
  async create(id: string, days: number, asking: Caller | null): Promise<proto.SecretLink> {
    const caller = signedIn(asking);
    requireLinkDays(days);
    return this.links.manager.transaction(async (manager) => {
      const { drive } = await lockVisible(manager, id, caller);
      requireMayShare(drive, caller);
      requireMayLast(days, caller);
      const link = { driveId: id, ...newLinkSecret(days, this.clock.now()) };
      await manager.upsert(SecretLink, link, ['driveId']);
      return toSecretLink(link);
    });
  }

  /**
   * Revokes the link. Always allowed to the owner, whatever the state of account or drive. @throws ProductError
   * `invalidSession`, `driveNotFound`, `notAllowed`
   */
  async revoke(id: string, asking: Caller | null): Promise<void> {
    const caller = signedIn(asking);
    const { drive } = await findVisible(this.links.manager, id, caller);
    if (drive.ownerId !== caller.userId) throw new ProductError('notAllowed');
    await this.links.delete({ driveId: id });
  }

  /** Returns the drive as shown to strangers. @throws ProductError `secretLinkEnded` also if the link never existed */
  async open(secret: string, signal?: AbortSignal): Promise<DriveDetails> {
    const link = isLinkSecret(secret) ? await this.links.findOneBy({ secret, ...livingLinks(this.clock.now()) }) : null;
    const route =
      link &&
      (await this.links.manager.findOne(DriveRoute, {
        where: { driveId: link.driveId, drive: { privacy: 'private', hidden: false } },
        relations: { drive: true },
      }));
    if (!route) throw new ProductError('secretLinkEnded');
    return toDetails(route, { caller: null, signal });
  }
}
