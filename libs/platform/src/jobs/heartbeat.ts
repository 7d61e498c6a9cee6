import type { Clock } from '../clock.js';
import type { Attempts, ClaimedJob } from './attempt.js';

/** Maintenance operations of an engine for running jobs. */
export interface Upkeep {
  /** Records a heartbeat of this process, and returns the engine's ids of the jobs whose lease it still holds. */
  leased(jobs: readonly ClaimedJob[]): Promise<ReadonlySet<string>>;
  /** Checks the engine; called at intervals so that an outage is noticed. */
  probe(): Promise<void>;
  /** Reclaims the jobs of dead processes, after every process has had time to record a heartbeat. */
  reclaim(): Promise<void>;
}

export interface HeartbeatDependencies {
  upkeep: Upkeep;
  attempts: Attempts;
  clock: Clock;
  /** Interval of the heartbeat. */
  beatMs: number;
  /** Jobs of a process without a heartbeat for this long are taken over by other processes. */
  takeoverMs: number;
  onError: (error: unknown) => void;
}

/** Heartbeat: detects lost jobs, reclaims the jobs of dead workers. */
export class Heartbeat {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  /**
   * Time of the start or of the engine's last failure: other processes may have been unable to record heartbeats before
   * it.
   */
  private blindMs = 0;
  private seenMs = 0;
  private reclaimedMs = 0;

  constructor(private readonly deps: HeartbeatDependencies) {}

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { clock, attempts, beatMs, takeoverMs, onError } = this.deps;
    this.blindMs = this.seenMs = this.reclaimedMs = clock.monotonicMs();
    while (!this.stopping.signal.aborted) {
      await clock.sleep(beatMs, this.stopping.signal);
      try {
        await this.lookAfterOwn();
        await this.lookAfterOthers();
        this.seenMs = clock.monotonicMs();
      } catch (error) {
        onError(error);
        this.blindMs = clock.monotonicMs();
        if (this.blindMs - this.seenMs > takeoverMs) for (const attempt of attempts.all) attempt.giveBack();
      }
    }
  }

  private async lookAfterOwn(): Promise<void> {
    const { upkeep, attempts } = this.deps;
    const running = attempts.all;
    if (running.length === 0) return;
    const leased = await upkeep.leased(running.map(({ job }) => job));
    for (const attempt of running) if (!leased.has(attempt.job.id)) attempt.giveBack();
  }

  private async lookAfterOthers(): Promise<void> {
    const { upkeep, clock, takeoverMs } = this.deps;
    const nowMs = clock.monotonicMs();
    if (nowMs - this.reclaimedMs < takeoverMs / 3) return;
    this.reclaimedMs = nowMs;
    await (nowMs - this.blindMs < takeoverMs ? upkeep.probe() : upkeep.reclaim());
  }
}
