import type { Clock } from '../../clock.js';
import type { ClaimedJob } from '../attempt.js';
import type { Upkeep } from '../heartbeat.js';
import type { JobStore } from './job-store.js';

const SWEEP_MS = 60_000;

/**
 * Sends heartbeats for this process's worker pools; graphile-worker alone would leave the jobs of dead pools locked for
 * four hours.
 */
export class GraphileUpkeep implements Upkeep {
  private sweptMs = -Infinity;

  /** @param poolIds returns the ids under which this process's workers currently lock jobs. */
  constructor(
    private readonly store: JobStore,
    private readonly poolIds: () => string[],
    private readonly clock: Clock,
    private readonly takeoverMs: number,
  ) {}

  async leased(jobs: readonly ClaimedJob[]): Promise<ReadonlySet<string>> {
    await this.store.showAlive(this.poolIds());
    return new Set(
      await this.store.heldBy(
        this.poolIds(),
        jobs.map(({ id }) => id),
      ),
    );
  }

  probe(): Promise<void> {
    return this.store.showAlive([]);
  }

  async reclaim(): Promise<void> {
    await this.store.reclaim(this.takeoverMs);
    if (this.clock.monotonicMs() - this.sweptMs < SWEEP_MS) return;
    this.sweptMs = this.clock.monotonicMs();
    await this.store.sweep();
  }
}
