import { Controller } from '@nestjs/common';
import { defineJob, type JobContext, type JobKind } from '@switchback/platform/jobs/jobs';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { z } from 'zod';
import { Leftovers } from './leftovers.js';

/** Runs every hour: removes data that an older release stored after a deletion. */
export const UPKEEP_JOB: JobKind<null> = defineJob({ name: 'reviews.upkeep', payload: z.null() });

@Controller()
export class UpkeepWorker {
  constructor(private readonly leftovers: Leftovers) {}

  @WorksOn(UPKEEP_JOB, { schedule: { cron: '37 * * * *', payload: null } })
  clear(_payload: null, { signal }: JobContext): Promise<void> {
    return this.leftovers.clear(signal);
  }
}
