import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { daysOf } from '@switchback/contracts/rules/collections';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Clock } from '@switchback/platform/clock';
import { answerOnce, storedAnswer } from '@switchback/platform/db/idempotency';
import { requireRevision } from '@switchback/platform/db/revision';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import { CLOCK, IDS } from '@switchback/platform/nest/tokens';
import type { Caller } from '@switchback/platform/rpc/call';
import type { Collection as CollectionMessage, CollectionForm } from '@switchback/proto/drives/v1/collection';
import type { CreateCollectionRequest, UpdateCollectionRequest } from '@switchback/proto/drives/v1/service';
import { type EntityManager, Repository } from 'typeorm';
import { signedIn } from '../drive/visible-drive.js';
import { Collection, CollectionLink } from './collection.entity.js';
import { requireFound, requireMay, requireMaySave } from './collection.policy.js';
import { CollectionsQueries } from './collections.queries.js';
import {
  type CollectionState,
  countOwned,
  lockDrives,
  lockOwnerAlone,
  lockState,
  replaceItems,
  storedItems,
} from './collections.sql.js';
import { type Item, itemsAfter } from './items-after.js';
import {
  BLANK_CONTENT,
  type CollectionContent,
  contentAfter,
  refuseItems,
  requireFit,
  requireName,
  sentItems,
} from './read-collection-form.js';

/** Writes collections. Each change is one transaction. */
@Injectable()
export class Collections {
  constructor(
    @InjectRepository(Collection) private readonly collections: Repository<Collection>,
    private readonly queries: CollectionsQueries,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /**
   * @throws ProductError `invalidSession`, `upgradeNeeded`, `notAllowed`, `invalidInput`, `keyReused`;
   * `collectionNotFound` for a repeated request whose collection was deleted
   */
  async create({ form, idempotency }: CreateCollectionRequest, asking: Caller | null): Promise<CollectionMessage> {
    const caller = signedIn(asking);
    const request = idempotency ? { ...idempotency, person: caller.userId } : null;
    const kept = request && (await storedAnswer<CollectionMessage>(this.collections.manager, request));
    if (kept) return this.requireHere(kept);
    const input = present(form);
    const content = contentAfter(BLANK_CONTENT, input);
    requireMaySave(null, content, caller);
    requireName(content);
    const items = sentItems(input, content) ?? [];
    return this.collections.manager.transaction((manager) =>
      answerOnce(manager, request, async () => {
        await requireRoom(manager, caller);
        const id = this.ids.uuid();
        const values = { ...content, id, rev: 1, ownerId: caller.userId, sharedWith: [] };
        await manager.insert(Collection, { ...values, ...this.timesOf(content, null) });
        await this.saveItems(manager, id, items, content, caller);
        return this.queries.find(id, caller, manager);
      }),
    );
  }

  /**
   * @throws ProductError `invalidSession`, `collectionNotFound`, `notAllowed`, `upgradeNeeded`, `staleRevision`,
   * `invalidInput`
   */
  async update({ id, form }: UpdateCollectionRequest, asking: Caller | null): Promise<CollectionMessage> {
    const caller = signedIn(asking);
    const input = present(form);
    return this.collections.manager.transaction(async (manager) => {
      const before = requireFound(await lockState(manager, id));
      const content = contentAfter(before, input);
      requireMaySave(before, content, caller);
      requireRevision(before, input.rev);
      requireName(content);
      const items = sentItems(input, content);
      // A secret link dies with the privacy that it was made for.
      if (content.privacy !== before.privacy) await manager.delete(CollectionLink, { collectionId: id });
      const values = { ...content, ...this.timesOf(content, before), rev: before.rev + 1 };
      await manager.update(Collection, { id }, values);
      if (items || daysOf(content) < daysOf(before)) await this.saveItems(manager, id, items, content, caller);
      return this.queries.find(id, caller, manager);
    });
  }

  /** @throws ProductError `invalidSession`, `collectionNotFound`, `notAllowed` */
  async delete(id: string, asking: Caller | null): Promise<void> {
    const caller = signedIn(asking);
    await this.collections.manager.transaction(async (manager) => {
      requireMay('delete', await lockState(manager, id), caller);
      await manager.delete(Collection, { id });
    });
  }

  /**
   * Saves the items of a locked collection.
   * @param sent null keeps the stored ones.
   */
  private async saveItems(
    manager: EntityManager,
    id: string,
    sent: readonly Item[] | null,
    content: CollectionContent,
    caller: Caller,
  ): Promise<void> {
    const stored = await storedItems(manager, id);
    const ids = new Set([...stored, ...(sent ?? [])].map(({ driveId }) => driveId));
    const visible = await lockDrives(manager, [...ids], caller);
    // A drive that is hidden by now, stored or not, must not be told from a deleted one.
    if (sent?.some(({ driveId }) => !visible.get(driveId))) {
      throw refuseItems('One of these drives does not exist, or is not visible to you.');
    }
    // A drive may have been deleted since the items were read.
    const known = stored
      .filter(({ driveId }) => visible.has(driveId))
      .map((item) => ({ ...item, visible: visible.get(item.driveId) ?? false }));
    if (sent) requireFit(sent, known.filter((item) => item.visible).length);
    const items = itemsAfter(known, sent ?? known, daysOf(content));
    await replaceItems(manager, id, items);
  }

  private timesOf({ privacy }: CollectionContent, before: CollectionState | null) {
    const changedAt = this.clock.now();
    return { changedAt, publishedAt: privacy === 'public' ? (before?.publishedAt ?? changedAt) : null };
  }

  /** @throws ProductError `collectionNotFound` for a collection deleted since the stored answer. */
  private async requireHere(kept: CollectionMessage): Promise<CollectionMessage> {
    if (await this.collections.existsBy({ id: kept.id })) return kept;
    throw new ProductError('collectionNotFound');
  }
}

function present(form: CollectionForm | undefined): CollectionForm {
  if (!form) throw new TypeError('The request has no form.');
  return form;
}

/**
 * Locks the person, so that concurrent requests do not exceed the limit together, and the deletion of the account also
 * deletes collections being created right now.
 * @throws ProductError `invalidSession` for a deleted account; `invalidInput` under `submit`
 */
async function requireRoom(manager: EntityManager, { userId }: Caller): Promise<void> {
  if (!(await lockOwnerAlone(manager, userId))) throw new ProductError('invalidSession');
  if ((await countOwned(manager, userId)) < LIMITS.collectionsMax) return;
  const message = `You have ${LIMITS.collectionsMax} collections, which is the limit. Please delete one first.`;
  throw refuseField('submit', 'invalidInput', message);
}
