import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { COMPILED_ON_IMPORT } from '@switchback/testing/from-sources';
import { NODE_FLAGS } from '@switchback/testing/node-flags';
import type { Question } from './http-client.js';

/** A server and the requests to send it, in turn. */
export interface Target {
  base: string;
  questions: readonly Question[];
}

/** A command to a generator's process: first the target, then one load after another. */
export type Order =
  | { kind: 'aim'; target: Target; connections: number }
  | { kind: 'closed'; clients: number; requests: number }
  | { kind: 'open'; ratePerSecond: number; durationMs: number };

/** Requests per second of a closed loop, or latencies of an open loop in milliseconds. */
export type Report = { figures: number[] } | { error: string };

/**
 * Sends requests from a separate process. The benchmarks hold a whole catalogue in memory: a garbage collection stops
 * them for tens of milliseconds, which an open loop would attribute to the server.
 */
export class LoadGenerator {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(target: Target, connections: number): Promise<LoadGenerator> {
    const script = fileURLToPath(new URL('load-source.ts', import.meta.url));
    const execArgv = [...NODE_FLAGS, ...COMPILED_ON_IMPORT];
    const generator = new LoadGenerator(fork(script, { execArgv }));
    await generator.#give({ kind: 'aim', target, connections });
    return generator;
  }

  /** Returns the rate reached, in requests per second. */
  async closedLoop(clients: number, requests: number): Promise<number> {
    const [rate] = await this.#give({ kind: 'closed', clients, requests });
    return rate!;
  }

  /** Returns the latency of each request in milliseconds, measured from when it was due. */
  openLoop(ratePerSecond: number, durationMs: number): Promise<number[]> {
    return this.#give({ kind: 'open', ratePerSecond, durationMs });
  }

  stop(): void {
    this.#child.kill();
  }

  async #give(order: Order): Promise<number[]> {
    const isOver = new AbortController();
    const { signal } = isOver;
    const ended = once(this.#child, 'exit', { signal }).then(() =>
      Promise.reject(new Error('The load generator exited.')),
    );
    try {
      const answered = once(this.#child, 'message', { signal });
      this.#child.send(order);
      const [report] = (await Promise.race([answered, ended])) as [Report];
      if ('error' in report) throw new Error(report.error);
      return report.figures;
    } finally {
      isOver.abort();
    }
  }
}
