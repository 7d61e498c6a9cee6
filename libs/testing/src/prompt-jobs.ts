import type { JobHandler, JobKind, Jobs } from '@switchback/platform/jobs/jobs';

/** Does each job once, as soon as it is enqueued; ignores kinds without a handler. */
export class PromptJobs implements Pick<Jobs, 'enqueue' | 'find' | 'schedule' | 'stats' | 'work'> {
  /** Keys of the finished jobs, in order. */
  readonly done: string[] = [];
  private readonly handlers = new Map<string, JobHandler<unknown>>();

  work<T>(kind: JobKind<T>, handler: JobHandler<T>): void {
    this.handlers.set(kind.name, (payload, context) => handler(kind.payload.parse(payload), context));
  }

  async enqueue<T>(kind: JobKind<T>, payload: T, { key = String(this.done.length) } = {}): Promise<string> {
    const { signal } = new AbortController();
    await this.handlers.get(kind.name)?.(payload, { key, attempt: 1, signal });
    this.done.push(key);
    return key;
  }

  /** All jobs are done already. */
  async find(): Promise<undefined> {
    return undefined;
  }

  /** No-op: no time passes here. */
  schedule(): void {}

  async stats(): Promise<[]> {
    return [];
  }
}
