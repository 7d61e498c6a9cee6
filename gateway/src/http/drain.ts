import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How much of a refused body is still read, and for how long. */
export interface DrainLimits {
  bytesMax: number;
  msMax: number;
  /** Without a byte for so long, the client has stopped. */
  idleMsMax: number;
}

/** Enough for the largest upload over a slow line. */
const DRAIN: DrainLimits = { bytesMax: 25_000_000, msMax: 90_000, idleMsMax: 5_000 };
/** Node itself reads away a rest of this size. */
const SMALL_BODY_BYTES = 65_536;

/** Connections that carry an answer already: what goes wrong with the rest of the request is not answered again. */
const answered = new WeakSet<Socket>();

export function isAnswered(socket: Socket): boolean {
  return answered.has(socket);
}

/** Whether all of a request is here. One that is injected without a network ends without being marked complete. */
export function hasArrived({ complete, readableEnded }: IncomingMessage): boolean {
  return complete || readableEnded;
}

/** Whether a client still sends so much that it would not read an answer: browsers send a request whole first. */
export function isStillSending(request: IncomingMessage): boolean {
  if (hasArrived(request) || request.destroyed) return false;
  const { headers } = request;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > SMALL_BODY_BYTES;
}

/**
 * Writes an answer at once and reads away the rest of the request before the connection closes. Closing with bytes unread
 * resets the connection, and the client loses the answer; not reading them lets the client wait for ever.
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
  request.on('data', take);
  request.on('end', end);
  request.on('error', end);
  response.on('close', end);

  function take(chunk: Buffer): void {
    bytes += chunk.length;
    timers[1].refresh();
    if (bytes > bytesMax) end();
  }
  function end(): void {
    for (const timer of timers) clearTimeout(timer);
    request.off('data', take);
    response.end();
  }
}
