import { EventEmitter } from 'node:events';
import { type Job, Logger, runTaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import type { Pool } from 'pg';
import { causeOf } from '../../cause.js';
import type { Clock } from '../../clock.js';
import type { Attempts, JobWork } from '../attempt.js';
import type { JobBody } from '../prepare.js';
import { keyOf, type JobStore } from './job-store.js';
import { QUEUE } from './job-tables.js';

const RESTART_MS = 1_000;
/**
 * Time limit for a pool's shutdown. One that exceeds it never ends: pools have been seen to wait for a lost connection.
 */
const END_MS = 10_000;
const SETTLE_MS = 15_000;
/** Disables the polling of each worker; {@link DueJobs} polls once for all kinds. */
const OWN_POLL_MS = 3_600_000;

/** Logs nothing: every failure also surfaces through a job or through the end of its workers. */
const silent = new Logger(() => () => undefined);

export interface WorkerDependencies {
  /** The pool shared by {@link SharedListener}. */
  pool: Pool;
  store: JobStore;
  attempts: Attempts;
  clock: Clock;
  onError: (error: unknown) => void;
}

/**
 * This process's workers for one kind of job: a graphile-worker pool, which shuts itself down if it cannot store a
 * job's outcome, and is then replaced.
 */
export class KindWorkers {
  private readonly stopping = new AbortController();
  private readonly brokenOff: string[] = [];
  private workers: WorkerPool | undefined;
  private isEnding = false;
  private running: Promise<void> | undefined;

  constructor(
    private readonly work: JobWork<never>,
    private readonly deps: WorkerDependencies,
  ) {}

  /** The kind of job. */
  get name(): string {
    return this.work.kind.name;
  }

  /** Wakes up to `count` idle workers. Skips a pool that is shutting down: its successor checks for jobs first. */
  wake(count: number): void {
    if (!this.isEnding) this.workers?.nudge(count);
  }

  /** The id under which graphile-worker currently locks jobs. */
  get poolId(): string | undefined {
    return this.workers?.id;
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Stops fetching jobs. Resolves when none is running, with the ids of the jobs that were interrupted meanwhile. */
  async stop(): Promise<readonly string[]> {
    this.stopping.abort();
    // An error during shutdown settles `running` as well.
    await Promise.resolve(this.workers?.gracefulShutdown()).catch(() => undefined);
    await this.running;
    return this.brokenOff;
  }

  private async run(): Promise<void> {
    const { clock, onError, store } = this.deps;
    while (!this.stopping.signal.aborted) {
      const events: WorkerEvents = new EventEmitter();
      const ended = new AbortController();
      const overdue = this.overdue(events, ended.signal);
      const pool = (this.workers = this.open(events));
      this.isEnding = false;
      let mayHoldJobs = false;
      // The lost response may have assigned a job, which stays locked as long as the pool exists.
      events.once('worker:getJob:error', () => {
        mayHoldJobs = true;
        this.endLater(pool, ended.signal).catch(onError);
      });
      try {
        await Promise.race([pool.promise, overdue]);
      } catch (error) {
        mayHoldJobs = true;
        onError(error);
      }
      this.isEnding = true;
      ended.abort();
      // Makes the jobs available now instead of when the pool counts as dead.
      if (mayHoldJobs) await store.unlock(pool.id).catch(onError);
      await clock.sleep(RESTART_MS, this.stopping.signal);
    }
  }

  /** Shuts the pool down after giving the database time to recover: an earlier shutdown would wait for it. */
  private async endLater(pool: WorkerPool, ended: AbortSignal): Promise<void> {
    await this.deps.clock.sleep(SETTLE_MS, ended);
    if (!ended.aborted) await pool.gracefulShutdown();
  }

  /** Rejects if the workers have started to shut down and take too long. */
  private async overdue(events: WorkerEvents, ended: AbortSignal): Promise<never> {
    await new Promise((resolve) => events.once('pool:gracefulShutdown', resolve));
    this.isEnding = true;
    await this.deps.clock.sleep(END_MS, ended);
    throw new Error('The job workers did not stop in time; starting new ones.');
  }

  private open(events: WorkerEvents): WorkerPool {
    const { pool } = this.deps;
    const { name } = this.work.kind;
    const options = {
      schema: QUEUE,
      concurrency: this.work.concurrency,
      pollInterval: OWN_POLL_MS,
      noHandleSignals: true,
      logger: silent,
      events,
      // Enables batching, even for single jobs: otherwise completions are not awaited, and a failed one would crash
      // this process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    };
    return runTaskList(options, { [name]: (body, { job }) => this.attempt(body as JobBody, job) }, pool);
  }

  /** Runs an attempt; rejects to make graphile-worker record a failure. */
  private async attempt(body: JobBody, job: Job): Promise<void> {
    const id = String(job.id);
    const key = keyOf(this.work.kind.name, job.key);
    const outcome = await this.deps.attempts.run(this.work, { id, key, attempt: job.attempts, body });
    if (outcome.is === 'failed') throw new Error(causeOf(outcome.cause));
    if (outcome.is !== 'given back') return;
    // Skips a lost job: another process owns it now.
    if (this.stopping.signal.aborted) this.brokenOff.push(id);
    throw new Error('The process that ran it stopped.');
  }
}
