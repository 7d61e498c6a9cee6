import { Controller, Inject } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { decisionsTopic } from '@switchback/platform/events/topics';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { OnEvents } from '@switchback/platform/nest/handlers';
import { JOBS } from '@switchback/platform/nest/tokens';
import type { DecisionEvent } from '@switchback/proto/moderation/v1/events';
import { ANSWER_JOB } from '../answer-mail.js';

@Controller()
export class AnswersConsumer {
  constructor(@Inject(JOBS) private readonly jobs: Pick<Jobs, 'enqueue'>) {}

  /**
   * Enqueues mails for answers to contact messages. Driven by the event, so that none is lost between the decision and
   * its job.
   */
  @OnEvents(decisionsTopic, 'moderation-answers', { batchSize: 100 })
  async consume(events: Event<DecisionEvent>[]): Promise<void> {
    for (const { payload } of events) {
      const { itemId, kind, decision, note } = payload;
      if (kind !== 'contact' || decision !== 'answered') continue;
      await this.jobs.enqueue(ANSWER_JOB, { itemId, answer: note }, { key: itemId });
    }
  }
}
