import Bull from 'bull';
import type { Redis } from 'ioredis';
import { causeOf } from '../../cause.js';
import type { Clock } from '../../clock.js';
import type { Attempts, JobWork } from '../attempt.js';
import type { FailedJob, JobState, JobStats } from '../jobs.js';
import type { JobBody, PreparedJob } from '../prepare.js';
import type { BullConnections } from './bull-connections.js';

const FAILED_KEPT = { age: 30 * 86_400, count: 10_000 };
/** Bull's own attempt counter includes attempts that were given back, so this engine counts its own. */
const UNLIMITED = 1_000_000;
const RESTART_MS = 1_000;
/** Name of the backoff strategy, with which Bull asks this code for each delay. */
const PAUSES = 'told by the error';
const NO_FURTHER_ATTEMPT = -1;
// Another process may have ended a job meanwhile: neither script may recreate its hash, which would block its key.
const SET_IF_THERE = `
  if redis.call('exists', KEYS[1]) == 0 then return 0 end
  redis.call('hset', KEYS[1], ARGV[1], ARGV[2])
  return 1`;
const COUNT_IF_THERE = `
  if redis.call('exists', KEYS[1]) == 0 then return 0 end
  return redis.call('hincrby', KEYS[1], 'begun', ARGV[1])`;

interface StoredJob extends JobBody {
  attempts: number;
}

/** Reports a failed attempt to Bull, with the delay until the next one. */
class AttemptFailed extends Error {
  constructor(
    cause: string,
    readonly pauseMs: number,
  ) {
    super(cause);
    // The message already contains the cause.
    this.stack = '';
  }
}

export interface QueueDependencies {
  connections: BullConnections;
  /** Prefix of all keys. */
  prefix: string;
  takeoverMs: number;
  attempts: Attempts;
  clock: Clock;
  onError: (error: unknown) => void;
}

/** One kind of job: a Bull queue, with additional fields in Bull's hash of each job. */
export class BullQueue {
  private readonly stopping = new AbortController();
  private isStarted = false;
  private queue: Bull.Queue<StoredJob>;

  constructor(
    readonly name: string,
    private readonly deps: QueueDependencies,
  ) {
    this.queue = this.open();
  }

  private open(): Bull.Queue<StoredJob> {
    const { connections, prefix, takeoverMs, onError } = this.deps;
    const queue = new Bull<StoredJob>(this.name, {
      prefix,
      createClient: connections.open,
      settings: {
        lockDuration: takeoverMs,
        stalledInterval: takeoverMs / 3,
        maxStalledCount: UNLIMITED,
        retryProcessDelay: RESTART_MS,
        backoffStrategies: {
          [PAUSES]: (_attempts: number, error: Error) => (error instanceof AttemptFailed ? error.pauseMs : RESTART_MS),
        },
      },
    });
    return queue.on('error', onError);
  }

  /** The token with which Bull locks jobs; its types omit it. */
  get token(): string {
    return (this.queue as unknown as { token: string }).token;
  }

  async add(job: PreparedJob): Promise<void> {
    const id = idOf(job.key);
    // A failed job releases its key; any other is the requested job.
    const found = await this.queue.getJob(id);
    if (found && (await found.isFailed())) await found.remove();
    const { delayMs: delay, attempts, body } = job;
    await this.queue.add(
      { ...body, attempts },
      {
        jobId: id,
        delay,
        attempts: UNLIMITED,
        backoff: { type: PAUSES },
        removeOnComplete: true,
        removeOnFail: FAILED_KEPT,
        stackTraceLimit: 1,
      },
    );
  }

  async find(key: string): Promise<JobState | undefined> {
    const job = await this.queue.getJob(idOf(key));
    const state = job && stateOf(await job.getState());
    if (!state) return undefined;
    const begun = await this.client.hget(this.keyOf(job), 'begun');
    const { failedReason: cause } = job;
    return { key, state, attempts: Number(begun ?? 0), ...(cause && { cause }) };
  }

  async failed(max: number): Promise<FailedJob[]> {
    const jobs = await this.queue.getFailed(0, max - 1);
    const begun = await Promise.all(jobs.map((job) => this.client.hget(this.keyOf(job), 'begun')));
    return jobs.map((job, index) => ({
      key: keyOf(job),
      cause: job.failedReason ?? '',
      attempts: Number(begun[index] ?? 0),
      failedAt: new Date(job.finishedOn ?? 0),
    }));
  }

  async retryFailed(max: number): Promise<number> {
    let count = 0;
    for (const job of await this.queue.getFailed(0, max - 1)) {
      await setIfThere(this.client, this.keyOf(job), 'begun', '0');
      const isRetried = await job.retry().then(
        () => true,
        // Another process was faster.
        () => false,
      );
      if (isRetried) count += 1;
    }
    return count;
  }

  async stats(): Promise<JobStats> {
    const { waiting, delayed, active, failed } = await this.queue.getJobCounts();
    const oldest = waiting > 0 ? await this.client.lindex(this.queue.toKey('wait'), -1) : null;
    return { name: this.name, waiting, delayed, active, failed, oldestAgeMs: await this.ageMs(oldest) };
  }

  private async ageMs(id: string | null): Promise<number> {
    if (id === null) return 0;
    const [added, delay, begun] = await this.client.hmget(this.queue.toKey(id), 'timestamp', 'delay', 'processedOn');
    const dueMs = Math.max(Number(added ?? 0) + Number(delay ?? 0), Number(begun ?? 0));
    return dueMs === 0 ? 0 : Math.max(0, this.deps.clock.now().getTime() - dueMs);
  }

  start(work: JobWork<never>): void {
    if (this.isStarted) return;
    this.isStarted = true;
    // Not awaited: the promise never settles if a pause interrupts Bull.
    void this.run(work);
  }

  /** Stops fetching jobs; resolves when none is running. */
  async stop(): Promise<void> {
    this.stopping.abort();
    // Closing alone would abandon the running jobs.
    await this.queue.pause(true);
    await this.queue.close(true);
  }

  /**
   * Starts processing. Bull starts a queue only once, and never recovers one whose start failed: waits until Redis
   * responds, and retries on a new queue.
   */
  private async run(work: JobWork<never>): Promise<void> {
    const { clock, onError } = this.deps;
    while (!this.stopping.signal.aborted) {
      try {
        await this.client.ping();
        await this.queue.process(work.concurrency, (job) => this.attempt(work, job));
        return;
      } catch (error) {
        onError(error);
        await clock.sleep(RESTART_MS, this.stopping.signal);
        if (this.stopping.signal.aborted) return;
        void this.queue.close(true).catch(onError);
        this.queue = this.open();
      }
    }
  }

  private async attempt(work: JobWork<never>, job: Bull.Job<StoredJob>): Promise<void> {
    const hash = this.keyOf(job);
    const attempt = await this.countBegun(hash, 1);
    if (attempt === 0) return;
    const { attempts: limit, ...body } = job.data;
    if (attempt > limit) throw new AttemptFailed('The process that ran it died.', NO_FURTHER_ATTEMPT);
    const claimed = { id: hash, key: keyOf(job), attempt, body };
    const outcome = await this.deps.attempts.run(work, claimed);
    if (outcome.is === 'given back') {
      await this.countBegun(hash, -1);
      throw new AttemptFailed('The process that ran it stopped.', 0);
    }
    if (outcome.is !== 'failed') return;
    const pauseMs = attempt >= limit ? NO_FURTHER_ATTEMPT : Math.exp(attempt) * 1_000;
    throw new AttemptFailed(causeOf(outcome.cause), Math.round(pauseMs));
  }

  /** Counts an attempt. Returns their number; 0 if the job no longer exists. */
  private async countBegun(hash: string, by: 1 | -1): Promise<number> {
    return Number(await this.client.eval(COUNT_IF_THERE, 1, hash, by));
  }

  private get client(): Redis {
    return this.deps.connections.client;
  }

  private keyOf(job: Bull.Job<StoredJob>): string {
    return this.queue.toKey(String(job.id));
  }
}

/** Sets a field of a job if the job still exists, so as not to recreate it. Returns whether it exists. */
export async function setIfThere(client: Redis, hash: string, field: string, value: string): Promise<boolean> {
  return (await client.eval(SET_IF_THERE, 1, hash, field, value)) === 1;
}

/**
 * Converts a key to a Bull job id. Bull's Redis keys are the queue's name, a colon and an id; the prefix keeps ids from
 * colliding with its own keys.
 */
function idOf(key: string): string {
  return `job-${encodeURIComponent(key)}`;
}

function keyOf(job: Bull.Job): string {
  return decodeURIComponent(String(job.id).slice('job-'.length));
}

function stateOf(state: Bull.JobStatus | 'stuck'): JobState['state'] | undefined {
  if (state === 'waiting' || state === 'delayed' || state === 'active' || state === 'failed') return state;
  return undefined;
}
