import { Controller, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { JOBS, LOGGER } from '@switchback/platform/nest/tokens';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { defineUpgradeJob, UpgradeChain, type UpgradePayload } from '../upgrade/upgrade-chain.js';
import { ElevationUpgrade } from './elevation-upgrade.js';

/** Derives the heights of some drives, then enqueues a job for the next ones. */
export const ELEVATION_JOB = defineUpgradeJob('drives.elevation');

@Controller()
export class ElevationWorker implements OnApplicationBootstrap {
  private readonly chain: UpgradeChain;

  constructor(
    upgrade: ElevationUpgrade,
    @Inject(JOBS) jobs: Pick<Jobs, 'enqueue'>,
    @Inject(LOGGER) logger: Pick<Logger, 'warn'>,
  ) {
    this.chain = new UpgradeChain(ELEVATION_JOB, upgrade, jobs, logger);
  }

  /** Starts right after an upgrade, and after the operator added tiles. */
  onApplicationBootstrap(): void {
    this.chain.start();
  }

  /** The schedule finds drives that other processes stored, of an older release or without tiles. */
  @WorksOn(ELEVATION_JOB, { schedule: { cron: '43 * * * *', payload: { after: '' } } })
  derive(payload: UpgradePayload): Promise<void> {
    return this.chain.run(payload);
  }
}
