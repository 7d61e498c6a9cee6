import { Agent, request } from 'node:http';
import { systemClock } from '@switchback/platform/clock';

const TIMEOUT_MS = 30_000;

export interface Answer {
  status: number;
  body: Buffer;
  ms: number;
}

export interface Question {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

/** Kept connections to one server on this machine. */
export class HttpClient {
  readonly #agent: Agent;
  readonly #base: string;

  constructor(base: string, connections: number) {
    this.#base = base;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  send({ method, path, body, headers = {} }: Question): Promise<Answer> {
    const startedAtMs = systemClock.monotonicMs();
    const type =
      body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      const options = { method, agent: this.#agent, timeout: TIMEOUT_MS, headers: { ...headers, ...type } };
      const sent = request(this.#base + path, options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const ms = systemClock.monotonicMs() - startedAtMs;
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks), ms });
        });
      });
      sent.on('error', reject);
      sent.on('timeout', () => sent.destroy(new Error(`No answer within ${TIMEOUT_MS} ms: ${path}`)));
      sent.end(body);
    });
  }

  /** @throws Error unless the answer is 200. */
  async ask(question: Question): Promise<Answer> {
    const answer = await this.send(question);
    if (answer.status !== 200)
      throw new Error(`${question.path} was answered with ${answer.status}: ${answer.body.toString().slice(0, 300)}`);
    return answer;
  }

  close(): void {
    this.#agent.destroy();
  }
}
