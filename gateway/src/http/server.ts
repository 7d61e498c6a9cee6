import { type IncomingMessage, METHODS, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Settings } from '@switchback/platform/config/settings';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { requestIdFrom } from '@switchback/platform/telemetry/trace';
import type { FastifyHttpOptions, FastifyInstance, FastifyServerOptions } from 'fastify';
import { subscriber } from './addresses.js';
import { PACES } from './body-pace.js';
import { answerUnreadable, sendError } from './errors.js';
import { startExchange, recordExchange, type RouteLabel } from './exchange.js';
import type { RawQuery } from './query-string.js';

/** Room for the longest list of ids in a search, plus headers. */
const HEADER_BYTES_MAX = 96 * 1_024;
export const URL_LENGTH_MAX = 80_000;
const PARAM_LENGTH_MAX = 2_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** Last resort: `BodyPace` ends slow bodies long before, and draining a refused body is bounded. */
const REQUEST_TIMEOUT_MS = PACES.upload.totalMs + 120_000;
/** Interval at which Node checks for timed-out requests. */
const CHECK_MS = 2_000;
const KEEP_ALIVE_MS = 72_000;
/** Idle time after which a connection closes; longer than any call takes. */
const SILENCE_MS_MAX = 60_000;
/** Maximum open connections per address: each uses memory, even if its client reads no answer. */
const CONNECTIONS_PER_ADDRESS_MAX = 512;

/** Options for parsing requests, and for answers outside any route. */
export function serverOptions(
  { TRUST_PROXY }: Settings,
  logger: Logger,
  unreadable: RouteLabel,
): FastifyHttpOptions<Server> {
  return {
    logger: false,
    trustProxy: trusted(TRUST_PROXY),
    bodyLimit: LIMITS.bodyBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENCE_MS_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // A hook refuses a missing host, in the common error shape.
    http: {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_MS,
      requireHostHeader: false,
    },
    genReqId: ({ headers }) => requestIdFrom(headers['x-request-id']),
    routerOptions: {
      maxParamLength: PARAM_LENGTH_MAX,
      querystringParser: (text) => ({ text }) satisfies RawQuery,
    },
    frameworkErrors(error, request, reply) {
      request.exchange = startExchange(request, unreadable);
      reply.header('x-request-id', request.id);
      sendError(logger, error, request, reply);
      recordExchange(logger, request, reply.statusCode, 0);
    },
    clientErrorHandler(error, socket) {
      answerUnreadable(logger, unreadable, error, socket);
    },
  };
}

/** Interprets a number as the count of proxies in front of us. */
function trusted(setting: Settings['TRUST_PROXY']): FastifyServerOptions['trustProxy'] {
  return typeof setting === 'number' ? (_address, hop) => hop < setting : setting;
}

/** Handles cases where Node would send a bare answer or none: refuses tunnels, and ignores expectations. */
export function answerAllKinds({ server }: FastifyInstance, logger: Logger, unreadable: RouteLabel): void {
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    answerUnreadable(logger, unreadable, new Error('CONNECT is not supported.'), socket);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

/** Limits the connections per address. A trusted proxy carries many people's connections and must limit them itself. */
export function limitConnections({ server }: FastifyInstance, { TRUST_PROXY }: Settings): void {
  if (TRUST_PROXY !== false) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = subscriber(socket.remoteAddress ?? '');
    const count = (open.get(address) ?? 0) + 1;
    if (count > CONNECTIONS_PER_ADDRESS_MAX) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}

/** Registers every method that Node can parse, so that a known URL can list the supported ones. */
export function knowAllMethods(fastify: FastifyInstance): readonly string[] {
  const methods = METHODS.filter((method) => method !== 'CONNECT');
  for (const method of methods) {
    if (!fastify.supportedMethods.includes(method)) fastify.addHttpMethod(method);
  }
  return methods;
}
