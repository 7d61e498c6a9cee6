import { Controller } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { defineJob, type JobKind } from '@switchback/platform/jobs/jobs';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { Repository } from 'typeorm';
import { z } from 'zod';
import { Item } from './item.entity.js';
import { deleteOldMessages } from './items.sql.js';
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
    @InjectRepository(Item) private readonly items: Repository<Item>,
    private readonly moderation: ModerationService,
  ) {}

  @WorksOn(FINISH_JOB, { schedule: { cron: '* * * * *', payload: null } })
  finish(): Promise<void> {
    return this.moderation.finish();
  }

  /** Deletes old messages to the staff; those beyond the batch wait for the next run. */
  @WorksOn(UPKEEP_JOB, { schedule: { cron: '37 * * * *', payload: null } })
  clear(): Promise<void> {
    return deleteOldMessages(this.items.manager, CONTACTS_KEPT_DAYS, SWEEP_MAX);
  }
}
