import type { Clock } from '../clock.js';
import type { Limit, Limits } from './limits.js';

/** Number of consecutive failures that count as an outage; fewer are a hiccup of the network or of this process. */
const FAILURES_MAX = 3;
/** Interval at which, during an outage, a call probes whether it is over. */
const RETRY_MS = 1_000;

/** Limits of an engine that may be unavailable. */
export interface FallibleLimits extends Limits {
  /** Call it after a call without a response: the connection may be silently dead. */
  reconnect(): void;
}

export interface SharedLimitsDependencies {
  shared: FallibleLimits;
  local: Limits;
  clock: Pick<Clock, 'monotonicMs'>;
  /** Called once on the fallback to local limits, and once when the shared limits are back. */
  onChange: (isLocal: boolean, error?: unknown) => void;
}

/**
 * Limits that hold across all processes while their engine responds. During an outage it degrades to per-process limits
 * (at worst N times the limit for N processes) without failing or blocking. Counts every call locally as well, so that
 * counts do not start from zero in an outage.
 */
export class SharedLimits implements Limits {
  private failures = 0;
  private retryAtMs = 0;

  constructor(private readonly deps: SharedLimitsDependencies) {}

  get isLocal(): boolean {
    return this.failures >= FAILURES_MAX;
  }

  async count(limit: Limit, key: string): Promise<number> {
    const local = await this.deps.local.count(limit, key);
    if (!this.isLocal) return (await this.ask(limit, key)) ?? local;
    const nowMs = this.deps.clock.monotonicMs();
    if (nowMs >= this.retryAtMs) {
      this.retryAtMs = nowMs + RETRY_MS;
      // Not awaited: the result only affects later calls.
      void this.ask(limit, key);
    }
    return local;
  }

  async giveBack(limit: Limit, key: string): Promise<void> {
    await this.deps.local.giveBack(limit, key);
    // At worst one call of a window is counted too many; the next call detects an outage.
    if (!this.isLocal) await this.deps.shared.giveBack(limit, key).catch(() => undefined);
  }

  async close(): Promise<void> {
    await Promise.all([this.deps.shared.close(), this.deps.local.close()]);
  }

  private async ask(limit: Limit, key: string): Promise<number | undefined> {
    try {
      const retryAfterMs = await this.deps.shared.count(limit, key);
      if (this.isLocal) this.deps.onChange(false);
      this.failures = 0;
      return retryAfterMs;
    } catch (error) {
      this.failures += 1;
      if (this.failures === FAILURES_MAX) {
        this.retryAtMs = this.deps.clock.monotonicMs() + RETRY_MS;
        this.deps.onChange(true, error);
      }
      if (this.isLocal) this.deps.shared.reconnect();
      return undefined;
    }
  }
}
