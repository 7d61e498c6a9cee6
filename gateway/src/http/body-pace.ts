import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import { CLOCK } from '@switchback/platform/nest/tokens';
import { hasArrived } from './drain.js';

/** Minimum pace of a request body. */
export interface Pace {
  totalMs: number;
  /** Bytes required within each {@link WINDOW_MS}; 0 if the total time is limit enough. */
  windowBytesMin: number;
}

const WINDOW_MS = 10_000;
const CHECK_MS = 500;
/** Time to refuse the request and clean up received data. */
const ANSWER_MS = 5_000;

export const PACES = {
  call: { totalMs: 15_000, windowBytesMin: 0 },
  /** 20 MB at 67 KB/s; a connection slower than 16 KB/s for ten seconds has stalled. */
  upload: { totalMs: 300_000, windowBytesMin: 160_000 },
  /** Upload from a sender who is not authenticated yet: 20 MB at 200 KB/s. */
  visitorUpload: { totalMs: 100_000, windowBytesMin: 320_000 },
} satisfies Record<string, Pace>;

interface Watched {
  pace: Pace;
  beganMs: number;
  windowMs: number;
  windowBytes: number;
  /** Time at which the reader of the body got the error; null before. */
  toldMs: number | null;
  response: ServerResponse;
}

/**
 * Refuses requests whose bodies arrive too slowly. Node has one time limit for all requests: too short for a picture
 * over a slow connection, or too long for a client that only occupies a connection.
 */
@Injectable()
export class BodyPace {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #watched = new Map<IncomingMessage, Watched>();
  /** Runs while a body is in flight. */
  #timer: NodeJS.Timeout | undefined;

  constructor(@Inject(CLOCK) clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Watches a request until its body has arrived or the connection is gone. */
  watch(request: IncomingMessage, response: ServerResponse, pace: Pace): void {
    if (!hasBody(request)) return;
    const nowMs = this.#clock.monotonicMs();
    const windowBytes = request.socket.bytesRead;
    this.#watched.set(request, { pace, beganMs: nowMs, windowMs: nowMs, windowBytes, toldMs: null, response });
    this.#timer ??= setInterval(() => this.check(), CHECK_MS).unref();
  }

  /** Changes the pace of a body; elapsed time counts. */
  change(request: IncomingMessage, pace: Pace): void {
    const watched = this.#watched.get(request);
    if (watched) watched.pace = pace;
  }

  /** Stops watching an answered request if its body has arrived. */
  answered(request: IncomingMessage): void {
    if (hasArrived(request)) this.#watched.delete(request);
  }

  close(): void {
    this.#watched.clear();
    this.rest();
  }

  /** Refuses bodies that are too slow by now. */
  check(): void {
    const nowMs = this.#clock.monotonicMs();
    for (const [request, watched] of this.#watched) {
      if (hasArrived(request) || request.destroyed) this.#watched.delete(request);
      else if (watched.toldMs !== null || isTooSlow(request, watched, nowMs)) refuse(request, watched, nowMs);
    }
    if (this.#watched.size === 0) this.rest();
  }

  private rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isTooSlow(request: IncomingMessage, watched: Watched, nowMs: number): boolean {
  const { pace, beganMs, windowMs, windowBytes } = watched;
  if (nowMs - beganMs > pace.totalMs) return true;
  if (nowMs - windowMs < WINDOW_MS) return false;
  const { bytesRead } = request.socket;
  // A full buffer means that we read too slowly, not that they send too slowly.
  const isOurs = request.readableLength >= request.readableHighWaterMark;
  if (!isOurs && bytesRead - windowBytes < pace.windowBytesMin) return true;
  Object.assign(watched, { windowMs: nowMs, windowBytes: bytesRead });
  return false;
}

/** Lets the reader of the body answer with the error. Ends the connection after that answer, or if there is none. */
function refuse(request: IncomingMessage, watched: Watched, nowMs: number): void {
  const { response, toldMs } = watched;
  const isOver = response.writableFinished || (toldMs !== null && nowMs - toldMs > ANSWER_MS);
  if (isOver) request.destroy();
  else if (toldMs === null && !response.headersSent && request.listenerCount('error') > 0) {
    watched.toldMs = nowMs;
    request.emit('error', new ProductError('requestTimeout'));
  }
}
