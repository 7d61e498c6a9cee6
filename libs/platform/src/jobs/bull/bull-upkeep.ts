import type { ClaimedJob } from '../attempt.js';
import type { Upkeep } from '../heartbeat.js';
import type { BullConnections } from './bull-connections.js';

/**
 * Bull renews the locks of running jobs and redelivers those whose lock expired; this class polls for lost
 * locks, which Bull does not report.
 */
export class BullUpkeep implements Upkeep {
  /** @param tokens the tokens with which this process's queues lock jobs. */
  constructor(
    private readonly connections: BullConnections,
    private readonly tokens: () => string[],
  ) {}

  async leased(jobs: readonly ClaimedJob[]): Promise<ReadonlySet<string>> {
    const locks = await this.noticed(Promise.all(jobs.map(({ id }) => this.client.get(`${id}:lock`))));
    const tokens = this.tokens();
    return new Set(jobs.flatMap(({ id }, index) => (tokens.includes(locks[index] ?? '') ? [id] : [])));
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
