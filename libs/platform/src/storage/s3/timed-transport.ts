import http from 'node:http';
import https from 'node:https';
import { StorageError } from '../storage.js';

/** Minimum upload rate; anything slower counts as stuck. */
const BYTES_PER_MS_MIN = 100;
const MAX_SOCKETS = 64;

/** The part of Node's HTTP module that the client uses. */
export type Transport = Pick<typeof http, 'request'>;

export interface Timing {
  /** Maximum time until a response starts, in addition to the time for sending. */
  answerMs: number;
  /** Maximum idle time of a connection in use, and so the longest that a reader may pause. */
  idleMs: number;
}

/** HTTP transport with a timeout on every wait and its own keep-alive connections. */
export class TimedTransport {
  readonly agent: http.Agent;
  private readonly base: Transport;

  constructor(
    secure: boolean,
    private readonly timing: Timing,
  ) {
    this.agent = new (secure ? https : http).Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
    this.base = secure ? https : http;
  }

  /** Replaces Node's HTTP module in the client. */
  readonly transport: Transport = {
    request: ((options: http.RequestOptions, onResponse: (response: http.IncomingMessage) => void) =>
      this.request(options, onResponse)) as Transport['request'],
  };

  close(): void {
    this.agent.destroy();
  }

  private request(
    options: http.RequestOptions,
    onResponse: (response: http.IncomingMessage) => void,
  ): http.ClientRequest {
    const request = this.base.request(options, onResponse);
    const giveUp = () => request.destroy(new StorageError('away', 'The object store does not answer in time.'));
    const headers = (options.headers ?? {}) as http.OutgoingHttpHeaders;
    const sendingMs = Number(headers['content-length'] ?? 0) / BYTES_PER_MS_MIN;
    const deadline = setTimeout(giveUp, this.timing.answerMs + sendingMs);
    const stop = () => clearTimeout(deadline);
    request.once('response', stop).once('close', stop);
    request.setTimeout(this.timing.idleMs, giveUp);
    return request;
  }
}
