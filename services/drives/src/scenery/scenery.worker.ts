import { Controller, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { defineJob, type JobKind, type Jobs } from '@switchback/platform/jobs/jobs';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { JOBS, LOGGER } from '@switchback/platform/nest/tokens';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { z } from 'zod';
import { SCENERY_VERSION } from './map-tags.js';
import { SceneryUpgrade } from './scenery-upgrade.js';

export interface SceneryPayload {
  /** Id of the last drive whose tags are derived; empty at first. */
  after: string;
}

/** Derives the tags of some drives of an older release, then enqueues a job for the next ones. */
export const SCENERY_JOB: JobKind<SceneryPayload> = defineJob({
  name: 'drives.scenery',
  payload: z.object({ after: z.string().max(64) }),
});

@Controller()
export class SceneryWorker implements OnApplicationBootstrap {
  constructor(
    private readonly upgrade: SceneryUpgrade,
    @Inject(JOBS) private readonly jobs: Pick<Jobs, 'enqueue'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Starts right after an upgrade. Startup neither waits for it nor fails with it: the schedule makes up for it. */
  onApplicationBootstrap(): void {
    this.enqueue('').catch((error: unknown) => this.logger.warn({ error }, 'Deriving tags could not be enqueued'));
  }

  /** The schedule finds drives that processes of an older release stored during an upgrade. */
  @WorksOn(SCENERY_JOB, { schedule: { cron: '23 * * * *', payload: { after: '' } } })
  async derive({ after }: SceneryPayload): Promise<void> {
    const last = await this.upgrade.deriveNext(after);
    if (last !== null) await this.enqueue(last);
  }

  private async enqueue(after: string): Promise<void> {
    await this.jobs.enqueue(SCENERY_JOB, { after }, { key: `v${SCENERY_VERSION}.${after}` });
  }
}
