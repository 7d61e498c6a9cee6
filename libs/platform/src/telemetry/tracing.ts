import {
  type Attributes,
  type Context,
  context,
  type ContextManager,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api';
import { parseTraceparent } from './trace.js';

const NAME = 'switchback';

/** Undefined while nobody collects spans: then everything here does nothing but run the work. */
let tracer: Tracer | undefined;

/**
 * Records spans from now on. Pools connected before stay as they are.
 *
 * @returns what ends it.
 */
export function recordSpans(provider: TracerProvider, contexts: ContextManager): () => void {
  context.setGlobalContextManager(contexts.enable());
  tracer = provider.getTracer(NAME);
  return () => {
    tracer = undefined;
    context.disable();
  };
}

export function isRecording(): boolean {
  return tracer !== undefined;
}

/** A piece of work, as a trace shows it. */
export interface Work {
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer';
  /** Nothing a client sent may stand in them. */
  attributes?: Attributes;
  /** W3C traceparent of what asked for it; what runs now when left out. */
  parent?: string | undefined;
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/** Runs `work` as a span of its own; it is given the traceparent to pass on. */
export function inSpan<T>(work: Work, run: (traceparent: string | undefined) => Promise<T>): Promise<T> {
  if (!tracer) return run(work.parent);
  const parent = work.parent === undefined ? context.active() : contextOf(work.parent, false);
  const span = begin(tracer, work, parent);
  return finish([span], context.with(trace.setSpan(parent, span), run, undefined, traceparentOf(span)));
}

/**
 * Runs `run` on things that different traces asked for: each trace gets a span of it, and what it does in turn belongs
 * to the first, which the others link to.
 *
 * @param parents traceparents; what has none, or a broken one, gets no span.
 */
export function inSpans<T>(work: Work, parents: readonly (string | undefined)[], run: () => Promise<T>): Promise<T> {
  const current = tracer;
  if (!current) return run();
  const contexts = [...new Set(parents)].flatMap((parent) =>
    parent !== undefined && parseTraceparent(parent) ? [contextOf(parent, false)] : [],
  );
  const [first, ...others] = contexts;
  if (!first) return run();
  const lead = begin(current, work, first);
  const links = [{ context: lead.spanContext() }];
  const spans = [lead, ...others.map((parent) => begin(current, work, parent, links))];
  return finish(spans, context.with(trace.setSpan(first, lead), run));
}

/** Begins the span of a request that came from outside; undefined while nobody collects. */
export function beginRequestSpan(traceparent: string | undefined): Span | undefined {
  if (!tracer) return undefined;
  const parent = traceparent === undefined ? ROOT_CONTEXT : contextOf(traceparent, true);
  return begin(tracer, { name: 'request', kind: 'server' }, parent);
}

/** Begins a span below the one that runs now; undefined when there is none, so that what nobody asked for is no trace. */
export function beginChildSpan(work: Work): Span | undefined {
  return tracer && trace.getActiveSpan() ? begin(tracer, work, context.active()) : undefined;
}

export function endSpan(span: Span, failed: boolean): void {
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** W3C traceparent of what runs now. */
export function activeTraceparent(): string | undefined {
  const span = tracer && trace.getActiveSpan();
  return span && traceparentOf(span);
}

/** A callback that runs in the trace it was made in, whoever calls it. */
export function keepingTrace<F extends (...args: never[]) => unknown>(callback: F): F {
  return context.bind(context.active(), callback);
}

export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${(traceFlags & 1).toString().padStart(2, '0')}`;
}

function begin(by: Tracer, { name, kind, attributes }: Work, parent: Context, links: Link[] = []): Span {
  return by.startSpan(name, { kind: KINDS[kind], ...(attributes && { attributes }), links }, parent);
}

/** @param isRemote whether strangers wrote it: their wish to be recorded is then not followed. */
function contextOf(traceparent: string, isRemote: boolean): Context {
  const parent = parseTraceparent(traceparent);
  if (!parent) return ROOT_CONTEXT;
  const { traceId, spanId, flags } = parent;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote });
}

async function finish<T>(spans: readonly Span[], work: Promise<T>): Promise<T> {
  let failed = true;
  try {
    const result = await work;
    failed = false;
    return result;
  } finally {
    for (const span of spans) endSpan(span, failed);
  }
}
