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
/** One key per schedule: a job that takes longer than the interval does not run alongside the next one. */
const SCHEDULED_KEY = 'scheduled';

/** Handlers and schedules registered by this process, independent of the engine. */
export class JobRegistry {
  readonly works: JobWork<never>[] = [];
  readonly schedules: Schedule[] = [];
  private readonly known = new Set<string>();
  private open = true;

  /** Every kind that this process enqueues, handles or schedules. */
  get names(): string[] {
    return [...this.known];
  }

  /** Ends registration: the engine now runs the registered work. */
  close(): void {
    this.open = false;
  }

  work<T>(kind: JobKind<T>, handler: JobHandler<T>, { concurrency = DEFAULT_CONCURRENCY }: WorkOptions = {}): void {
    this.requireOpen(kind);
    if (this.works.some((work) => work.kind.name === kind.name))
      throw new InvalidJob(`${kind.name} jobs already have a handler.`);
    // The handler receives the output of the kind's own schema, so the type need not be known.
    this.works.push({ kind, handler, concurrency } as unknown as JobWork<never>);
  }

  schedule<T>(kind: JobKind<T>, cron: string, payload: T): void {
    this.requireOpen(kind);
    const job = () => this.prepare(kind, payload, { key: SCHEDULED_KEY });
    job();
    this.schedules.push({ cron: new Cron(cron), job });
  }

  /** @throws InvalidJob if the job cannot be stored. */
  prepare<T>(kind: JobKind<T>, payload: T, options?: EnqueueOptions): PreparedJob {
    const job = prepareJob(kind, payload, options);
    this.known.add(kind.name);
    return job;
  }

  private requireOpen({ name }: JobName): void {
    requireName(name);
    if (!this.open) throw new InvalidJob(`${name} jobs must be registered before the start.`);
    this.known.add(name);
  }
}
