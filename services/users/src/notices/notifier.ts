import { Inject, Injectable } from '@nestjs/common';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { JOBS } from '@switchback/platform/nest/tokens';
import type { NewNotice } from './notice.entity.js';
import { NOTICE_MAIL_JOB } from './notice-mail.js';
import { Notices } from './notices.js';

/** Notifies people of events that concern them, in the header and by mail, as each person prefers. */
@Injectable()
export class Notifier {
  constructor(
    @Inject(Notices) private readonly notices: Pick<Notices, 'store'>,
    @Inject(JOBS) private readonly jobs: Pick<Jobs, 'enqueue'>,
  ) {}

  /** Idempotent; enqueues the mail again if that failed the first time. */
  async notify(notice: NewNotice): Promise<void> {
    const isWaiting = await this.notices.store(notice);
    if (isWaiting) await this.jobs.enqueue(NOTICE_MAIL_JOB, { userId: notice.userId }, { key: notice.id });
  }
}
