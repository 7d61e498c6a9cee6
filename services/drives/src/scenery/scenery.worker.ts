import { Controller, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { JOBS, LOGGER } from '@switchback/platform/nest/tokens';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { defineUpgradeJob, UpgradeChain, type UpgradePayload } from '../upgrade/upgrade-chain.js';
import { SceneryUpgrade } from './scenery-upgrade.js';

/** Derives the tags of some drives of an older release, then enqueues a job for the next ones. */
export const SCENERY_JOB = defineUpgradeJob('drives.scenery');

@Controller()
export class SceneryWorker implements OnApplicationBootstrap {
  private readonly chain: UpgradeChain;

  constructor(
    upgrade: SceneryUpgrade,
    @Inject(JOBS) jobs: Pick<Jobs, 'enqueue'>,
    @Inject(LOGGER) logger: Pick<Logger, 'warn'>,
  ) {
    this.chain = new UpgradeChain(SCENERY_JOB, upgrade, jobs, logger);
  }

  /** Starts right after an upgrade. */
  onApplicationBootstrap(): void {
    this.chain.start();
  }

  /** The schedule finds drives that processes of an older release stored during an upgrade. */
  @WorksOn(SCENERY_JOB, { schedule: { cron: '23 * * * *', payload: { after: '' } } })
  derive(payload: UpgradePayload): Promise<void> {
    return this.chain.run(payload);
  }
}
