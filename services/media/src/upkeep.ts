import { Controller } from '@nestjs/common';
import { defineJob, type JobKind } from '@switchback/platform/jobs/jobs';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { z } from 'zod';
import { PhotoFiles } from './photo-files.js';

/** Every minute: the files of photos that are gone, and of those that never came to be. */
export const UPKEEP_JOB: JobKind<null> = defineJob({ name: 'media.upkeep', payload: z.null() });

@Controller()
export class UpkeepWorker {
  constructor(private readonly files: PhotoFiles) {}

  @WorksOn(UPKEEP_JOB, { schedule: { cron: '* * * * *', payload: null } })
  clear(): Promise<void> {
    return this.files.sweep();
  }
}
