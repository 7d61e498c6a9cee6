import type { Clock } from '../clock.js';
import type { AttemptMeter } from '../telemetry/job-metrics.js';
import { inSpans } from '../telemetry/tracing.js';
import type { JobContext, JobHandler, JobKind } from './jobs.js';
import type { JobBody } from './prepare.js';

/** Outcome of an attempt; one that was given back does not count. */
export type Outcome = { is: 'done' | 'cancelled' | 'given back' } | { is: 'failed'; cause: unknown };

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
  private requested: Outcome['is'] | undefined;
  private share = 0;
  private unsaved = false;

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

  /** Returns the progress if it has changed since the last call. */
  changedProgress(): number | undefined {
    const share = this.unsaved ? this.share : undefined;
    this.unsaved = false;
    return share;
  }

  /** Asks the handler to stop; the job is not retried. */
  cancel(): void {
    this.requestStop('cancelled');
  }

  /** Asks the handler to stop; if it fails now, another process does the job. */
  giveBack(): void {
    this.requestStop('given back');
  }

  /** Stops waiting for the handler. */
  abandon(): void {
    this.giveBack();
    this.finished.abort();
    this.stopWaiting();
  }

  private requestStop(outcome: 'cancelled' | 'given back'): void {
    this.requested ??= outcome;
    this.ending.abort(new Error(`The job was ${outcome}.`));
  }

  private async run({ kind, handler }: JobWork<never>): Promise<Outcome> {
    try {
      const { body } = this.job;
      const payload = kind.payload.parse(body.payload);
      const span = { name: `job ${kind.name}`, kind: 'consumer' } as const;
      const handled = inSpans(span, [body.trace], () => handler(payload, this.context()));
      await Promise.race([handled, this.overdue(kind.timeoutMs)]);
      return { is: 'done' };
    } catch (cause) {
      return this.requested === 'cancelled' || this.requested === 'given back'
        ? { is: this.requested }
        : { is: 'failed', cause };
    } finally {
      this.finished.abort();
    }
  }

  private context(): JobContext {
    return {
      key: this.job.key,
      attempt: this.job.attempt,
      signal: this.ending.signal,
      progress: (share) => {
        this.share = Math.min(1, Math.max(0, share));
        this.unsaved = true;
      },
    };
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
