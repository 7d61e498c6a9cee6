import type { z } from 'zod';

/** One kind of work to be done later, by this process or another: its name, and what it has to know. */
export interface JobKind<T> {
  /** Lower-case words joined by dots or dashes, such as `drives.card`. */
  name: string;
  /** Only what JSON can hold, at most {@link PAYLOAD_BYTES_MAX}: an id to look up rather than the thing itself. */
  payload: z.ZodType<T>;
  /** How often it is tried before it is kept as failed. */
  attempts: number;
  /** An attempt that takes longer counts as failed. */
  timeoutMs: number;
}

export type JobName = Pick<JobKind<unknown>, 'name'>;

export const PAYLOAD_BYTES_MAX = 64 * 1024;
export const DELAY_MS_MAX = 365 * 86_400_000;
/** With the pauses between them, eight attempts take half an hour. */
const DEFAULT_ATTEMPTS = 8;
const DEFAULT_TIMEOUT_MS = 60_000;

/** A kind of job, with what is left out filled in. */
export function defineJob<T>(
  kind: Pick<JobKind<T>, 'name' | 'payload'> & Partial<Pick<JobKind<T>, 'attempts' | 'timeoutMs'>>,
): JobKind<T> {
  return { attempts: DEFAULT_ATTEMPTS, timeoutMs: DEFAULT_TIMEOUT_MS, ...kind };
}

export interface EnqueueOptions {
  /**
   * Of the jobs of a kind at most one with the same key waits, is delayed or runs: another one is not added. Where a
   * newer state must not be missed while a job with the older one runs, the state's version belongs into the key.
   * Without a key every call adds a job. A failed job gives its key up.
   */
  key?: string;
  /** How long it waits at least. */
  delayMs?: number;
}

export interface WorkOptions {
  /** Jobs of the kind this process works on at the same time, at most. */
  concurrency?: number;
}

export interface JobContext {
  key: string;
  /** 1 for the first one. An attempt that ended with its process counts. */
  attempt: number;
  /** Aborts when the job is cancelled, takes too long, is no longer ours, or has to end because the process does. */
  signal: AbortSignal;
  /** Tells how much is done, 0 to 1; at most a few times a second reach the engine. */
  progress: (share: number) => void;
}

/**
 * Does a job; it failed when this rejects. The same job may come again, even while an attempt that lost its engine still
 * runs, so its effects are idempotent: written under a name that follows from the payload, or under a version.
 */
export type JobHandler<T> = (payload: T, context: JobContext) => Promise<void>;

export interface JobState {
  key: string;
  state: 'waiting' | 'delayed' | 'active' | 'failed';
  /** Begun so far. */
  attempts: number;
  /** 0 to 1. */
  progress: number;
  /** Why the last attempt failed. */
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
  /** Due, and not begun. */
  waiting: number;
  /** Not due yet, those between two attempts included. */
  delayed: number;
  active: number;
  failed: number;
  /** How long the longest waiting one is due, 0 when none is. */
  oldestAgeMs: number;
}

/**
 * The port to work that is done later: at least once, in no order, by whichever process works on the kind.
 *
 * A job is enqueued after a commit, or by a consumer of events, never inside a transaction: only one of the engines
 * could keep the two together, so nobody may rely on it. What must not be forgotten is written as an event, and the
 * consumer that reacts to it enqueues.
 *
 * An attempt that fails is followed by the next after e^n seconds (2.7 s, 7.4 s, 20 s, …); after the last one the job is
 * kept as failed with its cause. When a process dies, another one takes its jobs over within half a minute.
 */
export interface Jobs {
  /**
   * Resolves with the job's key when the engine has stored it.
   * @throws InvalidJob when the payload, key or delay is none that can be taken.
   * @throws JobsUnavailable when the engine cannot be reached; enqueueing again with the same key is safe.
   */
  enqueue<T>(kind: JobKind<T>, payload: T, options?: EnqueueOptions): Promise<string>;
  /** To be called before `start`, once for a kind. */
  work<T>(kind: JobKind<T>, handler: JobHandler<T>, options?: WorkOptions): void;
  /**
   * Enqueues a job at each time the pattern names, once however many processes schedule it, to be called before
   * `start`. Of the times that passed while no process ran, only the latest is made up for.
   * @param cron minute, hour, day of the month, month, day of the week, in UTC.
   */
  schedule<T>(kind: JobKind<T>, cron: string, payload: T): void;
  /** Undefined when there is none: done, cancelled, or never added. */
  find(kind: JobName, key: string): Promise<JobState | undefined>;
  /**
   * No further attempt begins; the signal of one that runs aborts within seconds, and until it ended the key may count as
   * taken. Answers whether there was such a job, waiting, delayed or running.
   */
  cancel(kind: JobName, key: string): Promise<boolean>;
  /** Those given up on, the latest first. They are kept for 30 days. */
  failed(kind: JobName, max: number): Promise<FailedJob[]>;
  /** Lets failed jobs start anew, with all their attempts; answers how many. */
  retryFailed(kind: JobName, max: number): Promise<number>;
  /** Of every kind this process enqueued, works on or schedules. */
  stats(): Promise<JobStats[]>;
  start(): Promise<void>;
  /** Takes no more, lets running jobs end (bounded), gives the others back at once, and closes for good; may be called again. */
  stop(): Promise<void>;
}

/** What was to be enqueued is none that can be; trying again does not help. */
export class InvalidJob extends Error {
  override readonly name = 'InvalidJob';
}

/** The engine of the jobs cannot be reached now. */
export class JobsUnavailable extends Error {
  override readonly name = 'JobsUnavailable';
  /** What `isTransient` goes by: the same call may succeed later. */
  readonly code = 'ETIMEDOUT';
}
