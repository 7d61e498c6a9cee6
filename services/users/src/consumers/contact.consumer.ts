import { Controller, Inject } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { contactTopic } from '@switchback/platform/events/topics';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { OnEvents } from '@switchback/platform/nest/handlers';
import { JOBS } from '@switchback/platform/nest/tokens';
import type { ContactEvent } from '@switchback/proto/users/v1/events';
import { CONTACT_MAIL_JOB } from '../contact/contact-mail.js';
import { ContactMessages } from '../contact/contact-messages.js';

@Controller()
export class ContactConsumer {
  constructor(
    @Inject(ContactMessages) private readonly messages: Pick<ContactMessages, 'store'>,
    @Inject(JOBS) private readonly jobs: Pick<Jobs, 'enqueue'>,
  ) {}

  /** Stores messages to the staff, and enqueues the jobs that mail them. */
  @OnEvents(contactTopic, 'users-contact', { batchSize: 200 })
  async consume(events: Event<ContactEvent>[]): Promise<void> {
    for (const { payload, time } of events) {
      const { id: messageId } = payload;
      const isWaiting = await this.messages.store(payload, time);
      if (isWaiting) await this.jobs.enqueue(CONTACT_MAIL_JOB, { messageId }, { key: messageId });
    }
  }
}
