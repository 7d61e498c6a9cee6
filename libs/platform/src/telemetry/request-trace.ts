import { type Trace, traceFrom } from './trace.js';
import { startRequestSpan, endSpan, traceparentOf } from './tracing.js';

/** Trace of an external request, until it is answered. */
export interface RequestTrace extends Trace {
  /** @param route the path with its parameters in braces, never client input. */
  end(method: string, route: string, status: number): void;
}

/** Continues the caller's trace if the header is valid, else starts one; records a span if spans are collected. */
export function startRequestTrace(header: string | undefined): RequestTrace {
  const span = startRequestSpan(header);
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
