import { Inject, Injectable } from '@nestjs/common';
import { IDS, JOBS, LOGGER } from '@switchback/platform/nest/tokens';
import type { Ids } from '@switchback/platform/ids';
import type { Logger } from '@switchback/platform/telemetry/logger';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { DataSource, type EntityManager } from 'typeorm';
import { MAIL_JOB } from './mail-job.js';
import { MAIL_KINDS, type MailKind } from './mail-kinds.js';

/** A mail whose job has not begun by then has lost it, or its engine was away. */
const LOST_AFTER_SECONDS = 60;
const SWEEP_MAX = 200;

/** Mails that wait to be sent, and since when the oldest does (0 when none does). */
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
  /** None where only the address is known. */
  userId?: string;
}

/**
 * The mails that are to be written. Each is a row beside the change it tells of, so that one is not without the other; the
 * job that writes it is enqueued after the commit, and again by a sweep where that was lost.
 */
@Injectable()
export class MailQueue {
  constructor(
    private readonly source: DataSource,
    @Inject(JOBS) private readonly jobs: Pick<Jobs, 'enqueue'>,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** In the transaction of what it tells of. @returns its id, for {@link send} after the commit. */
  async add(manager: EntityManager, { kind, address, userId }: MailDraft): Promise<string> {
    const id = this.ids.uuid();
    await manager.query(
      `insert into mail (id, kind, user_id, address, expires_at) values ($1, $2, $3, $4, now() + make_interval(hours => $5))`,
      [id, kind, userId ?? null, address, MAIL_KINDS[kind].hours],
    );
    return id;
  }

  /** Nobody waits for the mails, nor fails without them: what cannot be enqueued now is found by the sweep. */
  async send(ids: readonly string[]): Promise<void> {
    for (const id of ids)
      await this.jobs.enqueue(MAIL_JOB, { mailId: id }, { key: id }).catch((error: unknown) => {
        this.logger.warn({ error }, 'A mail has to wait');
      });
  }

  /** Sends what waits without a job; one that has a job is not given another. */
  async sweep(): Promise<void> {
    const rows = await this.source.query<{ id: string }[]>(
      `select id from mail where claimed_at is null and expires_at > now()
         and created_at < now() - make_interval(secs => $1) order by created_at limit $2`,
      [LOST_AFTER_SECONDS, SWEEP_MAX],
    );
    await this.send(rows.map(({ id }) => id));
  }
}
