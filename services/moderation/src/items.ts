import { CLAIM_MINUTES, DUE_HOURS, type ModerationKind } from '@switchback/contracts/rules/moderation';
import { Injectable } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { decisionsTopic } from '@switchback/platform/events/topics';
import type { DecisionEvent } from '@switchback/proto/moderation/v1/events';
import type { EntityManager } from 'typeorm';
import { obstacleTo } from './moderation.policy.js';

/** A row of `item`, with its claim unless that has ended. */
export interface ItemRow {
  id: string;
  kind: ModerationKind;
  subjectType: string;
  subjectId: string;
  subjectTitle: string;
  ownerId: string;
  reasons: string[];
  body: string;
  sender: { name: string; email: string; userId: string } | null;
  facts: Record<string, string>;
  factsBefore: Record<string, string> | null;
  createdAt: Date;
  dueAt: Date;
  claimedBy: string | null;
  /** The last claimer, even after the claim has ended, and the revision and facts that they saw. */
  lastClaimedBy: string | null;
  claimedRev: number | null;
  factsSeen: Record<string, string> | null;
  /** Revision of the subject, if it has revisions; null in items that an older release added. */
  rev: number | null;
  /** A decision that is made and being carried out. */
  deciding: Deciding | null;
  decision: string | null;
  decidedAt: Date | null;
}

/** Maximum number of alike items that one transaction settles. */
const ALIKE_MAX = 100;
const UNFINISHED_MAX = 100;

/** Uses the database's time: two processes with different clocks see a claim end at the same moment. */
export const ITEM_COLUMNS = `item.id, item.kind, subject_type as "subjectType", subject_id as "subjectId",
  subject_title as "subjectTitle", owner_id as "ownerId", reasons, body, sender, facts, facts_before as "factsBefore",
  item.created_at as "createdAt", due_at as "dueAt",
  case when claimed_until > clock_timestamp() then claimed_by end as "claimedBy", claimed_by as "lastClaimedBy",
  claimed_rev as "claimedRev", facts_seen as "factsSeen", rev, deciding, decision, decided_at as "decidedAt"`;

export interface NewItem {
  id: string;
  kind: ModerationKind;
  subject: { type: string; id: string; title: string };
  ownerId: string;
  reasons: readonly string[];
  body: string;
  sender: ItemRow['sender'];
  facts: Readonly<Record<string, string>>;
  factsBefore: Readonly<Record<string, string>> | null;
  rev?: number;
  /** Null for now, by the database's clock. */
  createdAt: Date | null;
}

export interface Settlement {
  decision: string;
  /** Null if no staff member decided. */
  by: string | null;
  /** Null for now, by the database's clock. */
  at: Date | null;
  note: string;
  changeRequest: Readonly<Record<string, string>>;
}

export interface Deciding extends Omit<Settlement, 'at'> {
  /** Whether its effect outside this service has happened, so that it only remains to be recorded. */
  isDone?: boolean;
}

/** State changes of the queue's items; each method runs in the caller's transaction. */
@Injectable()
export class Items {
  constructor(private readonly events: EventFactory) {}

  /** No-op if the item already exists. */
  async add(manager: EntityManager, item: NewItem): Promise<void> {
    const { id, kind, subject, ownerId, reasons, body, sender, facts, factsBefore, rev = null, createdAt } = item;
    const [added] = await manager.query<{ createdAt: Date }[]>(
      `insert into item (id, kind, subject_type, subject_id, subject_title, owner_id, reasons, body, sender, facts,
                         facts_before, created_at, due_at, rev)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, coalesce($12::timestamptz, now()),
               coalesce($12::timestamptz, now()) + make_interval(hours => $13), $14)
       on conflict do nothing returning created_at as "createdAt"`,
      [
        ...[id, kind, subject.type, subject.id, subject.title, ownerId, reasons, body, jsonOf(sender), jsonOf(facts)],
        ...[jsonOf(factsBefore), createdAt, DUE_HOURS[kind], rev],
      ],
    );
    if (added) await note(manager, id, added.createdAt, null, 'submitted', '');
  }

  /** Whether the person already submitted this, and it is not decided. */
  async waitsFrom(
    manager: EntityManager,
    kind: ModerationKind,
    { type, id }: Pick<NewItem['subject'], 'type' | 'id'>,
    ownerId: string,
  ): Promise<boolean> {
    const found = await manager.query<unknown[]>(
      `select from item where owner_id = $1 and owner_id <> '' and kind = $2 and subject_type = $3 and subject_id = $4
          and decided_at is null`,
      [ownerId, kind, type, id],
    );
    return found.length > 0;
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
    const [item] = await manager.query<ItemRow[]>(`select ${ITEM_COLUMNS} from item where id = $1 for update`, [id]);
    if (!item) throw new ProductError('itemNotFound');
    return item;
  }

  /**
   * Locks the other undecided items of a kind about the same subject.
   * @returns a batch of them, and the first one beyond it, if any.
   */
  async alike(
    manager: EntityManager,
    { id, kind, subjectType, subjectId }: ItemRow,
  ): Promise<{ batch: ItemRow[]; next: ItemRow | undefined }> {
    const items = await manager.query<ItemRow[]>(
      `select ${ITEM_COLUMNS} from item where kind = $1 and subject_type = $2 and subject_id = $3 and id <> $4
          and decided_at is null order by id limit ${ALIKE_MAX + 1} for update`,
      [kind, subjectType, subjectId, id],
    );
    return { batch: items.slice(0, ALIKE_MAX), next: items[ALIKE_MAX] };
  }

  /** Returns the undecided item of a subject; undefined if there is none. */
  async ofSubject(manager: EntityManager, kind: string, subjectId: string): Promise<ItemRow | undefined> {
    const [item] = await manager.query<ItemRow[]>(
      `select ${ITEM_COLUMNS} from item where kind = $1 and subject_id = $2 and decided_at is null`,
      [kind, subjectId],
    );
    return item;
  }

  /** The facts that a claimer saw first stay the baseline of changes until another person claims the item. */
  async claim(manager: EntityManager, item: ItemRow, caller: Caller): Promise<void> {
    await manager.query(
      `update item set claimed_by = $2, claimed_until = clock_timestamp() + make_interval(mins => ${CLAIM_MINUTES}),
              claimed_rev = rev, facts_seen = case when claimed_by = $2 then coalesce(facts_seen, facts) else facts end
        where id = $1`,
      [item.id, caller.userId],
    );
    if (item.claimedBy === null) await note(manager, item.id, null, caller.userId, 'claimed', '');
  }

  async release(manager: EntityManager, item: ItemRow, caller: Caller): Promise<void> {
    await manager.query(
      `update item set claimed_by = null, claimed_until = null, claimed_rev = null, facts_seen = null where id = $1`,
      [item.id],
    );
    if (item.claimedBy !== null) await note(manager, item.id, null, caller.userId, 'released', '');
  }

  /** Ends a claim whose claimer saw an older revision; the item still shows the changes since then. */
  async reopen(manager: EntityManager, id: string, { userId }: Caller): Promise<void> {
    const ended = await manager.query<unknown[]>(
      `with done as (update item set claimed_until = clock_timestamp()
                      where id = $1 and claimed_by = $2 and claimed_until > clock_timestamp() and decided_at is null
                      returning 1) select * from done`,
      [id, userId],
    );
    if (ended.length > 0) await note(manager, id, null, userId, 'released', '');
  }

  /** Records a decision before it is carried out: from now on the item accepts no other. */
  async reserve(manager: EntityManager, { id }: ItemRow, deciding: Deciding): Promise<void> {
    await manager.query('update item set deciding = $2, deciding_since = clock_timestamp() where id = $1', [
      ...[id, JSON.stringify(deciding)],
    ]);
  }

  /** Deletes a decision that cannot be carried out. */
  async unreserve(manager: EntityManager, id: string): Promise<void> {
    await manager.query('update item set deciding = null, deciding_since = null where id = $1', [id]);
  }

  /** Returns items whose decision was recorded that long ago and not carried out, up to a batch. */
  unfinished(manager: EntityManager, olderThanSeconds: number): Promise<ItemRow[]> {
    return manager.query<ItemRow[]>(
      `select ${ITEM_COLUMNS} from item
        where deciding is not null and deciding_since < clock_timestamp() - make_interval(secs => $1)
        order by deciding_since limit ${UNFINISHED_MAX}`,
      [olderThanSeconds],
    );
  }

  /**
   * Records and publishes a decision. One that is already recorded stays as it is, except that a missing reason is
   * added: the owner's event may arrive before the response to the call that decided.
   */
  async settle(manager: EntityManager, item: ItemRow, settlement: Settlement): Promise<void> {
    const { decision, by, at, note: words } = settlement;
    const [settled] = await manager.query<{ decidedAt: Date }[]>(
      `with done as (update item set decision = $2, decided_at = coalesce($3, clock_timestamp()), claimed_by = null,
                            claimed_until = null, facts_seen = null, deciding = null, deciding_since = null
                      where id = $1 and decided_at is null returning decided_at as "decidedAt") select * from done`,
      [item.id, decision, at],
    );
    if (!settled) {
      if (words !== '' && item.decision === decision) await note(manager, item.id, at, by, 'explained', words);
      return;
    }
    await note(manager, item.id, settled.decidedAt, by, decision, words);
    await this.publishDecision(manager, item, settlement, settled.decidedAt);
  }

  /** Removes an item that no longer needs a decision from the queue. */
  async withdraw(manager: EntityManager, kind: ModerationKind, subjectId: string, at: Date): Promise<void> {
    const withdrawn = await manager.query<{ id: string }[]>(
      `with gone as (update item set decision = 'withdrawn', decided_at = $3, claimed_by = null, claimed_until = null,
                             facts_seen = null
                      where kind = $1 and subject_id = $2 and decided_at is null returning id) select id from gone`,
      [kind, subjectId, at],
    );
    for (const { id } of withdrawn) await note(manager, id, at, null, 'withdrawn', '');
  }

  private async publishDecision(
    manager: EntityManager,
    item: ItemRow,
    settlement: Settlement,
    decidedAt: Date,
  ): Promise<void> {
    const payload: DecisionEvent = {
      ...{ itemId: item.id, kind: item.kind, decision: settlement.decision, subjectType: item.subjectType },
      ...{ subjectId: item.subjectId, subjectTitle: item.subjectTitle, ownerId: item.ownerId },
      ...{ decidedBy: settlement.by ?? '', decidedAt: decidedAt.toISOString(), note: settlement.note },
      changeRequest: { ...settlement.changeRequest },
    };
    const event = this.events.create({ type: 'item.decided', subject: item.id, version: 1, payload });
    await appendToOutbox(manager, decisionsTopic, [event]);
  }
}

async function note(
  manager: EntityManager,
  itemId: string,
  at: Date | null,
  who: string | null,
  action: string,
  words: string,
): Promise<void> {
  await manager.query(
    `insert into history (item_id, at, who, action, note) values ($1, coalesce($2, clock_timestamp()), $3, $4, $5)`,
    [itemId, at, who === '' ? null : who, action, words],
  );
}

function jsonOf(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
