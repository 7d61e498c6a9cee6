import { Controller } from '@nestjs/common';
import { defineJob, type JobContext, type JobKind } from '@switchback/platform/jobs/jobs';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { z } from 'zod';
import { OrphanedUploads } from './avatars/orphaned-uploads.js';
import { ContactMessages } from './contact/contact-messages.js';
import { ExportsService } from './exports/exports.service.js';

/**
 * Runs every hour: removes data past its retention. One kind of job for all of it, since each kind takes a connection.
 */
export const UPKEEP_JOB: JobKind<null> = defineJob({ name: 'users.upkeep', payload: z.null() });

@Controller()
export class UpkeepWorker {
  constructor(
    private readonly exports: ExportsService,
    private readonly messages: ContactMessages,
    private readonly uploads: OrphanedUploads,
  ) {}

  /** Runs every task, even if another one fails. @throws AggregateError of the failures. */
  @WorksOn(UPKEEP_JOB, { schedule: { cron: '17 * * * *', payload: null } })
  async clear(_payload: null, { signal }: JobContext): Promise<void> {
    const tasks = [this.exports.sweep(), this.messages.sweep(), this.uploads.remove(signal)];
    const ended = await Promise.allSettled(tasks);
    const failures = ended.flatMap((task): unknown[] => (task.status === 'rejected' ? [task.reason] : []));
    if (failures.length > 0) throw new AggregateError(failures, `Upkeep failed: ${failures.join('; ')}`);
  }
}
