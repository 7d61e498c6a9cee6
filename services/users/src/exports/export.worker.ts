import { Controller } from '@nestjs/common';
import type { JobContext } from '@switchback/platform/jobs/jobs';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { EXPORT_JOB, type ExportPayload, ExportsService } from './exports.service.js';

@Controller()
export class ExportWorker {
  constructor(private readonly exports: ExportsService) {}

  /** Runs one at a time, because each reads all drives of a person. */
  @WorksOn(EXPORT_JOB, { concurrency: 1 })
  make(payload: ExportPayload, context: JobContext): Promise<void> {
    return this.exports.make(payload, context);
  }
}
