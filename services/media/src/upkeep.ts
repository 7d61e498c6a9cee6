import { Controller } from '@nestjs/common';
import { defineJob, type JobContext, type JobKind } from '@switchback/platform/jobs/jobs';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { z } from 'zod';
import { Leftovers } from './leftovers.js';
import { PhotoFiles } from './photo-files.js';

/**
 * Runs every minute: removes the files of deleted and unfinished photos, and data an older release stored after a
 * deletion.
 */
export const UPKEEP_JOB: JobKind<null> = defineJob({ name: 'media.upkeep', payload: z.null() });

@Controller()
export class UpkeepWorker {
  constructor(
    private readonly files: PhotoFiles,
    private readonly leftovers: Leftovers,
  ) {}

  @WorksOn(UPKEEP_JOB, { schedule: { cron: '* * * * *', payload: null } })
  async clear(_payload: null, { signal }: JobContext): Promise<void> {
    try {
      await this.leftovers.clear(signal);
    } finally {
      await this.files.sweep();
    }
  }
}
