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
import {
  type Ends,
  PATIENCE_MS,
  type Routed,
  type Router,
  RouterStarting,
  RouterUnreachable,
  type ThroughOptions,
  type TrackKind,
  type Via,
} from '../router.js';
import { findThrough, matchRequest, readTrip, errorOf, routeRequest } from '../valhalla.js';
import type { Orders, Question, ValhallaMessage } from './messages.js';
import { valhallaConfig } from './valhalla-config.js';
import type { ValhallaPackage } from './valhalla-package.js';

const PROGRAM = programNextTo(import.meta.url, './valhalla-process');
/** Increase to rebuild the roads though neither extract nor library changed. */
const LAYOUT = 1;
/**
 * Kills a process that is stuck on one request for longer: its caller has timed out, and other requests wait. These wait
 * no longer than the second time for a restart, which takes a tenth of a second.
 */
const LIMITS = { requestMs: PATIENCE_MS, restartMs: 1_000 };
const BACKOFF_MS = { first: 1_000, max: 300_000 };
const STOP_MS = 2_000;

export interface EmbeddedDependencies extends ValhallaPackage {
  /** Absolute path of the extract. */
  pbf: string;
  dataDir: string;
  clock: Pick<Clock, 'sleep' | 'monotonicMs'>;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Replaced in specs, which run on busy machines. */
  limits?: Readonly<typeof LIMITS>;
}

/** Restarting: after a crash on a request, so that it will be ready in a moment. Down: waits for its next try. */
type State = 'starting' | 'ready' | 'restarting' | 'down';

type Reply = Extract<ValhallaMessage, { kind: 'answer' | 'refusal' }>;

interface Pending {
  id: number;
  resolve: (reply: Reply) => void;
  reject: (error: Error) => void;
}

/** Runs Valhalla in a child process, on the roads of an extract; restarts it when it dies. */
export class EmbeddedValhalla implements Router, OnApplicationBootstrap, OnModuleDestroy {
  private readonly ending = new AbortController();
  private readonly turns = new Slots(1);
  private child: ChildProcess | undefined;
  private state: State = 'starting';
  private settled = Promise.withResolvers<void>();
  private pending: Pending | undefined;
  private questions = 0;
  /** Crashes since the last response. */
  private failures = 0;
  private isInterrupted = false;
  private running: Promise<void> | undefined;

  private readonly limits: Readonly<typeof LIMITS>;

  constructor(private readonly deps: EmbeddedDependencies) {
    this.limits = deps.limits ?? LIMITS;
  }

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

  through(ends: Ends, vias: readonly Via[], options: ThroughOptions, signal: AbortSignal): Promise<Routed | null> {
    return findThrough(ends, vias, options, (request) => this.ask('route', request, signal));
  }

  async match(
    track: readonly LatLng[],
    breaks: readonly number[],
    signal: AbortSignal,
    kind: TrackKind,
  ): Promise<Routed | null> {
    return readTrip(await this.ask('traceRoute', matchRequest(track, breaks, kind), signal));
  }

  /**
   * Sends a request in Valhalla's own format and returns its response, refusals included. Once it is sent, the promise
   * settles only when the process is free for another one.
   * @throws RouterStarting; RouterUnreachable if the process is down; Error if it died of the request; the signal's
   * reason.
   */
  async ask(action: Question['action'], query: object, signal: AbortSignal): Promise<unknown> {
    const reply = await this.turns.run(() => this.exchange(action, JSON.stringify(query), signal), signal);
    if (reply.kind === 'answer') return JSON.parse(reply.body);
    return errorOf(reply.words) ?? { error_code: 0, error: reply.words };
  }

  private async exchange(action: Question['action'], query: string, signal: AbortSignal): Promise<Reply> {
    await this.restarted();
    signal.throwIfAborted();
    const { child, state } = this;
    if (state === 'starting') throw new RouterStarting('Valhalla is not ready yet.');
    if (state !== 'ready' || !child) throw new RouterUnreachable('Valhalla exited and is restarting.');
    const question: Question = { id: (this.questions += 1), action, query };
    const timer = setTimeout(() => this.interrupt(child), this.limits.requestMs);
    try {
      return await new Promise<Reply>((resolve, reject) => {
        this.pending = { id: question.id, resolve, reject };
        child.send(question);
      });
    } catch (error) {
      await this.restarted();
      throw error;
    } finally {
      clearTimeout(timer);
      this.pending = undefined;
    }
  }

  /** Ends the work on a request, which the library cannot cancel. */
  private interrupt(child: ChildProcess): void {
    this.isInterrupted = true;
    child.kill('SIGKILL');
  }

  /** Waits for a process that restarts at once. */
  private async restarted(): Promise<void> {
    if (this.state !== 'restarting') return;
    const ready = new AbortController();
    void this.settled.promise.then(() => ready.abort());
    await this.deps.clock.sleep(this.limits.restartMs, ready.signal);
  }

  private enter(state: State): void {
    this.state = state;
    if (state === 'restarting') this.settled = Promise.withResolvers();
    else this.settled.resolve();
  }

  private async supervise(): Promise<void> {
    const { clock, logger, pbf } = this.deps;
    while (!this.ending.signal.aborted) {
      const cause = await this.live().catch((error: unknown) => String(error));
      const isEnding = this.ending.signal.aborted;
      const pauseMs = this.pauseMs();
      this.enter(pauseMs === 0 && !isEnding ? 'restarting' : 'down');
      this.pending?.reject(new Error('Valhalla crashed on a request.'));
      if (isEnding) return;
      if (this.isInterrupted) logger.warn('Valhalla took too long for a request; restarting it.');
      else logger.error({ cause, pauseMs }, `Valhalla exited on ${basename(pbf)}; restarting it after a pause.`);
      this.isInterrupted = false;
      if (pauseMs > 0) await clock.sleep(pauseMs, this.ending.signal);
    }
  }

  /** Returns zero for a process that responded since its start: one request must not fail the next ones. */
  private pauseMs(): number {
    if (this.isInterrupted) return 0;
    this.failures += 1;
    if (this.failures === 1 && this.state === 'ready') return 0;
    return Math.min(BACKOFF_MS.max, BACKOFF_MS.first * 2 ** (this.failures - 1));
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
    }
  }

  private handleMessage(message: Exclude<ValhallaMessage, { kind: 'failed' }>, startedMs: number): void {
    const { clock, logger, pbf } = this.deps;
    if (message.kind === 'building') {
      // Even after a failure, callers may now wait for the roads.
      this.enter('starting');
      logger.info(`Building the roads of ${basename(pbf)}: step ${message.step} of ${message.steps}, ${message.words}`);
    } else if (message.kind === 'ready') {
      this.enter('ready');
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
