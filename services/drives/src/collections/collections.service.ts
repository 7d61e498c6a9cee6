import { isDeepStrictEqual } from 'node:util';
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
import { columnsOf, type Save, statusAfter, submissionOf } from './collection-publication.js';
import { CollectionSubmissions } from './collection-submissions.js';
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
import { showsDrives } from './submitted-items.sql.js';
import {
  BLANK_CONTENT,
  type CollectionContent,
  contentAfter,
  refuseItems,
  requireFit,
  requireName,
  sentItems,
} from './read-collection-form.js';

/** A collection before and after a save, without its items. */
interface Change {
  id: string;
  /** Null for a new one. */
  before: CollectionState | null;
  content: CollectionContent;
  save: Save;
}

/** Writes collections. Each change and its events share one transaction. */
@Injectable()
export class Collections {
  constructor(
    @InjectRepository(Collection) private readonly collections: Repository<Collection>,
    private readonly queries: CollectionsQueries,
    private readonly submissions: CollectionSubmissions,
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
        const save = { privacy: content.privacy, isAsked: input.privacy === 'public', isChanged: true };
        await this.write(manager, { id, before: null, content, save }, caller, async () => {
          await replaceItems(manager, id, (await this.plan(manager, id, items, content, caller)).after);
        });
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
      const isReplanned = items !== null || daysOf(content) < daysOf(before);
      const plan = isReplanned ? await this.plan(manager, id, items, content, caller) : null;
      const isChanged =
        !isSameContent(before, content) || (plan !== null && !isDeepStrictEqual(plan.before, plan.after));
      const save = { privacy: content.privacy, isAsked: input.privacy === 'public', isChanged };
      await this.write(manager, { id, before, content, save }, caller, async () => {
        if (plan) await replaceItems(manager, id, plan.after);
      });
      return this.queries.find(id, caller, manager);
    });
  }

  /** @throws ProductError `invalidSession`, `collectionNotFound`, `notAllowed` */
  async delete(id: string, asking: Caller | null): Promise<void> {
    const caller = signedIn(asking);
    await this.collections.manager.transaction(async (manager) => {
      const before = requireMay('delete', await lockState(manager, id), caller);
      await manager.delete(Collection, { id });
      const isInReview = submissionOf(before.status, 'none') !== undefined;
      if (isInReview) await this.submissions.withdrawn(manager, { ...before, rev: before.rev + 1 });
    });
  }

  /**
   * Writes a locked or new collection with its items, and publishes the move of its publication.
   * @param writeItems runs once the collection exists.
   */
  private async write(
    manager: EntityManager,
    { id, before, content, save }: Change,
    caller: Caller,
    writeItems: () => Promise<void>,
  ): Promise<void> {
    const [was, changedAt] = [before?.status ?? 'none', this.clock.now()];
    const status = statusAfter(was, save, caller);
    const isPublished = status === 'approved';
    const rev = (before?.rev ?? 0) + 1;
    const ownerId = before ? before.ownerId : caller.userId;
    const publishedAt = status === 'none' ? null : (before?.publishedAt ?? (isPublished ? changedAt : null));
    const changeRequest = status === 'changes-requested' ? (before?.changeRequest ?? '') : '';
    const values = { ...content, ...columnsOf(status), rev, changeRequest, changedAt, publishedAt };
    if (before) await manager.update(Collection, { id }, values);
    else await manager.insert(Collection, { ...values, id, ownerId, sharedWith: [] });
    await writeItems();
    if (status === 'pending' && save.isAsked && !(await showsDrives(manager, id))) throw refuseItems(NOTHING_TO_SHOW);
    // A secret link dies with the privacy that it was made for.
    if (isPublished !== (was === 'approved')) await manager.delete(CollectionLink, { collectionId: id });
    const submission = submissionOf(was, status);
    const saved = { ...content, id, rev, ownerId, changeRequest };
    if (submission === 'waiting') await this.submissions.waiting(manager, saved);
    else if (submission === 'settled') await this.submissions.settled(manager, saved, caller.userId);
    else if (submission === 'withdrawn') await this.submissions.withdrawn(manager, saved);
  }

  /**
   * Returns the items of a locked collection before and after a save.
   * @param sent null keeps the stored ones.
   */
  private async plan(
    manager: EntityManager,
    id: string,
    sent: readonly Item[] | null,
    content: CollectionContent,
    caller: Caller,
  ): Promise<{ before: Item[]; after: Item[] }> {
    const stored = await storedItems(manager, id);
    const ids = new Set([...stored, ...(sent ?? [])].flatMap(({ driveId }) => driveId ?? []));
    const visible = await lockDrives(manager, [...ids], caller);
    // A drive that is hidden by now, stored or not, must not be told from a deleted one.
    if (sent?.some(({ driveId }) => driveId !== null && !visible.get(driveId))) {
      throw refuseItems('One of these drives does not exist, or is not visible to you.');
    }
    // A drive may have been deleted since the items were read.
    const before = stored.filter(({ driveId }) => driveId === null || visible.has(driveId));
    const known = before.map((item) => ({
      ...item,
      visible: item.driveId === null || visible.get(item.driveId) === true,
    }));
    if (sent) requireFit(sent, known.filter((item) => item.visible).length);
    return { before, after: itemsAfter(known, sent ?? before, daysOf(content)) };
  }

  /** @throws ProductError `collectionNotFound` for a collection deleted since the stored answer. */
  private async requireHere(kept: CollectionMessage): Promise<CollectionMessage> {
    if (await this.collections.existsBy({ id: kept.id })) return kept;
    throw new ProductError('collectionNotFound');
  }
}

const NOTHING_TO_SHOW = 'Add a drive that everyone may see before you ask to publish it.';

function isSameContent(before: CollectionContent, { name, description, start, days }: CollectionContent): boolean {
  return before.name === name && before.description === description && before.start === start && before.days === days;
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
