import { Controller } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { contactTopic, driveSubmissionsTopic, photoSubmissionsTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { SubmissionEvent } from '@switchback/proto/moderation/v1/events';
import type { ContactEvent } from '@switchback/proto/users/v1/events';
import { Submissions } from '../submissions.js';

@Controller()
export class SubmissionsConsumer {
  constructor(private readonly submissions: Submissions) {}

  /** Puts drives that were submitted into the queue, and takes those out that were decided or withdrawn. */
  @OnEvents(driveSubmissionsTopic, 'moderation-drives', { batchSize: 100 })
  async takeDrives(events: Event<SubmissionEvent>[]): Promise<void> {
    for (const { payload } of events) await this.submissions.take('drive', payload);
  }

  /** Puts photos that wait for staff into the queue, and takes those out that were decided or withdrawn. */
  @OnEvents(photoSubmissionsTopic, 'moderation-photos', { batchSize: 100 })
  async takePhotos(events: Event<SubmissionEvent>[]): Promise<void> {
    for (const { payload } of events) await this.submissions.take('photo', payload);
  }

  /** Puts what people write to the staff into the queue. */
  @OnEvents(contactTopic, 'moderation-contact', { batchSize: 100 })
  async takeContacts(events: Event<ContactEvent>[]): Promise<void> {
    for (const { payload, time } of events) await this.submissions.receive(payload, time);
  }
}
