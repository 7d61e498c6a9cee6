import { Logger, runMigrations } from 'graphile-worker';
import type { Pool } from 'pg';
import { type Clock, systemClock } from '../../clock.js';
import { connectPool, type DatabaseSettings } from '../../db/database.js';
import { POOL_SIZES } from '../../db/pool-sizes.js';
import { Signal } from '../../events/signal.js';
import type { AttemptMeter } from '../../telemetry/job-metrics.js';
import { Attempts } from '../attempt.js';
import type {
  EnqueueOptions,
  FailedJob,
  JobHandler,
  JobKind,
  JobName,
  Jobs,
  JobState,
  JobStats,
  WorkOptions,
} from '../jobs.js';
import { Heartbeat } from '../heartbeat.js';
import { JobRegistry } from '../registry.js';
import { Scheduler } from '../scheduler.js';
import { DueJobs } from './due-jobs.js';
import { JobStore } from './job-store.js';
import { CreateJobs1795305600000, QUEUE } from './job-tables.js';
import { GraphileUpkeep } from './graphile-upkeep.js';
import { KindWorkers } from './kind-workers.js';
import { SharedListener } from './shared-listener.js';

const SERVICE = 'jobs';
const CLOSE_MS = 2_000;

export interface GraphileJobsOptions {
  clock?: Clock;
  meter?: AttemptMeter;
  /** Called for each failure of the engine's background work, which recovers on its own. */
  onError?: (error: unknown) => void;
  takeoverMs?: number;
  beatMs?: number;
  /** Maximum delay before a due job is found. */
  pollMs?: number;
  /** Time for which `stop` lets jobs run; it then asks the rest to stop and waits for another `graceMs`. */
  drainMs?: number;
  graceMs?: number;
}

const DEFAULTS = { takeoverMs: 15_000, beatMs: 1_000, pollMs: 2_000, drainMs: 2_000, graceMs: 500 };

/** Jobs in PostgreSQL, with graphile-worker, in separate schemas and with a separate role. */
export class GraphileJobs implements Jobs {
  private readonly registry = new JobRegistry();
  private readonly news = new Signal();
  private readonly store: JobStore;
  private readonly listener: SharedListener;
  private readonly attempts: Attempts;
  private readonly clock: Clock;
  private readonly onError: (error: unknown) => void;
  private readonly timing: typeof DEFAULTS;
  private workers: KindWorkers[] = [];
  private scheduler: Scheduler | undefined;
  private dueJobs: DueJobs | undefined;
  private heartbeat: Heartbeat | undefined;
  private stopped: Promise<void> | undefined;

  private constructor(
    private readonly pool: Pool,
    options: GraphileJobsOptions,
  ) {
    this.timing = { ...DEFAULTS, ...options };
    this.clock = options.clock ?? systemClock;
    this.onError = options.onError ?? (() => undefined);
    this.store = new JobStore(pool);
    this.listener = new SharedListener(pool, () => this.news.notify());
    this.attempts = new Attempts(this.clock, options.meter);
  }

  /** Connects and migrates the schemas. Enqueueing needs no `start`. */
  static async open(database: DatabaseSettings, options: GraphileJobsOptions = {}): Promise<GraphileJobs> {
    const model = { migrations: [CreateJobs1795305600000], furtherSchemas: [QUEUE] };
    const settings = { poolSize: POOL_SIZES.jobs, ...database };
    // Ignores lost connections: the query that was running on one fails as well.
    const pool = await connectPool(settings, SERVICE, model, () => undefined);
    try {
      if (database.migrate !== false)
        await runMigrations({ pgPool: pool, schema: QUEUE, logger: new Logger(() => () => undefined) });
    } catch (error) {
      await pool.end();
      throw error;
    }
    return new GraphileJobs(pool, options);
  }

  async enqueue<T>(kind: JobKind<T>, payload: T, options?: EnqueueOptions): Promise<string> {
    const job = this.registry.prepare(kind, payload, options);
    await this.store.add(job);
    return job.key;
  }

  work<T>(kind: JobKind<T>, handler: JobHandler<T>, options?: WorkOptions): void {
    this.registry.work(kind, handler, options);
  }

  schedule<T>(kind: JobKind<T>, cron: string, payload: T): void {
    this.registry.schedule(kind, cron, payload);
  }

  find({ name }: JobName, key: string): Promise<JobState | undefined> {
    return this.store.find(name, key);
  }

  failed({ name }: JobName, max: number): Promise<FailedJob[]> {
    return this.store.failed(name, max);
  }

  retryFailed({ name }: JobName, max: number): Promise<number> {
    return this.store.retryFailed(name, max);
  }

  stats(): Promise<JobStats[]> {
    return this.store.stats(this.registry.names);
  }

  /** Returns the stats of every kind that has jobs, whichever process enqueued them. */
  async statsOfAll(): Promise<JobStats[]> {
    return this.store.stats(await this.store.names());
  }

  async start(): Promise<void> {
    if (this.heartbeat) return;
    this.registry.close();
    const { store, attempts, clock, onError, timing } = this;
    const pool = this.listener.sharingPool;
    const { pollMs, beatMs, takeoverMs } = timing;
    this.workers = this.registry.works.map((work) => new KindWorkers(work, { pool, store, attempts, clock, onError }));
    this.dueJobs = new DueJobs(this.workers, { store, news: this.news, clock, pollMs, onError });
    const poolIds = () => this.workers.flatMap(({ poolId }) => (poolId === undefined ? [] : [poolId]));
    const upkeep = new GraphileUpkeep(store, poolIds, clock, takeoverMs);
    this.heartbeat = new Heartbeat({ upkeep, attempts, clock, beatMs, takeoverMs, onError });
    const claim = async (...[job, at]: Parameters<JobStore['addOnce']>) => {
      await store.addOnce(job, at);
      return true;
    };
    this.scheduler = new Scheduler(this.registry.schedules, claim, { clock, onError });
    for (const part of [...this.workers, this.dueJobs, this.heartbeat, this.scheduler]) part.start();
  }

  stop(): Promise<void> {
    return (this.stopped ??= this.stopInTime());
  }

  private async stopInTime(): Promise<void> {
    const { drainMs, graceMs } = this.timing;
    const finished = new AbortController();
    // An unresponsive database does not delay the stop: jobs not given back are taken over.
    const overdue = this.clock.sleep(drainMs + graceMs + CLOSE_MS, finished.signal);
    await Promise.race([this.close().catch(this.onError), overdue]);
    finished.abort();
  }

  private async close(): Promise<void> {
    // The workers at once: until then, a job that ends makes room for the next one.
    const [brokenOff] = await Promise.all([
      Promise.all(this.workers.map((workers) => workers.stop())),
      this.attempts.drain(this.timing),
      this.scheduler?.stop(),
      this.dueJobs?.stop(),
    ]);
    const ids = brokenOff.flat();
    if (ids.length > 0) await this.store.giveBack(ids);
    await this.heartbeat?.stop();
    await this.listener.close();
    await this.pool.end();
  }
}
