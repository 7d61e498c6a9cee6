import type { ClaimedJob } from '../attempt.js';
import type { Progress, LeaseState, Upkeep } from '../heartbeat.js';
import type { BullConnections } from './bull-connections.js';
import { setIfThere } from './bull-queue.js';

/**
 * Bull renews the locks of running jobs and redelivers those whose lock expired; this class polls for cancellations and
 * lost locks, which Bull does not report.
 */
export class BullUpkeep implements Upkeep {
  /** @param tokens the tokens with which this process's queues lock jobs. */
  constructor(
    private readonly connections: BullConnections,
    private readonly tokens: () => string[],
  ) {}

  async leaseStates(jobs: readonly ClaimedJob[]): Promise<ReadonlyMap<string, LeaseState>> {
    const asked = jobs.map(async ({ id }): Promise<[string, LeaseState]> => {
      const [cancelled, lock] = await Promise.all([this.client.hget(id, 'cancelled'), this.client.get(`${id}:lock`)]);
      if (cancelled !== null) return [id, 'cancelled'];
      return [id, lock !== null && this.tokens().includes(lock) ? 'ours' : 'lost'];
    });
    return new Map(await this.noticed(Promise.all(asked)));
  }

  async saveProgress(progress: readonly Progress[]): Promise<void> {
    await Promise.all(progress.map(({ job, share }) => setIfThere(this.client, job.id, 'progress', String(share))));
  }

  async probe(): Promise<void> {
    await this.noticed(this.client.ping());
  }

  /** No-op apart from the probe: Bull itself reclaims the jobs of dead processes. */
  reclaim(): Promise<void> {
    return this.probe();
  }

  private async noticed<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      this.connections.renew();
      throw error;
    }
  }

  private get client() {
    return this.connections.client;
  }
}
