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

/** Undefined while no spans are collected: every function here then only runs the work. */
let tracer: Tracer | undefined;

/**
 * Starts recording spans. Pools connected earlier are not traced.
 *
 * @returns a function that stops recording.
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

/** A unit of work, as shown in a trace. */
export interface Work {
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer';
  /** Must not contain client input. */
  attributes?: Attributes;
  /** W3C traceparent of the requester; defaults to the active span. */
  parent?: string | undefined;
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/** Runs `run` in a span of its own, passing it the traceparent to forward. */
export function inSpan<T>(work: Work, run: (traceparent: string | undefined) => Promise<T>): Promise<T> {
  if (!tracer) return run(work.parent);
  const parent = work.parent === undefined ? context.active() : contextOf(work.parent, false);
  const span = startSpan(tracer, work, parent);
  return finish([span], context.with(trace.setSpan(parent, span), run, undefined, traceparentOf(span)));
}

/**
 * Runs `run` for requests from several traces. Each trace gets a span; nested work belongs to the first span, and the
 * rest link to it.
 *
 * @param parents traceparents; a missing or invalid one gets no span.
 */
export function inSpans<T>(work: Work, parents: readonly (string | undefined)[], run: () => Promise<T>): Promise<T> {
  const current = tracer;
  if (!current) return run();
  const contexts = [...new Set(parents)].flatMap((parent) =>
    parent !== undefined && parseTraceparent(parent) ? [contextOf(parent, false)] : [],
  );
  const [first, ...others] = contexts;
  if (!first) return run();
  const lead = startSpan(current, work, first);
  const links = [{ context: lead.spanContext() }];
  const spans = [lead, ...others.map((parent) => startSpan(current, work, parent, links))];
  return finish(spans, context.with(trace.setSpan(first, lead), run));
}

/** Starts the span of an external request; undefined while no spans are collected. */
export function startRequestSpan(traceparent: string | undefined): Span | undefined {
  if (!tracer) return undefined;
  const parent = traceparent === undefined ? ROOT_CONTEXT : contextOf(traceparent, true);
  return startSpan(tracer, { name: 'request', kind: 'server' }, parent);
}

/** Starts a child of the active span; undefined if there is none, so that background work creates no traces. */
export function startChildSpan(work: Work): Span | undefined {
  return tracer && trace.getActiveSpan() ? startSpan(tracer, work, context.active()) : undefined;
}

export function endSpan(span: Span, failed: boolean): void {
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Returns the W3C traceparent of the active span. */
export function activeTraceparent(): string | undefined {
  const span = tracer && trace.getActiveSpan();
  return span && traceparentOf(span);
}

/** Binds a callback to the current trace, whichever code calls it. */
export function bindTrace<F extends (...args: never[]) => unknown>(callback: F): F {
  return context.bind(context.active(), callback);
}

export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${(traceFlags & 1).toString().padStart(2, '0')}`;
}

function startSpan(by: Tracer, { name, kind, attributes }: Work, parent: Context, links: Link[] = []): Span {
  return by.startSpan(name, { kind: KINDS[kind], ...(attributes && { attributes }), links }, parent);
}

/** @param isRemote true if an external client sent it: its sampling flag is then ignored. */
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
