import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { isTransient } from '../../transient.js';
import { type FailedJob, type JobState, type JobStats, JobsUnavailable } from '../jobs.js';
import type { PreparedJob } from '../prepare.js';
import { QUEUE } from './job-tables.js';

/** Retention of failed jobs. */
const FAILED_DAYS = 30;
/** Maximum number of old failed jobs per sweep. */
const SWEEP_MAX = 1_000;

/** Maximum number of due jobs counted per check. */
export const DUE_MAX = 1_000;

/** Cause of a failure whose process died before it could report one. */
const DIED = 'The process that ran it died.';

const IS_FAILED = 'locked_at is null and attempts >= max_attempts and key is not null';
const IS_DUE = 'locked_at is null and attempts < max_attempts and run_at <= now()';
const IS_DELAYED = 'locked_at is null and attempts < max_attempts and run_at > now()';

type Queryable = Pool | PoolClient;

/**
 * Queries on graphile-worker's schema, only through its public view and functions, not its tables. The engine's key of
 * a job consists of the kind and the caller's key; a job without one was replaced while it ran.
 */
export class JobStore {
  constructor(private readonly pool: Pool) {}

  async add(job: PreparedJob, on: Queryable = this.pool): Promise<void> {
    const [found] = await this.addWith(job, 'unsafe_dedupe', on);
    // A failed job releases its key; any other is the requested job.
    if (found?.failed) await this.addWith(job, 'replace', on);
  }

  private addWith(job: PreparedJob, mode: 'unsafe_dedupe' | 'replace', on: Queryable): Promise<{ failed: boolean }[]> {
    return this.ask(
      `select locked_at is null and attempts >= max_attempts as failed
       from ${QUEUE}.add_job($1, $2::json, run_at := now() + $3 * interval '1 ms', max_attempts := $4, job_key := $5,
         job_key_mode := $6)`,
      [job.name, JSON.stringify(job.body), job.delayMs, job.attempts, engineKey(job.name, job.key), mode],
      on,
    );
  }

  /**
   * Adds the job of a schedule for a tick, unless another process did; the first tick of a schedule is only recorded.
   */
  async addOnce(job: PreparedJob, tick: Date): Promise<void> {
    const client = await this.pool.connect().catch(asUnavailable);
    let failure: unknown;
    try {
      await this.ask('begin', [], client);
      const [known] = await this.ask<{ moved: boolean }>(
        `insert into schedule as known (name, tick) values ($1, $2)
         on conflict (name) do update set tick = excluded.tick where known.tick < excluded.tick
         returning xmax <> 0 as moved`,
        [job.name, tick],
        client,
      );
      if (known?.moved) await this.add(job, client);
      await this.ask('commit', [], client);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      // Destroys a connection that is in the middle of a transaction instead of returning it to the pool.
      client.release(failure !== undefined);
    }
  }

  async find(name: string, key: string): Promise<JobState | undefined> {
    const [row] = await this.ask<{ state: JobState['state']; attempts: number; cause: string | null }>(
      `select case when locked_at is not null then 'active' when attempts >= max_attempts then 'failed'
                when run_at > now() then 'delayed' else 'waiting' end as state,
         attempts, last_error as cause
       from ${QUEUE}.jobs where key = $1`,
      [engineKey(name, key)],
    );
    if (!row) return undefined;
    const { state, attempts, cause } = row;
    return { key, state, attempts, ...(cause !== null && { cause }) };
  }

  async failed(name: string, max: number): Promise<FailedJob[]> {
    const rows = await this.ask<{ key: string; cause: string; attempts: number; failed_at: Date }>(
      `select key, coalesce(last_error, $3) as cause, attempts, updated_at as failed_at
       from ${QUEUE}.jobs where task_identifier = $1 and ${IS_FAILED} order by updated_at desc, id desc limit $2`,
      [name, max, DIED],
    );
    return rows.map(({ key, cause, attempts, failed_at }) => ({
      key: keyOf(name, key),
      cause,
      attempts,
      failedAt: failed_at,
    }));
  }

  async retryFailed(name: string, max: number): Promise<number> {
    const rows = await this.ask(
      `select id from ${QUEUE}.reschedule_jobs(
         array(select id from ${QUEUE}.jobs where task_identifier = $1 and ${IS_FAILED} order by updated_at desc limit $2),
         run_at := now(), attempts := 0)`,
      [name, max],
    );
    return rows.length;
  }

  /** Returns every kind that has jobs. */
  async names(): Promise<string[]> {
    const rows = await this.ask<{ name: string }>(`select distinct task_identifier as name from ${QUEUE}.jobs`);
    return rows.map(({ name }) => name);
  }

  async stats(names: readonly string[]): Promise<JobStats[]> {
    const rows = await this.ask<Omit<JobStats, 'oldestAgeMs'> & { age: number }>(
      `select name, count(*) filter (where ${IS_DUE})::int as waiting,
         count(*) filter (where ${IS_DELAYED})::int as delayed,
         count(*) filter (where locked_at is not null)::int as active,
         count(*) filter (where ${IS_FAILED})::int as failed,
         coalesce(extract(epoch from now() - min(run_at) filter (where ${IS_DUE})) * 1000, 0)::float as age
       from unnest($1::text[]) name left join ${QUEUE}.jobs on task_identifier = name group by name order by name`,
      [names],
    );
    return rows.map(({ age, ...counts }) => ({ ...counts, oldestAgeMs: Math.max(0, age) }));
  }

  /** Counts the due jobs of each kind, up to {@link DUE_MAX} in total: the rest of a longer backlog is not counted. */
  due(): Promise<{ name: string; count: number }[]> {
    return this.ask(
      `select name, count(*)::int as count
       from (select task_identifier as name from ${QUEUE}.jobs where ${IS_DUE} limit $1) as front group by 1`,
      [DUE_MAX],
    );
  }

  /** Records a heartbeat of these worker pools. */
  async showAlive(poolIds: readonly string[]): Promise<void> {
    await this.ask(
      `insert into worker_pool (id) select unnest($1::text[])
       on conflict (id) do update set seen_at = clock_timestamp()`,
      [poolIds],
    );
  }

  /** Returns those of the jobs that these worker pools hold. */
  async heldBy(poolIds: readonly string[], ids: readonly string[]): Promise<string[]> {
    const rows = await this.ask<{ id: string }>(
      `select id from ${QUEUE}.jobs where id = any ($1::bigint[]) and locked_by = any ($2::text[])`,
      [ids, poolIds],
    );
    return rows.map(({ id }) => id);
  }

  /** Unlocks the jobs of worker pools whose heartbeats stopped. */
  async reclaim(afterMs: number): Promise<void> {
    await this.ask(
      `select ${QUEUE}.force_unlock_workers(array(
         select distinct locked_by from ${QUEUE}.jobs
         where locked_at < clock_timestamp() - $1 * interval '1 ms' and not exists (
           select from worker_pool where id = locked_by and seen_at > clock_timestamp() - $1 * interval '1 ms')))`,
      [afterMs],
    );
    await this.ask(
      `select count(*) from ${QUEUE}.permanently_fail_jobs(
         array(select id from ${QUEUE}.jobs where ${IS_FAILED} and last_error is null), $1)`,
      [DIED],
    );
  }

  async unlock(poolId: string): Promise<void> {
    await this.ask(`select ${QUEUE}.force_unlock_workers(array[$1])`, [poolId]);
  }

  /** Makes interrupted jobs due immediately, without counting the attempt. */
  async giveBack(ids: readonly string[]): Promise<void> {
    await this.ask(
      `select ${QUEUE}.reschedule_jobs(array[id], run_at := now(), attempts := greatest(0, attempts - 1)::int)
       from ${QUEUE}.jobs where id = any ($1::bigint[]) and locked_at is null`,
      [ids],
    );
  }

  /** Deletes obsolete rows: replaced jobs, old failed jobs and old worker pools. */
  async sweep(): Promise<void> {
    await this.ask(
      `select count(*) from ${QUEUE}.complete_jobs(array(
         select id from ${QUEUE}.jobs where locked_at is null
           and (key is null or (attempts >= max_attempts and updated_at < now() - $1 * interval '1 day')) limit $2))`,
      [FAILED_DAYS, SWEEP_MAX],
    );
    await this.ask(`delete from worker_pool where seen_at < clock_timestamp() - interval '1 hour'`);
  }

  private async ask<Row extends QueryResultRow>(
    sql: string,
    values: unknown[] = [],
    on: Queryable = this.pool,
  ): Promise<Row[]> {
    return (await on.query<Row>(sql, values).catch(asUnavailable)).rows;
  }
}

/** @throws JobsUnavailable if the database failed rather than the query. */
function asUnavailable(error: unknown): never {
  if (!isTransient(error)) throw error;
  throw new JobsUnavailable('PostgreSQL, which stores the jobs, does not answer.', { cause: error });
}

function engineKey(name: string, key: string): string {
  return `${name}:${key}`;
}

/** Returns the key with which a job was enqueued; empty for one that was replaced. */
export function keyOf(name: string, engineKey: string | null): string {
  return engineKey?.slice(name.length + 1) ?? '';
}
