import type { Clock } from '../clock.js';
import type { Cron } from './cron.js';
import type { PreparedJob } from './prepare.js';

/** A clock that was set, and a time that another process left half done, are noticed within this. */
const LOOK_MS = 30_000;
const RETRY_MS = 1_000;

export interface Schedule {
  cron: Cron;
  /** Made anew for each time; its key is the same each time, so that a slow job never runs beside its successor. */
  job(): PreparedJob;
}

/**
 * Enqueues the job of a schedule for the time `at`, unless another process did. An engine that sees the schedule for the
 * first time only remembers `at`.
 * @returns whether that is settled; false when another process seems to be at it.
 */
export type ClaimTick = (job: PreparedJob, at: Date) => Promise<boolean>;

/** Fires schedules: every process does, and the engine settles which of them enqueues. */
export class Scheduler {
  private readonly settled = new Map<Schedule, number>();
  private stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly schedules: readonly Schedule[],
    private readonly claim: ClaimTick,
    private readonly parts: { clock: Clock; onError: (error: unknown) => void },
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
    const { clock, onError } = this.parts;
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
