import { Controller, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { defineJob, type JobKind, type Jobs } from '@switchback/platform/jobs/jobs';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { JOBS, LOGGER } from '@switchback/platform/nest/tokens';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { z } from 'zod';
import { type Derivation, type DerivationName, DERIVATIONS, DriveUpgrade } from './drive-upgrade.js';

export interface UpgradePayload {
  /** Id of the last drive that is done; empty at first. */
  after: string;
}

const payload = z.object({ after: z.string().max(64) });

/** Jobs that handle some drives, then enqueue a job for the next ones. */
const JOB_KINDS = {
  scenery: defineJob({ name: 'drives.scenery', payload }),
  elevation: defineJob({ name: 'drives.elevation', payload }),
  maneuvers: defineJob({ name: 'drives.maneuvers', payload }),
} as const satisfies Record<DerivationName, JobKind<UpgradePayload>>;

/** The schedules find drives that other processes stored, of an older release or without tiles. */
const hourly = (minute: number) => ({ schedule: { cron: `${minute} * * * *`, payload: { after: '' } } });

/** Upgrades all drives, some in each job. */
@Controller()
export class UpgradeWorker implements OnApplicationBootstrap {
  constructor(
    private readonly upgrade: DriveUpgrade,
    @Inject(DERIVATIONS) private readonly derivations: readonly Derivation[],
    @Inject(JOBS) private readonly jobs: Pick<Jobs, 'enqueue'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /**
   * Starts right after an upgrade. Startup neither waits for the jobs nor fails with them: the schedules make up for
   * them, and a job is tried again until the roads service answers. However often a process starts, one job waits.
   */
  onApplicationBootstrap(): void {
    for (const { name } of this.derivations)
      this.jobs
        .enqueue(JOB_KINDS[name], { after: '' }, { key: 'start' })
        .catch((error: unknown) =>
          this.logger.warn({ error }, `The job ${JOB_KINDS[name].name} could not be enqueued`),
        );
  }

  @WorksOn(JOB_KINDS.scenery, hourly(23))
  deriveScenery({ after }: UpgradePayload): Promise<void> {
    return this.derive('scenery', after);
  }

  @WorksOn(JOB_KINDS.elevation, hourly(43))
  deriveElevation({ after }: UpgradePayload): Promise<void> {
    return this.derive('elevation', after);
  }

  @WorksOn(JOB_KINDS.maneuvers, hourly(3))
  deriveManeuvers({ after }: UpgradePayload): Promise<void> {
    return this.derive('maneuvers', after);
  }

  private async derive(name: DerivationName, after: string): Promise<void> {
    for (const derivation of this.derivations.filter((other) => other.name === name)) {
      const last = await this.upgrade.next(derivation, after);
      if (last === null) continue;
      const { version } = await derivation.check([]);
      await this.jobs.enqueue(JOB_KINDS[name], { after: last }, { key: `v${version}.${last}` });
    }
  }
}
