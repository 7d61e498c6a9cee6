import { type Clock, systemClock } from '../../clock.js';
import { isRedisAway } from '../../redis/redis.js';
import type { RedisSettings } from '../../redis/redis-settings.js';
import type { AttemptMeter } from '../../telemetry/job-metrics.js';
import { Attempts } from '../attempt.js';
import {
  type EnqueueOptions,
  type FailedJob,
  type JobHandler,
  type JobKind,
  type JobName,
  type Jobs,
  type JobState,
  type JobStats,
  JobsUnavailable,
  type WorkOptions,
} from '../jobs.js';
import { Heartbeat } from '../heartbeat.js';
import { type PreparedJob, requireName } from '../prepare.js';
import { JobRegistry } from '../registry.js';
import { Scheduler } from '../scheduler.js';
import { BullConnections } from './bull-connections.js';
import { BullQueue } from './bull-queue.js';
import { BullUpkeep } from './bull-upkeep.js';
import { claimTick } from './claim-tick.js';

const CLOSE_MS = 2_000;

export interface BullJobsOptions {
  clock?: Clock;
  meter?: AttemptMeter;
  /** Called for each failure of the engine's background work, which recovers on its own. */
  onError?: (error: unknown) => void;
  takeoverMs?: number;
  beatMs?: number;
  /** Time for which `stop` lets jobs run; it then asks the rest to stop and waits for another `graceMs`. */
  drainMs?: number;
  graceMs?: number;
}

const DEFAULTS = { takeoverMs: 15_000, beatMs: 1_000, drainMs: 2_000, graceMs: 500 };

/** Jobs in Redis, with Bull: one queue per kind. */
export class BullJobs implements Jobs {
  private readonly registry = new JobRegistry();
  private readonly queues = new Map<string, BullQueue>();
  private readonly connections: BullConnections;
  private readonly attempts: Attempts;
  private readonly clock: Clock;
  private readonly onError: (error: unknown) => void;
  private readonly timing: typeof DEFAULTS;
  private readonly prefix: string;
  private scheduler: Scheduler | undefined;
  private heartbeat: Heartbeat | undefined;
  private stopped: Promise<void> | undefined;

  /** Connects in the background, so that the process starts even if Redis is unavailable. */
  constructor({ url, prefix }: RedisSettings, options: BullJobsOptions = {}) {
    this.prefix = `${prefix}:jobs`;
    this.timing = { ...DEFAULTS, ...options };
    this.clock = options.clock ?? systemClock;
    this.onError = options.onError ?? (() => undefined);
    this.attempts = new Attempts(this.clock, options.meter);
    this.connections = new BullConnections(url, this.onError);
  }

  async enqueue<T>(kind: JobKind<T>, payload: T, options?: EnqueueOptions): Promise<string> {
    const job = this.registry.prepare(kind, payload, options);
    await this.add(job);
    return job.key;
  }

  work<T>(kind: JobKind<T>, handler: JobHandler<T>, options?: WorkOptions): void {
    this.registry.work(kind, handler, options);
  }

  schedule<T>(kind: JobKind<T>, cron: string, payload: T): void {
    this.registry.schedule(kind, cron, payload);
  }

  find(kind: JobName, key: string): Promise<JobState | undefined> {
    return answered(this.queueOf(kind.name).find(key));
  }

  failed(kind: JobName, max: number): Promise<FailedJob[]> {
    return answered(this.queueOf(kind.name).failed(max));
  }

  retryFailed(kind: JobName, max: number): Promise<number> {
    return answered(this.queueOf(kind.name).retryFailed(max));
  }

  stats(): Promise<JobStats[]> {
    return answered(Promise.all(this.registry.names.sort().map((name) => this.queueOf(name).stats())));
  }

  async start(): Promise<void> {
    if (this.heartbeat) return;
    this.registry.close();
    const { attempts, clock, onError } = this;
    const { beatMs, takeoverMs } = this.timing;
    for (const work of this.registry.works) this.queueOf(work.kind.name).start(work);
    const upkeep = new BullUpkeep(this.connections, () => [...this.queues.values()].map(({ token }) => token));
    this.heartbeat = new Heartbeat({ upkeep, attempts, clock, beatMs, takeoverMs, onError });
    const claim = (job: PreparedJob, at: Date) => {
      const key = `${this.prefix}:${job.name}:schedule`;
      return answered(claimTick(this.connections.client, { key, at, enqueue: () => this.add(job) }));
    };
    this.scheduler = new Scheduler(this.registry.schedules, claim, { clock, onError });
    this.heartbeat.start();
    this.scheduler.start();
  }

  stop(): Promise<void> {
    return (this.stopped ??= this.stopInTime());
  }

  private async stopInTime(): Promise<void> {
    const { drainMs, graceMs } = this.timing;
    const finished = new AbortController();
    // An unresponsive Redis does not delay the stop: jobs not given back are taken over.
    const overdue = this.clock.sleep(drainMs + graceMs + CLOSE_MS, finished.signal);
    await Promise.race([this.finish().catch(this.onError), overdue]);
    finished.abort();
    this.connections.close();
  }

  private async finish(): Promise<void> {
    const queues = [...this.queues.values()].map((queue) => queue.stop());
    await Promise.all([...queues, this.attempts.drain(this.timing), this.scheduler?.stop()]);
    await this.heartbeat?.stop();
  }

  private add(job: PreparedJob): Promise<void> {
    return answered(this.queueOf(job.name).add(job));
  }

  private queueOf(name: string): BullQueue {
    let queue = this.queues.get(name);
    if (!queue) {
      requireName(name);
      const { connections, prefix, attempts, clock, onError } = this;
      queue = new BullQueue(name, {
        connections,
        prefix,
        takeoverMs: this.timing.takeoverMs,
        attempts,
        clock,
        onError,
      });
      this.queues.set(name, queue);
    }
    return queue;
  }
}

/** @throws JobsUnavailable if Redis failed rather than the request. */
async function answered<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (!isRedisAway(error)) throw error;
    throw new JobsUnavailable('Redis, which stores the jobs, does not answer.', { cause: error });
  }
}
