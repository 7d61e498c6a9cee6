import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ModerationKind } from '@switchback/contracts/rules/moderation';
import type { Ids } from '@switchback/platform/ids';
import { IDS } from '@switchback/platform/nest/tokens';
import type { SubmissionEvent } from '@switchback/proto/moderation/v1/events';
import type { ContactEvent } from '@switchback/proto/users/v1/events';
import { type EntityManager, IsNull, Repository } from 'typeorm';
import { Item } from './item.entity.js';
import { Items } from './items.js';
import { findUndecided } from './items.sql.js';
import { Person } from './person.entity.js';
import { Subject } from './subject.entity.js';
import { upsertVersion } from './submissions.sql.js';

/**
 * Creates items from the submissions of other services, and settles those that their owners decided. Events may arrive
 * twice and late.
 */
@Injectable()
export class Submissions {
  constructor(
    @InjectRepository(Subject) private readonly subjects: Repository<Subject>,
    private readonly items: Items,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** Applies the current state of a subject; an older one changes nothing. */
  async apply(kind: ModerationKind, event: SubmissionEvent): Promise<void> {
    const { subjectId, version, waiting, settled, at } = event;
    await this.subjects.manager.transaction(async (manager) => {
      const subject = await upsertVersion(manager, kind, subjectId, version);
      if (!subject) return;
      if (waiting) await this.wait(manager, kind, event, subject.factsDecided);
      else if (settled) await this.settle(manager, kind, event, settled);
      else await this.items.withdraw(manager, kind, subjectId, new Date(at));
    });
  }

  /** Adds a message to the staff as an item. */
  async receive({ id, name, email, reason, message, userId }: ContactEvent, at: Date): Promise<void> {
    await this.subjects.manager.transaction(async (manager) => {
      if (userId !== '' && (await manager.existsBy(Person, { id: userId, username: IsNull() }))) return;
      await this.items.add(manager, {
        id: `contact-${id}`,
        kind: 'contact',
        subject: { type: 'contact', id, title: reason },
        ownerId: userId,
        reasons: [],
        body: message,
        sender: { name, email, userId },
        createdAt: at,
        facts: {},
        factsBefore: null,
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
    const undecided = { kind, subjectId, decidedAt: IsNull() };
    const shown = { subjectTitle: title, reasons, facts, rev: rev ?? null };
    if ((await manager.update(Item, undecided, shown)).affected) return;
    await this.items.add(manager, {
      id: this.ids.uuid(),
      kind,
      subject: { type: kind, id: subjectId, title },
      ownerId,
      reasons,
      facts,
      body: '',
      sender: null,
      factsBefore,
      createdAt: new Date(at),
      ...(rev !== undefined && { rev }),
    });
  }

  private async settle(
    manager: EntityManager,
    kind: ModerationKind,
    { subjectId, title, facts, at }: SubmissionEvent,
    { decision, decidedBy, changeRequest, corrected, rev }: NonNullable<SubmissionEvent['settled']>,
  ): Promise<void> {
    await manager.update(Subject, { kind, id: subjectId }, { factsDecided: facts });
    const item = await findUndecided(manager, kind, subjectId, 'for update');
    if (!item) return;
    // The decided item then shows what staff corrected, from the submitted content to the published one.
    if (corrected.length > 0)
      await manager.update(Item, { id: item.id }, { subjectTitle: title, facts, factsBefore: item.facts });
    const words = { note: '', changeRequest, corrected, rev };
    await this.items.settle(
      manager,
      { ...item, subjectTitle: title },
      { decision, by: decidedBy, at: new Date(at), ...words },
    );
  }
}
