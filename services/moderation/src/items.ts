import type { ModerationKind } from '@switchback/contracts/rules/moderation';
import { Injectable } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { decisionsTopic } from '@switchback/platform/events/topics';
import type { DecisionEvent } from '@switchback/proto/moderation/v1/events';
import { And, type EntityManager, Equal, IsNull, Not } from 'typeorm';
import { type Deciding, HistoryEntry, Item } from './item.entity.js';
import {
  claimItem,
  endClaim,
  findItem,
  insertItem,
  type ItemRow,
  lockAlike,
  type NewItem,
  settleItem,
  withdrawItems,
} from './items.sql.js';
import { obstacleTo } from './moderation.policy.js';

/** Maximum number of items about one subject that one transaction settles. */
const ALIKE_MAX = 100;

export interface Settlement extends Omit<Deciding, 'isDone'> {
  /** Null for now, by the database's clock. */
  at: Date | null;
  /** Fields that staff corrected when they approved. */
  corrected?: readonly string[];
  /** Revision of the subject that the decision created, if known. */
  rev?: number | undefined;
}

/** State changes of the queue's items; each method runs in the caller's transaction. */
@Injectable()
export class Items {
  constructor(private readonly events: EventFactory) {}

  /** No-op if the item already exists. */
  async add(manager: EntityManager, item: NewItem): Promise<void> {
    const createdAt = await insertItem(manager, item);
    if (createdAt) await note(manager, item.id, { at: createdAt, action: 'submitted' });
  }

  /** Whether the person already submitted this, and it is not decided. */
  waitsFrom(
    manager: EntityManager,
    kind: ModerationKind,
    { type, id }: Pick<NewItem['subject'], 'type' | 'id'>,
    ownerId: string,
  ): Promise<boolean> {
    const owner = And(Equal(ownerId), Not(''));
    return manager.existsBy(Item, { ownerId: owner, kind, subjectType: type, subjectId: id, decidedAt: IsNull() });
  }

  /**
   * Locks an item for a caller.
   * @throws ProductError `itemNotFound`; `alreadyDecided`, `claimedByOther` with the decision.
   */
  async lockFor(manager: EntityManager, id: string, caller: Caller): Promise<ItemRow> {
    const item = await this.find(manager, id);
    const decision = item.decision ?? item.deciding?.decision ?? null;
    const obstacle = obstacleTo({ ...item, isDecided: decision !== null }, caller);
    if (obstacle) throw new ProductError(obstacle, { additional: { decision } });
    return item;
  }

  /** Locks an item until the transaction ends. @throws ProductError `itemNotFound` */
  async find(manager: EntityManager, id: string): Promise<ItemRow> {
    const item = await findItem(manager, id, 'for update');
    if (!item) throw new ProductError('itemNotFound');
    return item;
  }

  /**
   * Locks the other undecided items of a kind about the same subject.
   * @returns a batch of them, and the first one beyond it, if any.
   */
  async alike(manager: EntityManager, item: ItemRow): Promise<{ batch: ItemRow[]; next: ItemRow | undefined }> {
    const items = await lockAlike(manager, item, ALIKE_MAX + 1);
    return { batch: items.slice(0, ALIKE_MAX), next: items[ALIKE_MAX] };
  }

  async claim(manager: EntityManager, item: ItemRow, caller: Caller): Promise<void> {
    await claimItem(manager, item.id, caller.userId);
    if (item.claimedBy === null) await note(manager, item.id, { who: caller.userId, action: 'claimed' });
  }

  async release(manager: EntityManager, item: ItemRow, caller: Caller): Promise<void> {
    const unclaimed = { lastClaimedBy: null, claimedUntil: null, claimedRev: null, factsSeen: null };
    await manager.update(Item, { id: item.id }, unclaimed);
    if (item.claimedBy !== null) await note(manager, item.id, { who: caller.userId, action: 'released' });
  }

  /** Ends a claim whose claimer saw an older revision; the item still shows the changes since then. */
  async reopen(manager: EntityManager, id: string, { userId }: Caller): Promise<void> {
    if (await endClaim(manager, id, userId)) await note(manager, id, { who: userId, action: 'released' });
  }

  /** Records a decision before it is carried out: from now on the item accepts no other. */
  async reserve(manager: EntityManager, { id }: ItemRow, deciding: Deciding): Promise<void> {
    await manager.update(Item, { id }, { deciding, decidingSince: () => 'clock_timestamp()' });
  }

  /** Deletes a decision that cannot be carried out. */
  async unreserve(manager: EntityManager, id: string): Promise<void> {
    await manager.update(Item, { id }, { deciding: null, decidingSince: null });
  }

  /**
   * Records and publishes a decision. One that is already recorded stays as it is, except that a missing reason is
   * added: the owner's event may arrive before the response to the call that decided.
   */
  async settle(manager: EntityManager, item: ItemRow, settlement: Settlement): Promise<void> {
    const { decision, by: who, at, note: words, corrected = [], rev } = settlement;
    const decidedAt = await settleItem(manager, item.id, decision, at);
    if (!decidedAt) {
      if (words !== '' && item.decision === decision)
        await note(manager, item.id, { at, who, action: 'explained', note: words });
      return;
    }
    const entry = { at: decidedAt, who, action: decision, note: words, corrected: [...corrected], rev: rev ?? null };
    await note(manager, item.id, entry);
    await this.publishDecision(manager, item, settlement, decidedAt);
  }

  /** Removes an item that no longer needs a decision from the queue. */
  async withdraw(manager: EntityManager, kind: ModerationKind, subjectId: string, at: Date): Promise<void> {
    for (const id of await withdrawItems(manager, kind, subjectId, at))
      await note(manager, id, { at, action: 'withdrawn' });
  }

  private async publishDecision(
    manager: EntityManager,
    item: ItemRow,
    settlement: Settlement,
    decidedAt: Date,
  ): Promise<void> {
    const payload: DecisionEvent = {
      itemId: item.id,
      kind: item.kind,
      decision: settlement.decision,
      subjectType: item.subjectType,
      subjectId: item.subjectId,
      subjectTitle: item.subjectTitle,
      ownerId: item.ownerId,
      decidedBy: settlement.by ?? '',
      decidedAt: decidedAt.toISOString(),
      note: settlement.note,
      changeRequest: { ...settlement.changeRequest },
      corrected: [...(settlement.corrected ?? [])],
    };
    const event = this.events.create({ type: 'item.decided', subject: item.id, version: 1, payload });
    await appendToOutbox(manager, decisionsTopic, [event]);
  }
}

/** An entry of an item's history; without a time, it happens now. */
type Entry = Pick<HistoryEntry, 'action'> &
  Partial<Pick<HistoryEntry, 'who' | 'note' | 'corrected' | 'rev'>> & { at?: Date | null };

async function note(manager: EntityManager, itemId: string, { at, who, ...entry }: Entry): Promise<void> {
  const time = at ?? (() => 'clock_timestamp()');
  await manager.insert(HistoryEntry, { note: '', ...entry, itemId, at: time, who: who || null });
}
