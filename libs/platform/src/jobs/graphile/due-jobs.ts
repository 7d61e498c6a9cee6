import type { Clock } from '../../clock.js';
import type { Signal } from '../../events/signal.js';
import { DUE_MAX, type JobStore } from './job-store.js';
import type { KindWorkers } from './kind-workers.js';

export interface DueJobsDependencies {
  store: Pick<JobStore, 'due'>;
  /** Notified when a job is added. */
  news: Signal;
  clock: Clock;
  pollMs: number;
  onError: (error: unknown) => void;
}

/**
 * Checks for due jobs once for all kinds of this process, and wakes the workers of the kinds that have some: a worker's
 * own check locks jobs and costs more. Checks when jobs are added, and polls: the poll finds delayed jobs, retries, and
 * jobs whose notification was lost.
 */
export class DueJobs {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly workers: readonly Pick<KindWorkers, 'name' | 'wake'>[],
    private readonly deps: DueJobsDependencies,
  ) {}

  start(): void {
    if (this.workers.length > 0) this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.deps.news.notify();
    await this.running;
  }

  private async run(): Promise<void> {
    const { news, clock, pollMs, onError } = this.deps;
    while (!this.stopping.signal.aborted) {
      const seen = news.version;
      await this.look().catch(onError);
      await news.wait(seen, pollMs, clock);
    }
  }

  private async look(): Promise<void> {
    const due = new Map((await this.deps.store.due()).map(({ name, count }) => [name, count]));
    const counted = [...due.values()].reduce((sum, count) => sum + count, 0);
    // Kinds behind a longer backlog were not counted: wake one worker of each to check for itself.
    const unknown = counted < DUE_MAX ? 0 : 1;
    for (const workers of this.workers) {
      const count = due.get(workers.name) ?? unknown;
      if (count > 0) workers.wake(count);
    }
  }
}
