import type { Clock } from '../../clock.js';
import type { ClaimedJob } from '../attempt.js';
import type { Progress, LeaseState, Upkeep } from '../heartbeat.js';
import type { HeldJob, JobStore } from './job-store.js';

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

  async leaseStates(jobs: readonly ClaimedJob[]): Promise<ReadonlyMap<string, LeaseState>> {
    await this.store.showAlive(this.poolIds());
    const held = await this.store.held(jobs.map(({ id }) => id));
    return new Map(held.map((row) => [row.id, this.leaseStateOf(row)]));
  }

  private leaseStateOf({ cancelled, locked_by: holder }: HeldJob): LeaseState {
    if (cancelled) return 'cancelled';
    return holder !== null && this.poolIds().includes(holder) ? 'ours' : 'lost';
  }

  saveProgress(progress: readonly Progress[]): Promise<void> {
    return this.store.saveProgress(progress);
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
