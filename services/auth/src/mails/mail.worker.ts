import { Controller, Inject, type OnApplicationShutdown } from '@nestjs/common';
import { type Mailer, MailRefused, MailUncertain } from '@switchback/platform/mail/mail';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { LOGGER } from '@switchback/platform/nest/tokens';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { DataSource } from 'typeorm';
import type { PendingMail } from './pending-mail.entity.js';
import { AuthLimits, type GiveBack } from '../auth-limits.js';
import { type RenderedMail, MailRenderer } from './mail-renderer.js';
import { MAIL_JOB, type MailPayload } from './mail-job.js';
import { MAIL_KINDS } from './mail-kinds.js';

export const MAILER = Symbol('Mailer');

/** Rolls back the transaction of a mail that is not sent now. */
class NotNow extends Error {}

interface Claimed {
  /** Null if there is no recipient. */
  mail: RenderedMail | null;
  /** Returns the count to the limit. */
  giveBack: GiveBack | null;
}

/**
 * Sends a mail at most once. It is written, with its own code, and claimed in one transaction, and only then handed to
 * the mailer. After a definite refusal the claim is released and the job fails, so that it is retried. If the outcome
 * is unknown, or the process dies meanwhile, the mail stays claimed: requesting it again is less trouble than two links
 * of which only one works. A mail beyond the hourly limit stays unclaimed until a sweep finds it again.
 */
@Controller()
export class MailWorker implements OnApplicationShutdown {
  constructor(
    private readonly source: DataSource,
    @Inject(MailRenderer) private readonly renderer: Pick<MailRenderer, 'render'>,
    @Inject(MAILER) private readonly mailer: Pick<Mailer, 'send' | 'close'>,
    @Inject(AuthLimits) private readonly limits: Pick<AuthLimits, 'countMail'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  @WorksOn(MAIL_JOB, { concurrency: 4 })
  async send({ mailId }: MailPayload): Promise<void> {
    const claimed = await this.claim(mailId);
    if (!claimed) return;
    try {
      if (claimed.mail) await this.mailer.send({ ...claimed.mail, id: mailId });
    } catch (error) {
      const isFinal = error instanceof MailUncertain || (error instanceof MailRefused && error.isFinal);
      if (!isFinal) {
        await this.source.query('update mail set claimed_at = null where id = $1', [mailId]);
        await claimed.giveBack?.();
        throw error;
      }
      this.logger.warn({ error }, 'A mail was refused or its delivery is uncertain; not retrying');
    }
    await this.source.query('delete from mail where id = $1', [mailId]);
  }

  onApplicationShutdown(): Promise<void> {
    return this.mailer.close();
  }

  /** @returns null if another attempt has claimed it, it has expired, or it has to wait. */
  private async claim(mailId: string): Promise<Claimed | null> {
    const isOpen = 'id = $1 and claimed_at is null and expires_at > now()';
    const claiming = this.source.transaction(async (manager) => {
      const [pending] = await manager.query<Pick<PendingMail, 'id' | 'kind' | 'address' | 'userId'>[]>(
        `select id, kind, address, user_id as "userId" from mail where ${isOpen}`,
        [mailId],
      );
      if (!pending) return null;
      // Locks the account's row before the mail's, in the same order as a deletion, to avoid a deadlock.
      const mail = await this.renderer.render(manager, pending);
      const claimed = await manager.query<object[]>(
        `with claimed as (update mail set claimed_at = now() where ${isOpen} returning id) select id from claimed`,
        [mailId],
      );
      if (claimed.length === 0) throw new NotNow();
      if (!mail || !MAIL_KINDS[pending.kind].isAskedFor) return { mail, giveBack: null };
      const giveBack = await this.limits.countMail();
      if (!giveBack) throw new NotNow();
      return { mail, giveBack };
    });
    return claiming.catch((error: unknown) => {
      if (error instanceof NotNow) return null;
      throw error;
    });
  }
}
