import { Inject, Injectable } from '@nestjs/common';
import { IDS, JOBS, LOGGER } from '@switchback/platform/nest/tokens';
import type { Ids } from '@switchback/platform/ids';
import type { Logger } from '@switchback/platform/telemetry/logger';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { DataSource, type EntityManager } from 'typeorm';
import { MAIL_JOB } from './mail-job.js';
import { MAIL_KINDS, type MailKind } from './mail-kinds.js';

/** A mail still unclaimed after this has lost its job, or the job engine was unavailable. */
const LOST_AFTER_SECONDS = 60;
const SWEEP_MAX = 200;

/** Counts the unsent mails, and returns the age of the oldest (0 if there are none). */
export async function waitingMails(source: DataSource): Promise<{ count: number; oldestAgeMs: number }> {
  const [row] = await source.query<{ count: string; ageMs: string | null }[]>(
    `select count(*) as count, extract(epoch from now() - min(created_at)) * 1000 as "ageMs"
     from mail where claimed_at is null and expires_at > now()`,
  );
  return { count: Number(row?.count ?? 0), oldestAgeMs: Math.max(0, Number(row?.ageMs ?? 0)) };
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
    private readonly source: DataSource,
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
    await manager.query(
      `insert into mail (id, kind, user_id, address, expires_at) values ($1, $2, $3, $4, now() + make_interval(hours => $5))`,
      [id, kind, userId ?? null, address, MAIL_KINDS[kind].hours],
    );
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
    const rows = await this.source.query<{ id: string }[]>(
      `select id from mail where claimed_at is null and expires_at > now()
         and created_at < now() - make_interval(secs => $1) order by created_at limit $2`,
      [LOST_AFTER_SECONDS, SWEEP_MAX],
    );
    await this.send(rows.map(({ id }) => id));
  }
}
