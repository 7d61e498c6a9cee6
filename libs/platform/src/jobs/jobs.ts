import type { z } from 'zod';

/** A kind of deferred work, done by this process or another: its name and the type of its payload. */
export interface JobKind<T> {
  /** Lower-case words joined by dots or dashes, such as `drives.card`. */
  name: string;
  /** JSON-serializable, at most {@link PAYLOAD_BYTES_MAX}: pass an id to look up rather than the object itself. */
  payload: z.ZodType<T>;
  /** Number of attempts before the job is stored as failed. */
  attempts: number;
  /** An attempt that takes longer counts as failed. */
  timeoutMs: number;
}

export type JobName = Pick<JobKind<unknown>, 'name'>;

export const PAYLOAD_BYTES_MAX = 64 * 1024;
export const DELAY_MS_MAX = 365 * 86_400_000;
/** With the backoff between them, eight attempts take half an hour. */
const DEFAULT_ATTEMPTS = 8;
const DEFAULT_TIMEOUT_MS = 60_000;

/** Defines a kind of job, filling in the defaults. */
export function defineJob<T>(
  kind: Pick<JobKind<T>, 'name' | 'payload'> & Partial<Pick<JobKind<T>, 'attempts' | 'timeoutMs'>>,
): JobKind<T> {
  return { attempts: DEFAULT_ATTEMPTS, timeoutMs: DEFAULT_TIMEOUT_MS, ...kind };
}

export interface EnqueueOptions {
  /**
   * Deduplicates jobs: at most one job of a kind with the same key is waiting, delayed or running, and another is not
   * added. If a newer state must not be missed while a job with the older one runs, include the state's version in the
   * key. Without a key every call adds a job. A failed job releases its key.
   */
  key?: string;
  /** Minimum delay. */
  delayMs?: number;
}

export interface WorkOptions {
  /** Maximum number of jobs of the kind that this process runs concurrently. */
  concurrency?: number;
}

export interface JobContext {
  key: string;
  /** 1 for the first attempt. An attempt whose process died counts. */
  attempt: number;
  /** Aborts when the job times out or is lost to another process, or when this process stops. */
  signal: AbortSignal;
}

/**
 * Runs a job; a rejection fails the attempt. Delivery is at least once, even while an attempt that lost its engine is
 * still running, so effects must be idempotent: written under a name derived from the payload, or under a version.
 */
export type JobHandler<T> = (payload: T, context: JobContext) => Promise<void>;

export interface JobState {
  key: string;
  state: 'waiting' | 'delayed' | 'active' | 'failed';
  /** Attempts started so far. */
  attempts: number;
  /** Cause of the last failure. */
  cause?: string;
}

export interface FailedJob {
  key: string;
  cause: string;
  attempts: number;
  failedAt: Date;
}

export interface JobStats {
  name: string;
  /** Due, but not started. */
  waiting: number;
  /** Not due yet, including jobs between two attempts. */
  delayed: number;
  active: number;
  failed: number;
  /** Time for which the oldest waiting job has been due; 0 if none is waiting. */
  oldestAgeMs: number;
}

/**
 * Port to deferred work: at-least-once, unordered, by any process that handles the kind.
 *
 * Enqueue a job after a commit or from an event consumer, never inside a transaction: only one of the engines could
 * make the two atomic, so callers must not rely on it. For work that must not be lost, write an event and enqueue from
 * the consumer that reacts to it.
 *
 * A failed attempt is retried after e^n seconds (2.7 s, 7.4 s, 20 s, …); after the last attempt the job is stored as
 * failed with its cause. If a process dies, another takes over its jobs within half a minute.
 */
export interface Jobs {
  /**
   * Resolves with the job's key once the engine has stored the job.
   * @throws InvalidJob if the payload, key or delay is invalid.
   * @throws JobsUnavailable if the engine is unreachable; enqueueing again with the same key is safe.
   */
  enqueue<T>(kind: JobKind<T>, payload: T, options?: EnqueueOptions): Promise<string>;
  /** Registers the handler of a kind. Call it before `start`, once per kind. */
  work<T>(kind: JobKind<T>, handler: JobHandler<T>, options?: WorkOptions): void;
  /**
   * Enqueues a job at each time of the pattern, once even if several processes schedule it. Call it before `start`. If
   * times passed while no process was running, only the latest is made up for.
   * @param cron minute, hour, day of the month, month, day of the week, in UTC.
   */
  schedule<T>(kind: JobKind<T>, cron: string, payload: T): void;
  /** Returns undefined if the job does not exist: done, or never added. */
  find(kind: JobName, key: string): Promise<JobState | undefined>;
  /** Returns jobs that failed for good, latest first. They are kept for 30 days. */
  failed(kind: JobName, max: number): Promise<FailedJob[]>;
  /** Restarts failed jobs with all their attempts; returns their number. */
  retryFailed(kind: JobName, max: number): Promise<number>;
  /** Returns the stats of every kind that this process enqueues, handles or schedules. */
  stats(): Promise<JobStats[]>;
  start(): Promise<void>;
  /**
   * Stops fetching, lets running jobs finish (within a time limit), gives the rest back immediately, and closes for
   * good. May be called again.
   */
  stop(): Promise<void>;
}

/** The job is invalid; retrying does not help. */
export class InvalidJob extends Error {
  override readonly name = 'InvalidJob';
}

/** The engine is currently unreachable. */
export class JobsUnavailable extends Error {
  override readonly name = 'JobsUnavailable';
  /** Checked by `isTransient`: the same call may succeed later. */
  readonly code = 'ETIMEDOUT';
}
