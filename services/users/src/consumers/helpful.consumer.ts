import { Controller, Inject } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { helpfulTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { HelpfulEvent } from '@switchback/proto/reviews/v1/events';
import { Notifier } from '../notices/notifier.js';

@Controller()
export class HelpfulConsumer {
  constructor(@Inject(Notifier) private readonly notices: Pick<Notifier, 'notify'>) {}

  /** Notifies an author when a review of theirs is found helpful for the first time. */
  @OnEvents(helpfulTopic, 'users-helpful', { batchSize: 100 })
  async consume(events: Event<HelpfulEvent>[]): Promise<void> {
    for (const { payload } of events) {
      const { reviewId, driveId, driveTitle, authorId } = payload;
      await this.notices.notify({
        id: `helpful-${reviewId}`,
        userId: authorId,
        kind: 'review-helpful',
        at: new Date(payload.at),
        subject: { type: 'drive', id: driveId, title: driveTitle },
      });
    }
  }
}
