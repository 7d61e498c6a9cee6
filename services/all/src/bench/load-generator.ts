import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from '@switchback/testing/node-flags';
import type { Question } from './http-client.js';

/** Whom to ask what, in turns. */
export interface Target {
  base: string;
  questions: readonly Question[];
}

/** What the process of a generator is told: first where to aim, then one load after the other. */
export type Order =
  | { kind: 'aim'; target: Target; connections: number }
  | { kind: 'closed'; clients: number; requests: number }
  | { kind: 'open'; ratePerSecond: number; durationMs: number };

/** The rate a closed loop reached, a second; the latencies of an open one, in milliseconds. */
export type Report = { figures: number[] } | { error: string };

/**
 * Asks from a process of its own. The benches hold a whole catalogue: while V8 tidies that up, nothing is sent for tens of
 * milliseconds, which an open loop would take for the server's.
 */
export class LoadGenerator {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(target: Target, connections: number): Promise<LoadGenerator> {
    const script = fileURLToPath(new URL('load-source.ts', import.meta.url));
    const execArgv = [...NODE_FLAGS, '--import', '@swc-node/register/esm-register'];
    const generator = new LoadGenerator(fork(script, { execArgv }));
    await generator.#give({ kind: 'aim', target, connections });
    return generator;
  }

  /** Answers the rate reached, a second. */
  async closedLoop(clients: number, requests: number): Promise<number> {
    const [rate] = await this.#give({ kind: 'closed', clients, requests });
    return rate!;
  }

  /** Answers milliseconds for each question, from when it was due. */
  openLoop(ratePerSecond: number, durationMs: number): Promise<number[]> {
    return this.#give({ kind: 'open', ratePerSecond, durationMs });
  }

  stop(): void {
    this.#child.kill();
  }

  async #give(order: Order): Promise<number[]> {
    const isOver = new AbortController();
    const { signal } = isOver;
    const ended = once(this.#child, 'exit', { signal }).then(() => Promise.reject(new Error('The generator ended.')));
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
