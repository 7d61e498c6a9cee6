import { fateOf } from './kafka-errors.js';

/** The time from one joining of a group to the next: what this process owns is fixed for its length. */
export class Tenure {
  private readonly endsSoon = new AbortController();
  private readonly lost = new AbortController();
  private reason: unknown;

  /** Aborts when the partitions are to be given back: calls under way end and are committed, new ones do not begin. */
  get ending(): AbortSignal {
    return this.endsSoon.signal;
  }

  /** Aborts when the partitions are somebody else's already. */
  get ended(): AbortSignal {
    return this.lost.signal;
  }

  /** Takes notice of what a heartbeat or a commit failed with. */
  notice(error: unknown): void {
    const fate = fateOf(error);
    if (!fate) return;
    this.reason ??= error;
    this.endsSoon.abort();
    if (fate === 'lost') this.lost.abort();
  }

  lose(reason: unknown): void {
    this.reason ??= reason;
    this.endsSoon.abort();
    this.lost.abort();
  }

  /** @throws what it ends with: kafkajs joins anew when it gets that. */
  throwIfEnding(): void {
    if (this.ending.aborted) throw this.reason;
  }
}
