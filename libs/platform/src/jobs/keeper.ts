import type { Clock } from '../clock.js';
import type { Attempts, HandedOut } from './attempt.js';

/** What became of a job this process works on. */
export type Standing = 'ours' | 'cancelled' | 'lost';

export interface Progress {
  job: HandedOut;
  /** 0 to 1. */
  share: number;
}

/** What an engine can do for the jobs that run. */
export interface Upkeep {
  /** Shows that this process lives, and tells of each of its jobs what became of it, by the engine's name for it. */
  standing(jobs: readonly HandedOut[]): Promise<ReadonlyMap<string, Standing>>;
  saveProgress(progress: readonly Progress[]): Promise<void>;
  /** Asked for now and then, so that an engine that is away is noticed. */
  probe(): Promise<void>;
  /** Frees the jobs of processes that died; every process had the time to show itself. */
  takeOver(): Promise<void>;
}

export interface KeeperParts {
  upkeep: Upkeep;
  attempts: Attempts;
  clock: Clock;
  /** How often the jobs of this process are looked after. */
  beatMs: number;
  /** Jobs of a process that did not show itself for so long are done by others. */
  takeoverMs: number;
  onError: (error: unknown) => void;
}

/** Hears of it when a job of this process was cancelled or went to another one, tells how far it is, and frees the jobs of the dead. */
export class Keeper {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  /** When the engine last failed us, or we began: others may not have been able to show themselves before. */
  private blindMs = 0;
  private seenMs = 0;
  private tookOverMs = 0;

  constructor(private readonly parts: KeeperParts) {}

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { clock, attempts, beatMs, takeoverMs, onError } = this.parts;
    this.blindMs = this.seenMs = this.tookOverMs = clock.monotonicMs();
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
    const { upkeep, attempts } = this.parts;
    const running = attempts.all;
    if (running.length === 0) return;
    const standing = await upkeep.standing(running.map(({ job }) => job));
    const progress: Progress[] = [];
    for (const attempt of running) {
      const now = standing.get(attempt.job.id);
      if (now === 'cancelled') attempt.cancel();
      else if (now !== 'ours') attempt.giveBack();
      const share = attempt.takeProgress();
      if (share !== undefined) progress.push({ job: attempt.job, share });
    }
    if (progress.length > 0) await upkeep.saveProgress(progress);
  }

  private async lookAfterOthers(): Promise<void> {
    const { upkeep, clock, takeoverMs } = this.parts;
    const nowMs = clock.monotonicMs();
    if (nowMs - this.tookOverMs < takeoverMs / 3) return;
    this.tookOverMs = nowMs;
    await (nowMs - this.blindMs < takeoverMs ? upkeep.probe() : upkeep.takeOver());
  }
}
