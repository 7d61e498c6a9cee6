import type { Event } from '@switchback/platform/events/event';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import type { ContactEvent } from '@switchback/proto/users/v1/events';
import { CONTACT_MAIL_JOB } from '../contact/contact-mail.js';
import type { ContactMessages } from '../contact/contact-messages.js';

/** Keeps what people write to the staff, and has it mailed. */
export function onContactEvent(messages: Pick<ContactMessages, 'keep'>, jobs: Pick<Jobs, 'enqueue'>) {
  return async (events: Event<ContactEvent>[]): Promise<void> => {
    for (const { payload, time } of events) {
      const { id: messageId } = payload;
      const isWaiting = await messages.keep(payload, time);
      if (isWaiting) await jobs.enqueue(CONTACT_MAIL_JOB, { messageId }, { key: messageId });
    }
  };
}
