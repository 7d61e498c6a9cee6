import { Controller } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import {
  collectionSubmissionsTopic,
  contactTopic,
  driveSubmissionsTopic,
  photoSubmissionsTopic,
} from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { SubmissionEvent } from '@switchback/proto/moderation/v1/events';
import type { ContactEvent } from '@switchback/proto/users/v1/events';
import { Submissions } from '../submissions.js';

@Controller()
export class SubmissionsConsumer {
  constructor(private readonly submissions: Submissions) {}

  /** Queues submitted drives, and settles those that were decided or withdrawn. */
  @OnEvents(driveSubmissionsTopic, 'moderation-drives', { batchSize: 100 })
  async consumeDrives(events: Event<SubmissionEvent>[]): Promise<void> {
    for (const { payload } of events) await this.submissions.apply('drive', payload);
  }

  /** Queues photos that await staff, and settles those that were decided or withdrawn. */
  @OnEvents(photoSubmissionsTopic, 'moderation-photos', { batchSize: 100 })
  async consumePhotos(events: Event<SubmissionEvent>[]): Promise<void> {
    for (const { payload } of events) await this.submissions.apply('photo', payload);
  }

  /** Queues collections that their owners want to publish, and settles those that were decided or withdrawn. */
  @OnEvents(collectionSubmissionsTopic, 'moderation-collections', { batchSize: 100 })
  async consumeCollections(events: Event<SubmissionEvent>[]): Promise<void> {
    for (const { payload } of events) await this.submissions.apply('collection', payload);
  }

  /** Queues contact messages to the staff. */
  @OnEvents(contactTopic, 'moderation-contact', { batchSize: 100 })
  async consumeContacts(events: Event<ContactEvent>[]): Promise<void> {
    for (const { payload, time } of events) await this.submissions.receive(payload, time);
  }
}
