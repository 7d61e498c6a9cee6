import type { Settings } from '@switchback/platform/config/settings';
import { Controller, Inject, type OnApplicationShutdown } from '@nestjs/common';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { defineJob, type JobKind } from '@switchback/platform/jobs/jobs';
import type { Mail, Mailer } from '@switchback/platform/mail/mail';
import { openMailer } from '@switchback/platform/mail/open-mailer';
import type { ContactEvent } from '@switchback/proto/users/v1/events';
import { z } from 'zod';
import { ContactMessages } from './contact-messages.js';

export interface ContactMailPayload {
  messageId: string;
}

/** Mails one message to the staff. Keyed by the message's id. */
export const CONTACT_MAIL_JOB: JobKind<ContactMailPayload> = defineJob({
  name: 'users.contact-mail',
  payload: z.object({ messageId: z.string().min(1).max(64) }),
});

/** Destination of messages to the staff. */
export interface ContactDesk {
  mailer: Mailer;
  /** The address of the staff. */
  address: string;
  product: string;
}

type DeskSettings = Parameters<typeof openMailer>[0] & Pick<Settings, 'CONTACT_MAIL'>;

/** Mails to `CONTACT_MAIL`; if it is unset, writes files to `DATA_DIR/mail`, even if there is a mail server. */
export async function openContactDesk(
  settings: DeskSettings,
  host: Parameters<typeof openMailer>[1],
): Promise<ContactDesk> {
  const { CONTACT_MAIL, PUBLIC_URL, PRODUCT_NAME: product } = settings;
  const mailer = await openMailer(CONTACT_MAIL === undefined ? { ...settings, SMTP_URL: undefined } : settings, host);
  return { mailer, address: CONTACT_MAIL ?? `contact@${new URL(PUBLIC_URL).hostname}`, product };
}

export const CONTACT_DESK = Symbol('ContactDesk');

@Controller()
export class ContactMailWorker implements OnApplicationShutdown {
  constructor(
    @Inject(ContactMessages) private readonly messages: Pick<ContactMessages, 'unmailed' | 'noteMailed'>,
    @Inject(CONTACT_DESK) private readonly desk: ContactDesk,
  ) {}

  /**
   * Retries a mail that definitely failed, and also one that may have arrived: the staff would rather read a message
   * twice than never. Both mails have the same message id.
   */
  @WorksOn(CONTACT_MAIL_JOB)
  async send({ messageId }: ContactMailPayload): Promise<void> {
    const message = await this.messages.unmailed(messageId);
    if (!message) return;
    const { mailer, address, product } = this.desk;
    await mailer.send({ to: address, ...mailOf(message, product) });
    await this.messages.noteMailed(messageId);
  }

  onApplicationShutdown(): Promise<void> {
    return this.desk.mailer.close();
  }
}

/** Plain text only; the visitor's input goes into the body, and their address is the one to reply to. */
function mailOf({ id, userId, name, email, reason, message }: ContactEvent, product: string): Omit<Mail, 'to'> {
  const writer = [`Name: ${name}`, `Email: ${email}`, `Account: ${userId === '' ? 'none' : userId}`].join('\n');
  return { id, replyTo: email, subject: `Contact: ${reason} - ${product}`, text: `${message}\n\n-- \n${writer}\n` };
}
