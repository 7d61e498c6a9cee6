import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { isTrip } from '@switchback/contracts/rules/collections';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { refuseField } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import type { ShareCollectionRequest, ShareCollectionResponse } from '@switchback/proto/drives/v1/service';
import { Repository } from 'typeorm';
import { signedIn } from '../drive/visible-drive.js';
import { Collection } from './collection.entity.js';
import { requireMay } from './collection.policy.js';
import { lockErased } from './collection-owners.sql.js';
import { findState, lockState } from './collections.sql.js';

/** Shares private collections with people chosen by their owners. */
@Injectable()
export class CollectionShares {
  constructor(@InjectRepository(Collection) private readonly collections: Repository<Collection>) {}

  /** @throws ProductError `invalidSession`, `collectionNotFound`, `notAllowed`, `upgradeNeeded` */
  async list(id: string, asking: Caller | null): Promise<string[]> {
    const caller = signedIn(asking);
    const { sharedWith } = requireMay('share', await findState(this.collections.manager, id), caller);
    return sharedWith;
  }

  /**
   * Replaces the whole list, without people who deleted their accounts.
   * @throws ProductError `invalidSession`, `collectionNotFound`, `notAllowed`, `upgradeNeeded`, `invalidInput` for too
   * many
   */
  replace({ id, userIds }: ShareCollectionRequest, asking: Caller | null): Promise<ShareCollectionResponse> {
    const caller = signedIn(asking);
    const requested = [...new Set(userIds)];
    return this.collections.manager.transaction(async (manager) => {
      const { sharedWith, ...collection } = requireMay('share', await lockState(manager, id), caller);
      if (requested.length > LIMITS.sharesMax) {
        throw refuseField('users', 'invalidInput', `A collection is shared with ${LIMITS.sharesMax} people at most.`);
      }
      const erased = await lockErased(manager, requested);
      const people = requested.filter((userId) => !erased.has(userId));
      await manager.update(Collection, { id }, { sharedWith: people });
      const before = new Set(sharedWith);
      const added = people.filter((userId) => !before.has(userId));
      return { name: collection.name, userIds: people, added, isTrip: isTrip(collection) };
    });
  }
}
