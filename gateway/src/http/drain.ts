import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Limits on reading the rest of a refused body. */
export interface DrainLimits {
  bytesMax: number;
  msMax: number;
  /** Idle time after which the client counts as stopped. */
  idleMsMax: number;
}

/** Enough for the largest upload over a slow connection. */
const DRAIN: DrainLimits = { bytesMax: 25_000_000, msMax: 90_000, idleMsMax: 5_000 };
/** Node itself drains a remainder of this size. */
const SMALL_BODY_BYTES = 65_536;

/** Connections that already carry an answer; a later fault in the rest of the request gets no second answer. */
const answered = new WeakSet<Socket>();

export function isAnswered(socket: Socket): boolean {
  return answered.has(socket);
}

/** Reports whether a request has arrived whole. An injected request (no network) ends without being marked complete. */
export function hasArrived({ complete, readableEnded }: IncomingMessage): boolean {
  return complete || readableEnded;
}

/** Reports whether the client is still sending too much to read an answer: browsers send the whole request first. */
export function isStillSending(request: IncomingMessage): boolean {
  if (hasArrived(request) || request.destroyed) return false;
  const { headers } = request;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > SMALL_BODY_BYTES;
}

/**
 * Writes an answer immediately and drains the rest of the request before closing the connection. Closing with unread
 * bytes resets the connection, and the client loses the answer; not reading them leaves the client waiting forever.
 */
export function answerAndDrain(
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
  { bytesMax, msMax, idleMsMax }: DrainLimits = DRAIN,
): void {
  let bytes = 0;
  const timers = [setTimeout(end, msMax), setTimeout(end, idleMsMax)] as const;
  answered.add(request.socket);
  response.setHeader('connection', 'close');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.write(body);
  request.unpipe();
  request.resume();
  request.on('data', onData);
  request.on('end', end);
  request.on('error', end);
  response.on('close', end);

  function onData(chunk: Buffer): void {
    bytes += chunk.length;
    timers[1].refresh();
    if (bytes > bytesMax) end();
  }
  function end(): void {
    for (const timer of timers) clearTimeout(timer);
    request.off('data', onData);
    response.end();
  }
}
