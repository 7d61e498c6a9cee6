import { createHash } from 'node:crypto';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { ProductError } from '@switchback/platform/errors';
import type { Call, Caller } from '@switchback/platform/rpc/call';
import type { RequestMeter } from '@switchback/platform/telemetry/metrics';
import { beginRequestTrace, type RequestTrace } from '@switchback/platform/telemetry/request-trace';
import type { Origin } from '@switchback/proto/auth/v1/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { subscriber } from './addresses.js';

/** What logs and figures call a kind of request; fixed when the route is bound, so that nobody can invent more. */
export interface RouteLabel {
  /** The path with its parameters in braces, or a word in parentheses. */
  template: string;
  meter: RequestMeter;
}

/** What the gateway knows of a request beside what it holds. */
export interface Exchange {
  label: RouteLabel;
  trace: RequestTrace;
  /** Whose session the request was made in, once that is known. */
  userId?: string;
}

/** Of a hash of an account's id: enough to tell people apart, and to find who somebody known was. */
const USER_CHARS = 16;
const AGENT_LENGTH_MAX = 200;

declare module 'fastify' {
  interface FastifyContextConfig {
    label?: RouteLabel;
    /** Whether a file may come with the request. */
    takesFile?: boolean;
  }
  interface FastifyRequest {
    exchange: Exchange;
  }
}

export function beginExchange(request: FastifyRequest, unknown: RouteLabel): Exchange {
  return {
    label: request.routeOptions.config.label ?? unknown,
    trace: beginRequestTrace(request.headers.traceparent as string | undefined),
  };
}

/** What travels with every question this request asks of a service. */
export function callOf(request: FastifyRequest, caller: Caller | null): Call {
  return { requestId: request.id, trace: request.exchange.trace.traceparent, caller };
}

/** The person whose session a call is made in, where the contract asks for one. */
export function callerOf({ caller }: Call): Caller {
  if (!caller) throw new ProductError('invalidSession');
  return caller;
}

/** Where a request comes from. */
export function originOf(request: FastifyRequest): Origin {
  const agent = request.headers['user-agent'] ?? '';
  return { address: subscriber(request.ip), agent: agent.slice(0, AGENT_LENGTH_MAX) };
}

/**
 * Aborted when the client closes its connection before it has the answer. Fastify's own `request.signal` is aborted as soon
 * as the body has been read.
 */
export function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new ProductError('requestTimeout'));
  });
  return gone.signal;
}

/** The one line and the figures of a request that was answered. */
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

/** Who asked, for a log that names nobody. */
export function userHash(userId: string): string {
  return createHash('sha256').update(userId).digest('hex').slice(0, USER_CHARS);
}
