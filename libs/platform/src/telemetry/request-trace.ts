import { type Trace, traceFrom } from './trace.js';
import { beginRequestSpan, endSpan, traceparentOf } from './tracing.js';

/** The trace of a request from outside, until it is answered. */
export interface RequestTrace extends Trace {
  /** @param route the path with its parameters in braces, never what a client sent. */
  end(method: string, route: string, status: number): void;
}

/** Goes on with the caller's trace when the header is sound, else begins one; a span of it where they are collected. */
export function beginRequestTrace(header: string | undefined): RequestTrace {
  const span = beginRequestSpan(header);
  if (!span) return { ...traceFrom(header), end: () => undefined };
  return {
    traceId: span.spanContext().traceId,
    traceparent: traceparentOf(span),
    end(method, route, status) {
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      });
      endSpan(span, status >= 500);
    },
  };
}
