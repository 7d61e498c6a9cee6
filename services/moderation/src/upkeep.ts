import { Controller } from '@nestjs/common';
import { defineJob, type JobKind } from '@switchback/platform/jobs/jobs';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { ModerationService } from './moderation.service.js';

/** Same as in the users service. */
const CONTACTS_KEPT_DAYS = 90;
const SWEEP_MAX = 1_000;

/** Every hour: deletes expired data. */
export const UPKEEP_JOB: JobKind<null> = defineJob({ name: 'moderation.upkeep', payload: z.null() });

/** Every minute: carries out decisions that were recorded but not completed. */
export const FINISH_JOB: JobKind<null> = defineJob({ name: 'moderation.finish', payload: z.null() });

@Controller()
export class UpkeepWorker {
  constructor(
    private readonly source: DataSource,
    private readonly moderation: ModerationService,
  ) {}

  @WorksOn(FINISH_JOB, { schedule: { cron: '* * * * *', payload: null } })
  finish(): Promise<void> {
    return this.moderation.finish();
  }

  /** Deletes old messages to the staff; those beyond the batch wait for the next run. */
  @WorksOn(UPKEEP_JOB, { schedule: { cron: '37 * * * *', payload: null } })
  async clear(): Promise<void> {
    await this.source.query(
      `delete from item where id in (
         select id from item where kind = 'contact' and created_at < now() - make_interval(days => $1) limit $2)`,
      [CONTACTS_KEPT_DAYS, SWEEP_MAX],
    );
  }
}
