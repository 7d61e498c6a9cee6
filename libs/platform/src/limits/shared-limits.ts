import type { Clock } from '../clock.js';
import type { Limit, Limits } from './limits.js';

/** So many failures one after another are an outage; fewer are a hiccup of the network, or of this process. */
const FAILURES_MAX = 3;
/** During an outage so often one call tries whether it is over. */
const RETRY_MS = 1_000;

/** Limits of an engine that may be away. */
export interface FallibleLimits extends Limits {
  /** To be called when a call was not answered: the connection may be dead without saying so. */
  reconnect(): void;
}

export interface SharedLimitsParts {
  shared: FallibleLimits;
  local: Limits;
  clock: Pick<Clock, 'monotonicMs'>;
  /** Told once when the local limits take over, and once when the shared ones are back. */
  onChange: (isLocal: boolean, error?: unknown) => void;
}

/**
 * Limits that hold over all processes while their engine answers, and within each process while it does not: then they
 * are wider at worst by the number of processes, and nothing fails or waits. Every call is counted locally, too, so that
 * an outage does not begin with clean slates.
 */
export class SharedLimits implements Limits {
  private failures = 0;
  private retryAtMs = 0;

  constructor(private readonly parts: SharedLimitsParts) {}

  get isLocal(): boolean {
    return this.failures >= FAILURES_MAX;
  }

  async take(limit: Limit, key: string): Promise<number> {
    const local = await this.parts.local.take(limit, key);
    if (!this.isLocal) return (await this.ask(limit, key)) ?? local;
    const nowMs = this.parts.clock.monotonicMs();
    if (nowMs >= this.retryAtMs) {
      this.retryAtMs = nowMs + RETRY_MS;
      // Nobody waits for it: the answer decides about the calls to come.
      void this.ask(limit, key);
    }
    return local;
  }

  async giveBack(limit: Limit, key: string): Promise<void> {
    await this.parts.local.giveBack(limit, key);
    // What is lost here is one call of a window; the next call finds out about an outage.
    if (!this.isLocal) await this.parts.shared.giveBack(limit, key).catch(() => undefined);
  }

  async close(): Promise<void> {
    await Promise.all([this.parts.shared.close(), this.parts.local.close()]);
  }

  private async ask(limit: Limit, key: string): Promise<number | undefined> {
    try {
      const retryAfterMs = await this.parts.shared.take(limit, key);
      if (this.isLocal) this.parts.onChange(false);
      this.failures = 0;
      return retryAfterMs;
    } catch (error) {
      this.failures += 1;
      if (this.failures === FAILURES_MAX) {
        this.retryAtMs = this.parts.clock.monotonicMs() + RETRY_MS;
        this.parts.onChange(true, error);
      }
      if (this.isLocal) this.parts.shared.reconnect();
      return undefined;
    }
  }
}
