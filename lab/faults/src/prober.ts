import type { HttpClient } from '@switchback/bench/http-client';
import { systemClock } from '@switchback/platform/clock';

const PAUSE_MS = 20;
const WORLD = 'bounds=85,180,-85,-180';

/** Requests of a visitor in whose responses a drive could appear. */
const QUESTIONS = [
  { method: 'POST', path: '/api/drives/search?sort=created&includeCount=true', body: '{}' },
  { method: 'POST', path: '/api/drives/search?q=canary', body: '{}' },
  { method: 'POST', path: '/api/drives/search/autocomplete?text=canary', body: '{}' },
  { method: 'GET', path: `/api/drives/lines?${WORLD}&zoom=4` },
  { method: 'GET', path: '/api/drives/popular' },
] as const;

/** Sends a visitor's requests continuously and records the responses. */
export class Prober {
  readonly statuses = new Map<number, number>();
  /** Requests without any response. */
  unanswered = 0;
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private leak: string | undefined;

  /** @param secret text that must never appear in a response. */
  constructor(
    private readonly http: HttpClient,
    private readonly secret: string | null = null,
  ) {}

  start(): void {
    this.running = this.run();
  }

  /** @throws Error if the secret appeared, or a response was neither 200 nor 503. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    if (this.leak !== undefined) throw new Error(`A response to ${this.leak} contained private data`);
    const unclear = [...this.statuses.keys()].find((status) => status !== 200 && status !== 503);
    if (unclear !== undefined) throw new Error(`${this.statuses.get(unclear)} requests returned ${unclear}`);
  }

  summary(): string {
    const answers = [...this.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} times ${status}`);
    return `visitors received ${answers.join(', ')}, and ${this.unanswered} times no response`;
  }

  private async run(): Promise<void> {
    for (let turn = 0; !this.stopping.signal.aborted; turn += 1) {
      const question = QUESTIONS[turn % QUESTIONS.length]!;
      const answer = await this.http.send(question).catch(() => null);
      if (!answer) this.unanswered += 1;
      else {
        this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
        if (this.secret !== null && answer.text().includes(this.secret)) this.leak ??= question.path;
      }
      await systemClock.sleep(PAUSE_MS, this.stopping.signal);
    }
  }
}
