import { createHash } from 'node:crypto';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { ProductError } from '@switchback/platform/errors';
import type { Call, Caller } from '@switchback/platform/rpc/call';
import type { RequestMeter } from '@switchback/platform/telemetry/metrics';
import { startRequestTrace, type RequestTrace } from '@switchback/platform/telemetry/request-trace';
import type { Origin } from '@switchback/proto/auth/v1/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { subscriber } from './addresses.js';

/** Name of a kind of request in logs and metrics; fixed when the route is bound, so that clients cannot add labels. */
export interface RouteLabel {
  /** The path with its parameters in braces, or a word in parentheses. */
  template: string;
  meter: RequestMeter;
}

/** Context of a request, next to its own content. */
export interface Exchange {
  label: RouteLabel;
  trace: RequestTrace;
  /** User of the session, once known. */
  userId?: string;
}

/** Length of the hash of a user id: enough to distinguish people and to look up a known one. */
const USER_CHARS = 16;
const AGENT_LENGTH_MAX = 200;

declare module 'fastify' {
  interface FastifyContextConfig {
    label?: RouteLabel;
    /** The request may contain a file. */
    acceptsFile?: boolean;
  }
  interface FastifyRequest {
    exchange: Exchange;
  }
}

export function startExchange(request: FastifyRequest, unknown: RouteLabel): Exchange {
  return {
    label: request.routeOptions.config.label ?? unknown,
    trace: startRequestTrace(request.headers.traceparent as string | undefined),
  };
}

/** Returns the context that accompanies every RPC of this request. */
export function callOf(request: FastifyRequest, caller: Caller | null): Call {
  return { requestId: request.id, trace: request.exchange.trace.traceparent, caller };
}

/** Returns the caller of a call whose contract requires a session. */
export function callerOf({ caller }: Call): Caller {
  if (!caller) throw new ProductError('invalidSession');
  return caller;
}

/** Returns the IP address and user agent of a request. */
export function originOf(request: FastifyRequest): Origin {
  const agent = request.headers['user-agent'] ?? '';
  return { address: subscriber(request.ip), agent: agent.slice(0, AGENT_LENGTH_MAX) };
}

/**
 * Returns a signal that aborts when the client disconnects before it has the answer. Fastify's own `request.signal`
 * aborts as soon as the body has been read.
 */
export function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new ProductError('requestTimeout'));
  });
  return gone.signal;
}

/** Logs the one line and records the metrics of an answered request. */
export function recordExchange(logger: Logger, request: FastifyRequest, status: number, ms: number): void {
  const { label, trace, userId } = request.exchange;
  label.meter.record(status, ms / 1_000);
  trace.end(request.method, label.template, status);
  logger.info(
    {
      requestId: request.id,
      traceId: trace.traceId,
      method: request.method,
      route: label.template,
      status,
      ms: Math.round(ms * 100) / 100,
      ...(userId !== undefined && { user: userHash(userId) }),
    },
    'request',
  );
}

/** Pseudonym of a user for the log, which contains no names. */
export function userHash(userId: string): string {
  return createHash('sha256').update(userId).digest('hex').slice(0, USER_CHARS);
}
