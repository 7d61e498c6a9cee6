import { randomUUID } from 'node:crypto';

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** This process's part of a trace. */
export interface Trace {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** W3C traceparent to pass on: https://www.w3.org/TR/trace-context/ */
  traceparent: string;
}

/** Parses a W3C traceparent; returns undefined if it is invalid or all zeros. */
export function parseTraceparent(
  header: string | undefined,
): { traceId: string; spanId: string; flags: string } | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(header ?? '') ?? [];
  return traceId === '' || /^0+$/.test(traceId) || /^0+$/.test(spanId) ? undefined : { traceId, spanId, flags };
}

/** Continues the caller's trace if the header is valid, else starts one. */
export function traceFrom(header: string | undefined): Trace {
  const parent = parseTraceparent(header);
  const traceId = parent?.traceId ?? randomUUID().replaceAll('-', '');
  return { traceId, traceparent: `00-${traceId}-${spanId()}-${parent?.flags ?? '00'}` };
}

/**
 * Returns the second half of a UUID: Node generates UUIDs in batches, whereas random bytes would cost a system call
 * each time.
 */
function spanId(): string {
  return randomUUID().replaceAll('-', '').slice(16);
}

/** Returns the caller's request id if it is valid, else a new one. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && SANE_REQUEST_ID.test(header) ? header : randomUUID();
}
