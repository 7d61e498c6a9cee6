import type { Clock } from '../clock.js';
import type { Cron } from './cron.js';
import type { PreparedJob } from './prepare.js';

/** Maximum delay until a clock change, or a tick left unfinished by another process, is noticed. */
const LOOK_MS = 30_000;
const RETRY_MS = 1_000;

export interface Schedule {
  cron: Cron;
  /**
   * Creates a new job for each tick, always with the same key, so that a slow job never overlaps with its successor.
   */
  job(): PreparedJob;
}

/**
 * Enqueues the job of a schedule for the tick `at`, unless another process did. On the first tick of a schedule, the
 * engine only records `at`.
 * @returns whether the tick is settled; false if another process seems to be handling it.
 */
export type ClaimTick = (job: PreparedJob, at: Date) => Promise<boolean>;

/** Fires schedules: every process does, and the engine decides which of them enqueues. */
export class Scheduler {
  private readonly settled = new Map<Schedule, number>();
  private stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly schedules: readonly Schedule[],
    private readonly claim: ClaimTick,
    private readonly deps: { clock: Clock; onError: (error: unknown) => void },
  ) {}

  start(): void {
    if (this.running || this.schedules.length === 0) return;
    this.stopping = new AbortController();
    this.running = this.run(this.stopping.signal);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    this.running = undefined;
  }

  private async run(signal: AbortSignal): Promise<void> {
    const { clock, onError } = this.deps;
    while (!signal.aborted) {
      const now = clock.now();
      let waitMs = LOOK_MS;
      for (const schedule of this.schedules) {
        const isSettled = await this.fire(schedule, now).catch((error: unknown) => {
          onError(error);
          return false;
        });
        const nextMs = (schedule.cron.next(now)?.getTime() ?? Infinity) - now.getTime();
        waitMs = Math.min(waitMs, isSettled ? nextMs : RETRY_MS);
      }
      await clock.sleep(waitMs, signal);
    }
  }

  private async fire(schedule: Schedule, now: Date): Promise<boolean> {
    const latest = schedule.cron.latest(now);
    if (!latest || this.settled.get(schedule) === latest.getTime()) return true;
    if (!(await this.claim(schedule.job(), latest))) return false;
    this.settled.set(schedule, latest.getTime());
    return true;
  }
}
