import type { JobWork } from './attempt.js';
import { Cron } from './cron.js';
import {
  type EnqueueOptions,
  InvalidJob,
  type JobHandler,
  type JobKind,
  type JobName,
  type WorkOptions,
} from './jobs.js';
import { prepareJob, type PreparedJob, requireName } from './prepare.js';
import type { Schedule } from './scheduler.js';

const DEFAULT_CONCURRENCY = 2;
/** One at a time: a job that takes longer than the pause between two times is not joined by the next. */
const SCHEDULED_KEY = 'scheduled';

/** What this process has to do with jobs, whichever engine keeps them. */
export class JobRegistry {
  readonly works: JobWork<never>[] = [];
  readonly schedules: Schedule[] = [];
  private readonly known = new Set<string>();
  private open = true;

  /** Every kind this process enqueues, works on or schedules. */
  get names(): string[] {
    return [...this.known];
  }

  /** From now on the engine runs what was registered. */
  close(): void {
    this.open = false;
  }

  work<T>(kind: JobKind<T>, handler: JobHandler<T>, { concurrency = DEFAULT_CONCURRENCY }: WorkOptions = {}): void {
    this.requireOpen(kind);
    if (this.works.some((work) => work.kind.name === kind.name))
      throw new InvalidJob(`${kind.name} jobs have a handler already.`);
    // The handler gets what the kind's own schema parsed: the type need not be known.
    this.works.push({ kind, handler, concurrency } as unknown as JobWork<never>);
  }

  schedule<T>(kind: JobKind<T>, cron: string, payload: T): void {
    this.requireOpen(kind);
    const job = () => this.prepare(kind, payload, { key: SCHEDULED_KEY });
    job();
    this.schedules.push({ cron: new Cron(cron), job });
  }

  /** @throws InvalidJob when no engine could keep it. */
  prepare<T>(kind: JobKind<T>, payload: T, options?: EnqueueOptions): PreparedJob {
    const job = prepareJob(kind, payload, options);
    this.known.add(kind.name);
    return job;
  }

  private requireOpen({ name }: JobName): void {
    requireName(name);
    if (!this.open) throw new InvalidJob(`${name} jobs have to be registered before the start.`);
    this.known.add(name);
  }
}
