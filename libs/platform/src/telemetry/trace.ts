import { randomBytes, randomUUID } from 'node:crypto';

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The part of a trace that this process is. */
export interface Trace {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** W3C traceparent to pass on: https://www.w3.org/TR/trace-context/ */
  traceparent: string;
}

/** Goes on with the caller's trace when the header is sound, else begins one. */
export function traceFrom(header: string | undefined): Trace {
  const match = header === undefined ? null : TRACEPARENT.exec(header);
  const valid = match && !/^0+$/.test(match[1] as string) && !/^0+$/.test(match[2] as string);
  const traceId = valid ? (match[1] as string) : randomUUID().replaceAll('-', '');
  const flags = valid ? (match[3] as string) : '00';
  return { traceId, traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-${flags}` };
}

/** The caller's request id when it is a sane one, else a new one. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && SANE_REQUEST_ID.test(header) ? header : randomUUID();
}
