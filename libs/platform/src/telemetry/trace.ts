import { randomUUID } from 'node:crypto';

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The part of a trace that this process is. */
export interface Trace {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** W3C traceparent to pass on: https://www.w3.org/TR/trace-context/ */
  traceparent: string;
}

/** The parts of a W3C traceparent; undefined when it is broken or stands for nothing. */
export function parseTraceparent(
  header: string | undefined,
): { traceId: string; spanId: string; flags: string } | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(header ?? '') ?? [];
  return traceId === '' || /^0+$/.test(traceId) || /^0+$/.test(spanId) ? undefined : { traceId, spanId, flags };
}

/** Goes on with the caller's trace when the header is sound, else begins one. */
export function traceFrom(header: string | undefined): Trace {
  const parent = parseTraceparent(header);
  const traceId = parent?.traceId ?? randomUUID().replaceAll('-', '');
  return { traceId, traceparent: `00-${traceId}-${spanId()}-${parent?.flags ?? '00'}` };
}

/** The later half of a UUID: Node makes those in advance, where bytes alone would be asked of the system each time. */
function spanId(): string {
  return randomUUID().replaceAll('-', '').slice(16);
}

/** The caller's request id when it is a sane one, else a new one. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && SANE_REQUEST_ID.test(header) ? header : randomUUID();
}
