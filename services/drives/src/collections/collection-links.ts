import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Clock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import { CLOCK } from '@switchback/platform/nest/tokens';
import type { Caller } from '@switchback/platform/rpc/call';
import type { Collection } from '@switchback/proto/drives/v1/collection';
import type { SecretLink } from '@switchback/proto/drives/v1/service';
import { Repository } from 'typeorm';
import {
  isLinkSecret,
  livingLinks,
  newLinkSecret,
  requireLinkDays,
  requireMayLast,
  toSecretLink,
} from '../sharing/link-secret.js';
import { signedIn } from '../drive/visible-drive.js';
import { CollectionLink } from './collection.entity.js';
import { isPublished, requireMay } from './collection.policy.js';
import { CollectionsQueries } from './collections.queries.js';
import { type CollectionState, findState, lockState } from './collections.sql.js';

/** Links that show an unpublished collection to anyone who has them, as long as its owner wants. */
@Injectable()
export class CollectionLinks {
  constructor(
    @InjectRepository(CollectionLink) private readonly links: Repository<CollectionLink>,
    private readonly queries: CollectionsQueries,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** @throws ProductError `invalidSession`, `collectionNotFound`, `notAllowed`, `upgradeNeeded` */
  async find(id: string, asking: Caller | null): Promise<SecretLink | undefined> {
    const caller = signedIn(asking);
    requireMay('share', await findState(this.links.manager, id), caller);
    const link = await this.links.findOneBy({ collectionId: id, ...livingLinks(this.clock.now()) });
    return link ? toSecretLink(link) : undefined;
  }

  /**
   * @throws ProductError `invalidSession`, `collectionNotFound`, `notAllowed`, `upgradeNeeded`; `invalidInput` under
   * `days`
   */
  async create(id: string, days: number, asking: Caller | null): Promise<SecretLink> {
    const caller = signedIn(asking);
    requireLinkDays(days);
    return this.links.manager.transaction(async (manager) => {
      requireMay('share', await lockState(manager, id), caller);
      requireMayLast(days, caller);
      const link = { collectionId: id, ...newLinkSecret(days, this.clock.now()) };
      await manager.upsert(CollectionLink, link, ['collectionId']);
      return toSecretLink(link);
    });
  }

  /**
   * Revokes the link. Always allowed to the owner, whatever the state of account or collection. @throws ProductError
   * `invalidSession`, `collectionNotFound`, `notAllowed`
   */
  async revoke(id: string, asking: Caller | null): Promise<void> {
    const caller = signedIn(asking);
    requireMay('revoke', await findState(this.links.manager, id), caller);
    await this.links.delete({ collectionId: id });
  }

  /**
   * Returns the collection of a link as shown to the caller, who may be a visitor. @throws ProductError
   * `secretLinkEnded` also if the link never existed
   */
  async show(secret: string, caller: Caller | null): Promise<Collection> {
    const { id } = await this.open(secret);
    const shown = await this.queries.shown(id, caller);
    if (!shown) throw new ProductError('secretLinkEnded');
    return shown;
  }

  /** Returns the state of a link's collection. @throws ProductError `secretLinkEnded` also if the link never existed */
  async open(secret: string): Promise<CollectionState> {
    const link = isLinkSecret(secret) ? await this.links.findOneBy({ secret, ...livingLinks(this.clock.now()) }) : null;
    const found = link && (await findState(this.links.manager, link.collectionId));
    if (!found || isPublished(found) || found.hidden) throw new ProductError('secretLinkEnded');
    return found;
  }
}
