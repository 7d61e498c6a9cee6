import { Controller, Inject } from '@nestjs/common';
import { defineJob, type JobKind } from '@switchback/platform/jobs/jobs';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Accounts } from '../accounts/accounts.js';
import { AUTH_SETTINGS, type AuthSettings } from '../auth-settings.js';
import { MailQueue } from '../mails/mail-queue.js';
import {
  deleteExpiredCodes,
  deleteExpiredLogins,
  deleteExpiredMails,
  deleteExpiredSessions,
  deleteExpiredSignUps,
  deleteUnusedSecrets,
} from './upkeep.sql.js';

/** Runs every minute: enqueues mails whose job was lost, and deletes expired data. */
const UPKEEP_JOB: JobKind<object> = defineJob({ name: 'auth.upkeep', payload: z.object({}), attempts: 1 });

const BATCH_MAX = 1_000;
/** Retention of expired codes, so that they are reported as expired and not as unknown. */
const CODE_KEPT_DAYS = 30;
/** After this, a secret without its first code is deleted, and the person starts over. */
const TOTP_BEGUN_HOURS = 24;
/** A mail claimed for longer has lost its worker, and may have arrived. */
const CLAIM_MAX_HOURS = 1;

@Controller()
export class UpkeepWorker {
  constructor(
    private readonly source: DataSource,
    private readonly accounts: Accounts,
    @Inject(MailQueue) private readonly mails: Pick<MailQueue, 'sweep'>,
    @Inject(AUTH_SETTINGS) private readonly settings: Pick<AuthSettings, 'sessions'>,
  ) {}

  @WorksOn(UPKEEP_JOB, { concurrency: 1, schedule: { cron: '* * * * *', payload: {} } })
  async clear(): Promise<void> {
    await this.mails.sweep();
    await this.deleteSignUps();
    await this.deleteExpired();
  }

  /** Deletes expired sign-ups; if a profile may exist for one, publishes a deletion so that every service removes it. */
  private async deleteSignUps(): Promise<void> {
    await this.source.transaction(async (manager) => {
      const expired = await deleteExpiredSignUps(manager, BATCH_MAX);
      for (const { userId, profileBegun } of expired)
        if (profileBegun) await this.accounts.publishDeleted(manager, userId, 1);
    });
  }

  private async deleteExpired(): Promise<void> {
    const { manager } = this.source;
    await deleteExpiredCodes(manager, CODE_KEPT_DAYS, BATCH_MAX);
    await deleteExpiredSessions(manager, this.settings.sessions.idleDays, BATCH_MAX);
    await deleteExpiredLogins(manager, BATCH_MAX);
    await deleteUnusedSecrets(manager, TOTP_BEGUN_HOURS, BATCH_MAX);
    await deleteExpiredMails(manager, CLAIM_MAX_HOURS, BATCH_MAX);
  }
}
