import { type ChildProcess, fork, type StdioOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { LatLng } from '@switchback/geo/location';
import type { Clock } from '@switchback/platform/clock';
import { programNextTo } from '@switchback/platform/process/read-in-child';
import { Slots } from '@switchback/platform/slots';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { unlessAborted } from '@switchback/platform/unless-aborted';
import { type Routed, type Router, RouterStarting, type ThroughOptions, type Via } from '../router.js';
import { findThrough, matchRequest, readTrip, refusalOf, routeRequest } from '../valhalla.js';
import type { Orders, Question, ValhallaMessage } from './messages.js';
import { valhallaConfig } from './valhalla-config.js';
import type { ValhallaPackage } from './valhalla-package.js';

const PROGRAM = programNextTo(import.meta.url, './valhalla-process');
/** Increase to rebuild the roads though neither extract nor library changed. */
const LAYOUT = 1;
/** Limit of queued requests; each takes some ten milliseconds. */
const WAITING_MAX = 50;
/** Kills a process that is stuck on one request for longer; its caller has long timed out. */
const STUCK_MS = 10_000;
const BACKOFF_MS = { first: 1_000, max: 300_000 };
const STOP_MS = 2_000;

export interface EmbeddedDependencies extends ValhallaPackage {
  /** Absolute path of the extract. */
  pbf: string;
  dataDir: string;
  clock: Pick<Clock, 'sleep' | 'monotonicMs'>;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

type Reply = Extract<ValhallaMessage, { kind: 'answer' | 'refusal' }>;

interface Pending {
  id: number;
  resolve: (reply: Reply) => void;
  reject: (error: Error) => void;
}

/** Runs Valhalla in a child process, on the roads of an extract; restarts it when it dies. */
export class EmbeddedValhalla implements Router, OnApplicationBootstrap, OnModuleDestroy {
  private readonly ending = new AbortController();
  private readonly slots = new Slots(1, WAITING_MAX);
  private child: ChildProcess | undefined;
  private state: 'starting' | 'ready' | 'down' = 'starting';
  private pending: Pending | undefined;
  private questions = 0;
  private failures = 0;
  private running: Promise<void> | undefined;

  constructor(private readonly deps: EmbeddedDependencies) {}

  onApplicationBootstrap(): void {
    this.running ??= this.supervise();
  }

  async onModuleDestroy(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  /** Returns the id of the running process; undefined unless it is ready. */
  get pid(): number | undefined {
    return this.state === 'ready' ? this.child?.pid : undefined;
  }

  async route(waypoints: readonly LatLng[], signal: AbortSignal): Promise<Routed | null> {
    return readTrip(await this.ask('route', routeRequest(waypoints), signal));
  }

  through(home: LatLng, vias: readonly Via[], options: ThroughOptions, signal: AbortSignal): Promise<Routed | null> {
    return findThrough(home, vias, options, (request) => this.ask('route', request, signal));
  }

  async match(track: readonly LatLng[], breaks: readonly number[], signal: AbortSignal): Promise<Routed | null> {
    return readTrip(await this.ask('traceRoute', matchRequest(track, breaks), signal));
  }

  /**
   * Sends a request in Valhalla's own format and returns its response, refusals included.
   * @throws RouterStarting; Error if the process died or too many requests wait.
   */
  async ask(action: Question['action'], query: object, signal: AbortSignal): Promise<unknown> {
    const turn = async () => {
      // A caller that gave up while it was queued costs nothing.
      signal.throwIfAborted();
      return this.exchange(action, JSON.stringify(query));
    };
    const reply = await unlessAborted(this.slots.run(turn), signal);
    if (reply.kind === 'answer') return JSON.parse(reply.body);
    return refusalOf(reply.words) ?? { error_code: 0, error: reply.words };
  }

  private exchange(action: Question['action'], query: string): Promise<Reply> {
    const { child, state } = this;
    if (state === 'starting') return Promise.reject(new RouterStarting('Valhalla is not ready yet.'));
    if (state === 'down' || !child) return Promise.reject(new Error('Valhalla exited and is restarting.'));
    const question: Question = { id: (this.questions += 1), action, query };
    const timer = setTimeout(() => child.kill('SIGKILL'), STUCK_MS);
    const answer = new Promise<Reply>((resolve, reject) => (this.pending = { id: question.id, resolve, reject }));
    child.send(question);
    return answer.finally(() => {
      clearTimeout(timer);
      this.pending = undefined;
    });
  }

  private async supervise(): Promise<void> {
    const { clock, logger, pbf } = this.deps;
    while (!this.ending.signal.aborted) {
      const cause = await this.live().catch((error: unknown) => String(error));
      if (this.ending.signal.aborted) return;
      this.state = 'down';
      this.failures += 1;
      const pauseMs = Math.min(BACKOFF_MS.max, BACKOFF_MS.first * 2 ** (this.failures - 1));
      logger.error({ cause, pauseMs }, `Valhalla exited on ${basename(pbf)}; restarting it after a pause.`);
      await clock.sleep(pauseMs, this.ending.signal);
    }
  }

  /** Runs the process once; returns the reason why it ended. */
  private async live(): Promise<string> {
    const orders = await this.orders();
    // The library needs none of our settings, and an attacker who takes over the process must find no secret among
    // them.
    const child = fork(PROGRAM, { execArgv: [], env: ENVIRONMENT, serialization: 'advanced', stdio: STDIO });
    this.child = child;
    let cause = '';
    const startedMs = this.deps.clock.monotonicMs();
    child.on('message', (message: ValhallaMessage) => {
      if (message.kind === 'failed') ({ cause } = message);
      else this.handleMessage(message, startedMs);
    });
    const stop = () => stopChild(child);
    this.ending.signal.addEventListener('abort', stop, { once: true });
    try {
      return await new Promise((resolve) => {
        // Node emits no `close` once we closed the channel; the last message arrives before `disconnect`.
        child.once('exit', (code, signal) => {
          const end = () => resolve(cause || `It exited with ${signal ?? code}.`);
          if (child.connected) child.once('disconnect', end);
          else end();
        });
        // The process could not be started or written to; `exit` may or may not follow.
        child.on('error', (error) => {
          child.kill('SIGKILL');
          resolve(error.message);
        });
        child.send(orders);
        if (this.ending.signal.aborted) stop();
      });
    } finally {
      this.ending.signal.removeEventListener('abort', stop);
      this.pending?.reject(new Error('Valhalla crashed on a request.'));
    }
  }

  private handleMessage(message: Exclude<ValhallaMessage, { kind: 'failed' }>, startedMs: number): void {
    const { clock, logger, pbf } = this.deps;
    if (message.kind === 'building') {
      // Even after a failure, callers may now wait for the roads.
      this.state = 'starting';
      logger.info(`Building the roads of ${basename(pbf)}: step ${message.step} of ${message.steps}, ${message.words}`);
    } else if (message.kind === 'ready') {
      this.state = 'ready';
      const seconds = ((clock.monotonicMs() - startedMs) / 1_000).toFixed(1);
      logger.info(`Valhalla ${message.version} is ready with the roads of ${basename(pbf)}, after ${seconds} s`);
    } else if (message.id === this.pending?.id) {
      this.failures = 0;
      this.pending.resolve(message);
    }
  }

  private async orders(): Promise<Orders> {
    const { pbf, dataDir, library, programs, version } = this.deps;
    const { size, mtimeMs } = await stat(pbf);
    const key = JSON.stringify([LAYOUT, version, basename(pbf), size, mtimeMs]);
    const name = `roads-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
    return { library, programs, pbf, folder: join(dataDir, 'valhalla', name), config: valhallaConfig() };
  }
}

/** The library holds memory for each thread it was ever called on, and gets one request at a time. */
const ENVIRONMENT = { UV_THREADPOOL_SIZE: '1' };
const STDIO: StdioOptions = ['ignore', 'ignore', 'ignore', 'ipc'];

/** Closes the channel, on which the process stops itself and its children; kills it if it does not stop in time. */
function stopChild(child: ChildProcess): void {
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  child.once('exit', () => clearTimeout(timer));
}
