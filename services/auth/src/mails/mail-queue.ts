import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Ids } from '@switchback/platform/ids';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { IDS, JOBS, LOGGER } from '@switchback/platform/nest/tokens';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { type DataSource, type EntityManager, Repository } from 'typeorm';
import { MAIL_JOB } from './mail-job.js';
import { MAIL_KINDS, type MailKind } from './mail-kinds.js';
import { countUnclaimed, insertMail, unclaimedMails } from './mail-queue.sql.js';
import { PendingMail } from './pending-mail.entity.js';

/** A mail still unclaimed after this has lost its job, or the job engine was unavailable. */
const LOST_AFTER_SECONDS = 60;
const SWEEP_MAX = 200;

/** Counts the unsent mails, and returns the age of the oldest (0 if there are none). */
export async function waitingMails(source: DataSource): Promise<{ count: number; oldestAgeMs: number }> {
  const { count, oldestAgeMs } = await countUnclaimed(source);
  return { count, oldestAgeMs: Math.max(0, oldestAgeMs ?? 0) };
}

export interface MailDraft {
  kind: MailKind;
  address: string;
  /** Absent if only the address is known. */
  userId?: string;
}

/**
 * Queue of mails to be written. Each is a row stored in the transaction of the change that it reports, so that neither
 * exists without the other; its job is enqueued after the commit, and again by a sweep if it was lost.
 */
@Injectable()
export class MailQueue {
  constructor(
    @InjectRepository(PendingMail) private readonly mails: Repository<PendingMail>,
    @Inject(JOBS) private readonly jobs: Pick<Jobs, 'enqueue'>,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /**
   * Runs in the transaction of the change being reported.
   * @returns the mail's id, for {@link send} after the commit.
   */
  async add(manager: EntityManager, { kind, address, userId }: MailDraft): Promise<string> {
    const id = this.ids.uuid();
    await insertMail(manager, { id, kind, userId: userId ?? null, address, hours: MAIL_KINDS[kind].hours });
    return id;
  }

  /** Never fails: no caller waits for the mails, and the sweep finds any that cannot be enqueued now. */
  async send(ids: readonly string[]): Promise<void> {
    for (const id of ids)
      await this.jobs.enqueue(MAIL_JOB, { mailId: id }, { key: id }).catch((error: unknown) => {
        this.logger.warn({ error }, 'A mail could not be enqueued; the sweep retries it');
      });
  }

  /** Enqueues mails that wait without a job; a mail that has a job does not get another. */
  async sweep(): Promise<void> {
    await this.send(await unclaimedMails(this.mails.manager, LOST_AFTER_SECONDS, SWEEP_MAX));
  }
}
