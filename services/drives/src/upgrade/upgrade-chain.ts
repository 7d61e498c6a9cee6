import { defineJob, type JobKind, type Jobs } from '@switchback/platform/jobs/jobs';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { z } from 'zod';

export interface UpgradePayload {
  /** Id of the last drive that is done; empty at first. */
  after: string;
}

interface Upgrade {
  /** Version that the upgrade brings drives to. */
  readonly version: number;
  /** Handles the next drives after an id. @returns the id of the last one; null if there was none. */
  deriveNext(after: string): Promise<string | null>;
}

/** Defines the job that handles some drives, then enqueues a job for the next ones. */
export function defineUpgradeJob(name: string): JobKind<UpgradePayload> {
  return defineJob({ name, payload: z.object({ after: z.string().max(64) }) });
}

/** Upgrades all drives, some in each job. */
export class UpgradeChain {
  constructor(
    private readonly kind: JobKind<UpgradePayload>,
    private readonly upgrade: Upgrade,
    private readonly jobs: Pick<Jobs, 'enqueue'>,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Enqueues the first job. Startup neither waits for it nor fails with it: a schedule makes up for it. */
  start(): void {
    this.enqueue('').catch((error: unknown) =>
      this.logger.warn({ error }, `The job ${this.kind.name} could not be enqueued`),
    );
  }

  /** Handles the drives of a job. */
  async run({ after }: UpgradePayload): Promise<void> {
    const last = await this.upgrade.deriveNext(after);
    if (last !== null) await this.enqueue(last);
  }

  private async enqueue(after: string): Promise<void> {
    await this.jobs.enqueue(this.kind, { after }, { key: `v${this.upgrade.version}.${after}` });
  }
}
