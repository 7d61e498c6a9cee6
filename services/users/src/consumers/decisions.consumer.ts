import { Controller, Inject } from '@nestjs/common';
import type { NoticeKind } from '@switchback/contracts/rules/moderation';
import type { Event } from '@switchback/platform/events/event';
import { decisionsTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { DecisionEvent } from '@switchback/proto/moderation/v1/events';
import { Notifier } from '../notices/notifier.js';

/** Kind of notice for each kind of item and decision. */
const KINDS: Readonly<Record<string, NoticeKind>> = {
  'drive approve': 'drive-approved',
  'drive request-changes': 'changes-requested',
  'collection approve': 'collection-approved',
  'collection request-changes': 'collection-changes-requested',
  'abuse-report dismiss': 'report-settled',
  'abuse-report remove': 'report-settled',
  'abuse-report suspend': 'report-settled',
  'suggestion accept': 'suggestion-settled',
  'suggestion dismiss': 'suggestion-settled',
};

@Controller()
export class DecisionsConsumer {
  constructor(@Inject(Notifier) private readonly notices: Pick<Notifier, 'notify'>) {}

  /** Notifies people of staff decisions on their items, unless they made the decision themselves. */
  @OnEvents(decisionsTopic, 'users-decisions', { batchSize: 100 })
  async consume(events: Event<DecisionEvent>[]): Promise<void> {
    for (const { payload } of events) {
      const kind = KINDS[`${payload.kind} ${payload.decision}`];
      if (!kind || payload.ownerId === '' || payload.ownerId === payload.decidedBy) continue;
      const id = `${payload.itemId}-${payload.decidedAt}`.replaceAll(/[^\w-]/g, '');
      const subject = { type: payload.subjectType, id: payload.subjectId, title: payload.subjectTitle };
      const { ownerId: userId, corrected } = payload;
      await this.notices.notify({ id, userId, kind, subject, corrected, at: new Date(payload.decidedAt) });
    }
  }
}
