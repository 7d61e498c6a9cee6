import { createHash } from 'node:crypto';
import { Controller, Inject, type OnApplicationShutdown } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ProductError } from '@switchback/platform/errors';
import { type Mail, type Mailer, MailRefused } from '@switchback/platform/mail/mail';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { LOGGER } from '@switchback/platform/nest/tokens';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { IsNull, Repository } from 'typeorm';
import { AUTH, type AuthPeer } from '../auth-peer.js';
import { BILLING_SETTINGS, type BillingSettings } from '../billing-settings.js';
import { type EventReference, MAIL_JOB } from '../webhooks/event-job.js';
import { StoredEvent } from '../webhooks/stored-event.entity.js';
import { writeMail } from './billing-mail.js';

export const MAILER = Symbol('Mailer');

@Controller()
export class MailWorker implements OnApplicationShutdown {
  constructor(
    @InjectRepository(StoredEvent) private readonly events: Repository<StoredEvent>,
    @Inject(AUTH) private readonly auth: AuthPeer,
    @Inject(MAILER) private readonly mailer: Pick<Mailer, 'send' | 'close'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
    @Inject(BILLING_SETTINGS) private readonly settings: Pick<BillingSettings, 'product' | 'publicUrl'>,
  ) {}

  /** A mail that may already have been sent is sent again with the same message ID, which mailboxes show once. */
  @WorksOn(MAIL_JOB)
  async send({ provider, eventId }: EventReference): Promise<void> {
    const key = { provider, id: eventId };
    const event = await this.events.findOneBy({ ...key, outcome: 'mail', mailedAt: IsNull() });
    if (!event?.snapshot) return;
    const to = await this.addressOf(event.snapshot.userId);
    const mail = writeMail(event, this.settings);
    const id = createHash('sha256').update(`${provider}/${eventId}`).digest('hex');
    if (to !== null && mail) await this.post({ id, to, ...mail });
    await this.events.update(key, { mailedAt: () => 'clock_timestamp()' });
  }

  onApplicationShutdown(): Promise<void> {
    return this.mailer.close();
  }

  /** Does not retry a mail that is refused for good. */
  private async post(mail: Mail): Promise<void> {
    try {
      await this.mailer.send(mail);
    } catch (error) {
      if (!(error instanceof MailRefused && error.isFinal)) throw error;
      this.logger.warn({ error }, 'The mail server refused a mail about a subscription');
    }
  }

  /** Returns null if the account is gone. */
  private async addressOf(userId: string): Promise<string | null> {
    const auth = await this.auth();
    try {
      const caller = { userId, accountType: 'free' } as const;
      const { account } = await auth.getAccount({}, { requestId: 'billing-mail', caller });
      return account?.email ?? null;
    } catch (error) {
      if (error instanceof ProductError && error.error === 'invalidSession') return null;
      throw error;
    }
  }
}
