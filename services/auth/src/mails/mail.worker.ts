import { Controller, Inject, type OnApplicationShutdown } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Mailer, MailRefused, MailUncertain } from '@switchback/platform/mail/mail';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { LOGGER } from '@switchback/platform/nest/tokens';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { Repository } from 'typeorm';
import { AuthLimits, type GiveBack } from '../auth-limits.js';
import { MAIL_JOB, type MailPayload } from './mail-job.js';
import { MAIL_KINDS } from './mail-kinds.js';
import { claimMail, findOpenMail } from './mail-queue.sql.js';
import { MailRenderer, type RenderedMail } from './mail-renderer.js';
import { PendingMail } from './pending-mail.entity.js';

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
    @InjectRepository(PendingMail) private readonly mails: Repository<PendingMail>,
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
        await this.mails.update({ id: mailId }, { claimedAt: null });
        await claimed.giveBack?.();
        throw error;
      }
      this.logger.warn({ error }, 'A mail was refused or its delivery is uncertain; not retrying');
    }
    await this.mails.delete({ id: mailId });
  }

  onApplicationShutdown(): Promise<void> {
    return this.mailer.close();
  }

  /** @returns null if another attempt has claimed it, it has expired, or it has to wait. */
  private async claim(mailId: string): Promise<Claimed | null> {
    const claiming = this.mails.manager.transaction(async (manager) => {
      const pending = await findOpenMail(manager, mailId);
      if (!pending) return null;
      // Locks the account's row before the mail's, in the same order as a deletion, to avoid a deadlock.
      const mail = await this.renderer.render(manager, pending);
      if (!(await claimMail(manager, mailId))) throw new NotNow();
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
