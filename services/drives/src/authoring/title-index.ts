import { type AuthoringFault, titleFault } from '@switchback/contracts/rules/authoring';
import { ERRORS } from '@switchback/contracts/errors';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import type { EntityManager } from 'typeorm';
import { Drive } from '../drive.entity.js';
import { oneLine } from '../import/plain-text.js';
import { VISIBLE, viewerOf } from '../visible.js';
import { titleKey } from './title.js';

/** Checks titles against public drives: published, waiting for review, or sent back. Never reveals a private one. */
export class TitleIndex {
  constructor(private readonly manager: EntityManager) {}

  static faultsOf(title: string): Record<string, AuthoringFault> | null {
    const fault = titleFault(oneLine(title));
    return fault && { title: fault };
  }

  /** @throws ProductError `titleTaken`, which names the other drive if the caller may see it. */
  async refuseTaken(title: string, driveId: string, caller: Caller): Promise<void> {
    const holder = await this.manager
      .getRepository(Drive)
      .createQueryBuilder('drive')
      .select(['drive.id', 'drive.title'])
      .addSelect(VISIBLE, 'seen')
      .where(`drive.titleKey = :key and drive.privacy = 'public' and drive.id <> :driveId`)
      .setParameters({ ...viewerOf(caller), key: titleKey(title), driveId })
      .orderBy('seen', 'DESC')
      .addOrderBy('drive.createdAt')
      .limit(1)
      .getRawOne<{ drive_id: string; drive_title: string; seen: boolean }>();
    if (!holder) return;
    throw refuseTaken(holder.seen ? holder.drive_title : title, holder.seen ? holder.drive_id : null);
  }
}

/** @param id of the drive that has the title, if the caller may see it. */
export function refuseTaken(title: string, id: string | null): ProductError {
  const { code, type, title: heading, message } = ERRORS.titleTaken;
  return new ProductError('titleTaken', {
    fields: { title: { title: heading, message, code, type } },
    additional: { isTaken: { ...(id !== null && { id }), title } },
  });
}
