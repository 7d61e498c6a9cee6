import type { Clock } from '../clock.js';
import type { AttemptMeter } from '../telemetry/job-metrics.js';
import { inSpans } from '../telemetry/tracing.js';
import type { JobContext, JobHandler, JobKind } from './jobs.js';
import type { JobBody } from './prepare.js';

/** Outcome of an attempt; one that was given back does not count. */
export type Outcome = { is: 'done' | 'given back' } | { is: 'failed'; cause: unknown };

/** This process's handler for a kind of job. */
export interface JobWork<T> {
  kind: JobKind<T>;
  handler: JobHandler<T>;
  concurrency: number;
}

/** A job delivered by an engine. */
export interface ClaimedJob {
  /** The engine's own id for the job. */
  id: string;
  key: string;
  attempt: number;
  body: JobBody;
}

/** One call of a handler. */
export class Attempt {
  readonly outcome: Promise<Outcome>;
  private readonly ending = new AbortController();
  private readonly finished = new AbortController();
  private stopWaiting: () => void = () => undefined;
  private isGivenBack = false;

  constructor(
    work: JobWork<never>,
    readonly job: ClaimedJob,
    private readonly clock: Clock,
  ) {
    const abandoned = new Promise<Outcome>((resolve) => {
      this.stopWaiting = () => resolve({ is: 'given back' });
    });
    this.outcome = Promise.race([this.run(work), abandoned]);
  }

  /** Asks the handler to stop; if it fails now, another process does the job. */
  giveBack(): void {
    this.isGivenBack = true;
    this.ending.abort(new Error('The job was given back.'));
  }

  /** Stops waiting for the handler. */
  abandon(): void {
    this.giveBack();
    this.finished.abort();
    this.stopWaiting();
  }

  private async run({ kind, handler }: JobWork<never>): Promise<Outcome> {
    try {
      const { body } = this.job;
      const payload = kind.payload.parse(body.payload);
      const span = { name: `job ${kind.name}`, kind: 'consumer' } as const;
      const context: JobContext = { key: this.job.key, attempt: this.job.attempt, signal: this.ending.signal };
      const handled = inSpans(span, [body.trace], () => handler(payload, context));
      await Promise.race([handled, this.overdue(kind.timeoutMs)]);
      return { is: 'done' };
    } catch (cause) {
      return this.isGivenBack ? { is: 'given back' } : { is: 'failed', cause };
    } finally {
      this.finished.abort();
    }
  }

  private async overdue(timeoutMs: number): Promise<void> {
    await this.clock.sleep(timeoutMs, this.finished.signal);
    if (this.finished.signal.aborted) return;
    const reason = new Error(`The job took longer than ${timeoutMs} ms.`);
    this.ending.abort(reason);
    throw reason;
  }
}

/** The running attempts of this process. */
export class Attempts {
  private readonly running = new Set<Attempt>();
  private closed = false;

  constructor(
    private readonly clock: Clock,
    private readonly meter: AttemptMeter = () => undefined,
  ) {}

  get all(): Attempt[] {
    return [...this.running];
  }

  async run(work: JobWork<never>, job: ClaimedJob): Promise<Outcome> {
    if (this.closed) return { is: 'given back' };
    const startedMs = this.clock.monotonicMs();
    const attempt = new Attempt(work, job, this.clock);
    this.running.add(attempt);
    const outcome = await attempt.outcome;
    this.running.delete(attempt);
    this.meter(work.kind.name, outcome.is, (this.clock.monotonicMs() - startedMs) / 1_000);
    return outcome;
  }

  /**
   * Waits for all attempts to finish, then asks the remaining ones to stop and waits again, then abandons them and
   * starts no new ones.
   */
  async drain({ drainMs, graceMs }: { drainMs: number; graceMs: number }): Promise<void> {
    await this.ended(drainMs);
    for (const attempt of this.running) attempt.giveBack();
    await this.ended(graceMs);
    this.closed = true;
    for (const attempt of this.running) attempt.abandon();
  }

  private async ended(timeoutMs: number): Promise<void> {
    if (this.running.size === 0) return;
    const waited = new AbortController();
    const outcomes = Promise.all(this.all.map(({ outcome }) => outcome));
    await Promise.race([outcomes, this.clock.sleep(timeoutMs, waited.signal)]);
    waited.abort();
  }
}
