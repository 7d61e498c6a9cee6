import { fateOf } from './kafka-errors.js';

/** The period from one join of a group to the next, during which this process's partitions are fixed. */
export class PartitionLease {
  private readonly endsSoon = new AbortController();
  private readonly lost = new AbortController();
  private reason: unknown;

  /** Aborts when the partitions must be released: current calls finish and are committed, new ones do not start. */
  get ending(): AbortSignal {
    return this.endsSoon.signal;
  }

  /** Aborts when another member already owns the partitions. */
  get ended(): AbortSignal {
    return this.lost.signal;
  }

  /** Handles the error of a failed heartbeat or commit. */
  notice(error: unknown): void {
    const fate = fateOf(error);
    if (!fate) return;
    this.reason ??= error;
    this.endsSoon.abort();
    if (fate === 'lost') this.lost.abort();
  }

  revoke(reason: unknown): void {
    this.reason ??= reason;
    this.endsSoon.abort();
    this.lost.abort();
  }

  /** @throws the error that ended the lease, which makes kafkajs rejoin the group. */
  throwIfEnding(): void {
    if (this.ending.aborted) throw this.reason;
  }
}
