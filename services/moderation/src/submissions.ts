import { Inject, Injectable } from '@nestjs/common';
import type { ModerationKind } from '@switchback/contracts/rules/moderation';
import type { Ids } from '@switchback/platform/ids';
import { IDS } from '@switchback/platform/nest/tokens';
import type { SubmissionEvent } from '@switchback/proto/moderation/v1/events';
import type { ContactEvent } from '@switchback/proto/users/v1/events';
import { DataSource, type EntityManager } from 'typeorm';
import { ITEM_COLUMNS, type ItemRow, Items } from './items.js';

/**
 * Creates items from the submissions of other services, and settles those that their owners decided. Events may arrive
 * twice and late.
 */
@Injectable()
export class Submissions {
  constructor(
    private readonly source: DataSource,
    private readonly items: Items,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** Applies the current state of a subject; an older one changes nothing. */
  async apply(kind: ModerationKind, event: SubmissionEvent): Promise<void> {
    const { subjectId, version, waiting, settled, at } = event;
    await this.source.transaction(async (manager) => {
      const subject = await storeVersion(manager, kind, subjectId, version);
      if (!subject) return;
      if (waiting) await this.wait(manager, kind, event, subject.factsDecided);
      else if (settled) await this.settle(manager, kind, event, settled);
      else await this.items.withdraw(manager, kind, subjectId, new Date(at));
    });
  }

  /** Adds a message to the staff as an item. */
  async receive({ id, name, email, reason, message, userId }: ContactEvent, at: Date): Promise<void> {
    await this.source.transaction(async (manager) => {
      if (userId !== '' && (await hasLeft(manager, userId))) return;
      await this.items.add(manager, {
        ...{ id: `contact-${id}`, kind: 'contact', subject: { type: 'contact', id, title: reason } },
        ...{ ownerId: userId, reasons: [], body: message, sender: { name, email, userId }, createdAt: at },
        ...{ facts: {}, factsBefore: null },
      });
    });
  }

  private async wait(
    manager: EntityManager,
    kind: ModerationKind,
    { subjectId, title, ownerId, reasons, facts, at, waiting }: SubmissionEvent,
    factsBefore: Record<string, string> | null,
  ): Promise<void> {
    const { rev } = waiting ?? {};
    const updated = await manager.query<unknown[]>(
      `with done as (update item set subject_title = $3, reasons = $4, facts = $5, rev = $6
                      where kind = $1 and subject_id = $2 and decided_at is null returning 1) select * from done`,
      [kind, subjectId, title, reasons, JSON.stringify(facts), rev],
    );
    if (updated.length > 0) return;
    await this.items.add(manager, {
      ...{ id: this.ids.uuid(), kind, subject: { type: kind, id: subjectId, title }, ownerId, reasons, facts },
      ...{ body: '', sender: null, factsBefore, createdAt: new Date(at), ...(rev !== undefined && { rev }) },
    });
  }

  private async settle(
    manager: EntityManager,
    kind: ModerationKind,
    { subjectId, facts, at }: SubmissionEvent,
    { decision, decidedBy, changeRequest }: NonNullable<SubmissionEvent['settled']>,
  ): Promise<void> {
    await manager.query('update subject set facts_decided = $3 where kind = $1 and id = $2', [
      ...[kind, subjectId, JSON.stringify(facts)],
    ]);
    const [item] = await manager.query<ItemRow[]>(
      `select ${ITEM_COLUMNS} from item where kind = $1 and subject_id = $2 and decided_at is null for update`,
      [kind, subjectId],
    );
    if (!item) return;
    const words = { note: '', changeRequest };
    await this.items.settle(manager, item, { decision, by: decidedBy, at: new Date(at), ...words });
  }
}

/** Returns undefined for a version that is not newer than the known one. */
async function storeVersion(manager: EntityManager, kind: string, id: string, version: number) {
  const [subject] = await manager.query<{ factsDecided: Record<string, string> | null }[]>(
    `insert into subject as s (kind, id, version) values ($1, $2, $3)
     on conflict (kind, id) do update set version = excluded.version where s.version < excluded.version
     returning facts_decided as "factsDecided"`,
    [kind, id, version],
  );
  return subject;
}

async function hasLeft(manager: EntityManager, userId: string): Promise<boolean> {
  const gone = await manager.query<unknown[]>('select from person where id = $1 and username is null', [userId]);
  return gone.length > 0;
}
