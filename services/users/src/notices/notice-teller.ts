import { Inject, Injectable } from '@nestjs/common';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { JOBS } from '@switchback/platform/nest/tokens';
import { NOTICE_MAIL_JOB } from './notice-mail.js';
import { Notices, type Told } from './notices.js';

/** Notifies people of events that concern them, in the header and by mail, as each person prefers. */
@Injectable()
export class NoticeTeller {
  constructor(
    @Inject(Notices) private readonly notices: Pick<Notices, 'tell'>,
    @Inject(JOBS) private readonly jobs: Pick<Jobs, 'enqueue'>,
  ) {}

  /** Idempotent; enqueues the mail again if that failed the first time. */
  async tell(told: Told): Promise<void> {
    const isWaiting = await this.notices.tell(told);
    if (isWaiting) await this.jobs.enqueue(NOTICE_MAIL_JOB, { userId: told.userId }, { key: told.id });
  }
}
