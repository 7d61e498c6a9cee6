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
/** A pool that shuts itself down and has not ended after this never will: it was seen to wait for a connection that was lost. */
const END_MS = 10_000;
const SETTLE_MS = 15_000;
/** Each worker would poll by itself; {@link DueJobs} does so once for all kinds. */
const OWN_POLL_MS = 3_600_000;

/** What failed comes out of a job or out of the end of its workers as well: there is nothing more to write down. */
const silent = new Logger(() => () => undefined);

export interface WorkerParts {
  /** As {@link SharedListener} shares it. */
  pool: Pool;
  store: JobStore;
  attempts: Attempts;
  clock: Clock;
  onError: (error: unknown) => void;
}

/**
 * What this process does for one kind of job: graphile-worker's pool of workers, which ends itself whenever it cannot
 * write down how a job ended, and is followed by a fresh one.
 */
export class KindWorkers {
  private readonly stopping = new AbortController();
  private readonly brokenOff: string[] = [];
  private workers: WorkerPool | undefined;
  private isEnding = false;
  private running: Promise<void> | undefined;

  constructor(
    private readonly work: JobWork<never>,
    private readonly parts: WorkerParts,
  ) {}

  /** The kind of job. */
  get name(): string {
    return this.work.kind.name;
  }

  /** Wakes up to `count` idle workers. Workers that end are left alone: their successors look for jobs first. */
  wake(count: number): void {
    if (!this.isEnding) this.workers?.nudge(count);
  }

  /** What graphile-worker locks jobs as, now. */
  get poolId(): string | undefined {
    return this.workers?.id;
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Takes no more; resolves when no job runs, and answers those that were broken off meanwhile. */
  async stop(): Promise<readonly string[]> {
    this.stopping.abort();
    // What goes wrong at the end ends `running`, too.
    await Promise.resolve(this.workers?.gracefulShutdown()).catch(() => undefined);
    await this.running;
    return this.brokenOff;
  }

  private async run(): Promise<void> {
    const { clock, onError, store } = this.parts;
    while (!this.stopping.signal.aborted) {
      const events: WorkerEvents = new EventEmitter();
      const ended = new AbortController();
      const overdue = this.overdue(events, ended.signal);
      const pool = (this.workers = this.open(events));
      this.isEnding = false;
      let mayHoldJobs = false;
      // The answer that was lost may have handed out a job, which is locked for as long as the pool lasts.
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
      // They are done again now instead of when the pool counts as dead.
      if (mayHoldJobs) await store.unlock(pool.id).catch(onError);
      await clock.sleep(RESTART_MS, this.stopping.signal);
    }
  }

  /** Once the database had time to come back: until then the end would wait for it. */
  private async endLater(pool: WorkerPool, ended: AbortSignal): Promise<void> {
    await this.parts.clock.sleep(SETTLE_MS, ended);
    if (!ended.aborted) await pool.gracefulShutdown();
  }

  /** Rejects when the workers have begun to shut down and take too long. */
  private async overdue(events: WorkerEvents, ended: AbortSignal): Promise<never> {
    await new Promise((resolve) => events.once('pool:gracefulShutdown', resolve));
    this.isEnding = true;
    await this.parts.clock.sleep(END_MS, ended);
    throw new Error('The workers of jobs did not end in time; others take their place.');
  }

  private open(events: WorkerEvents): WorkerPool {
    const { pool } = this.parts;
    const { name } = this.work.kind;
    const options = {
      ...{
        schema: QUEUE,
        concurrency: this.work.concurrency,
        pollInterval: OWN_POLL_MS,
        noHandleSignals: true,
        logger: silent,
        events,
      },
      // In batches, be they of one: otherwise nobody awaits them, and their failure would end this process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    };
    return runTaskList(options, { [name]: (body, { job }) => this.attempt(body as JobBody, job) }, pool);
  }

  /** To graphile-worker a job failed when this rejects. */
  private async attempt(body: JobBody, job: Job): Promise<void> {
    const id = String(job.id);
    const key = keyOf(this.work.kind.name, job.key);
    const outcome = await this.parts.attempts.run(this.work, { id, key, attempt: job.attempts, body });
    if (outcome.is === 'failed') throw new Error(causeOf(outcome.cause));
    if (outcome.is !== 'given back') return;
    // One that was lost is another process's affair.
    if (this.stopping.signal.aborted) this.brokenOff.push(id);
    throw new Error('The process that ran it stopped.');
  }
}
