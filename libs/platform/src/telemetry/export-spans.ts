import type { Logger } from './logger.js';
import { recordSpans } from './tracing.js';

const EXPORT_TIMEOUT_MS = 5_000;
/** Maximum number of queued spans; more are dropped. */
const QUEUE_MAX = 4_096;

interface Options {
  /** Base URL of an OTLP collector over HTTP, as in OTEL_EXPORTER_OTLP_ENDPOINT; without it nothing is loaded. */
  endpoint: string | undefined;
  /** Share of traces to record, 0 to 1. */
  share: number;
  service: string;
  logger: Logger;
}

/**
 * Sends the spans of this process to a collector. If the collector does not respond, only spans are lost.
 *
 * @returns a function that sends the remaining spans and stops the export.
 */
export async function exportSpans({ endpoint, share, service, logger }: Options): Promise<() => Promise<void>> {
  if (endpoint === undefined) return () => Promise.resolve();
  const [{ diag, DiagLogLevel }, sdk, { OTLPTraceExporter }, { resourceFromAttributes }, contexts] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/context-async-hooks'),
  ]);
  const report = (message: string) => logger.warn({ cause: message.slice(0, 500) }, 'Span export failed.');
  const quiet = () => undefined;
  diag.setLogger(
    { error: report, warn: report, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN },
  );
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const processor = new sdk.BatchSpanProcessor({
    exporter,
    maxQueueSize: QUEUE_MAX,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const ratio = new sdk.TraceIdRatioBasedSampler(share);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [processor],
    // External clients cannot make this process record more than its share.
    sampler: new sdk.ParentBasedSampler({ root: ratio, remoteParentSampled: ratio, remoteParentNotSampled: ratio }),
  });
  const end = recordSpans(provider, new contexts.AsyncLocalStorageContextManager());
  return async () => {
    end();
    await provider.shutdown();
  };
}
