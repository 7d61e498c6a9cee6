import type { Settings } from '../config/settings.js';
import { createHealth, type Health } from '../health/health.js';
import { type ManagementServer, startManagement } from '../health/management.js';
import type { Limits } from '../limits/limits.js';
import { openLimits } from '../limits/open-limits.js';
import { exportSpans } from '../telemetry/export-spans.js';
import { watchStorage } from './figures.js';
import { createLogger, flushLogs, type Logger } from '../telemetry/logger.js';
import { createMetrics, type Metrics } from '../telemetry/metrics.js';
import { Closers } from './closers.js';
import { type Foundation, layFoundation, once } from './foundation.js';
import { requireFreePort } from './ports.js';

/**
 * A process from the perspective of its parts: its infrastructure, logging, metrics and health, and the resources to
 * close with it.
 */
export interface Host extends Omit<Foundation, 'close'> {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  /** The rate limits selected by the settings, shared by all parts of the process. */
  limits(): Promise<Limits>;
  /** Resources that a part opened itself; closed before the infrastructure they depend on. */
  readonly closers: Closers;
}

/** A kind of process, defined by its parts. */
export interface ProcessKind {
  /** Name in logs, metrics and traces. */
  readonly name: string;
  /** Command that starts it. */
  readonly command: string;
  /** Port to listen on unless `PORT` is set. */
  readonly defaultPort: number;
  /** True if no other process of this kind may run on the same data folder. */
  readonly isAlone: boolean;
  /** Starts the parts. Returns the text that follows "is ready" in the message to the user. */
  start(host: Host): Promise<string>;
}

export interface RunningProcess {
  /** Address of the process, as text to follow "is ready". */
  where: string;
  /**
   * Reports the process as not ready, accepts no new requests, lets running ones finish, and stops everything that was
   * started.
   *
   * @param drainMs how long to continue serving while already reported as not ready.
   */
  stop(drainMs?: number): Promise<void>;
}

/**
 * Starts a process of this kind. Closes opened resources on failure.
 *
 * @throws StartError if one of its ports cannot be opened.
 */
export async function startProcess(kind: ProcessKind, settings: Settings): Promise<RunningProcess> {
  const closers = new Closers();
  try {
    await requireFreePort('PORT', settings.PORT, settings.LISTEN_HOST, kind.command);
    await requireFreePort('MANAGEMENT_PORT', settings.MANAGEMENT_PORT, settings.MANAGEMENT_HOST, kind.command);
    const host = await openHost(kind.name, settings, closers);
    const { MANAGEMENT_PORT: port, MANAGEMENT_HOST: address } = settings;
    let management: ManagementServer | undefined = undefined;
    // Opened last, because it reports that everything is ready, and closed after the parts, so that it can report that
    // they are not.
    closers.add(async () => management?.close());
    const where = await kind.start(host);
    management = await startManagement({ ...host, port, host: address });
    const stop = async (drainMs = 0) => {
      host.health.drain();
      await host.clock.sleep(drainMs);
      await closers.close();
    };
    return { where, stop };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function openHost(name: string, settings: Settings, closers: Closers): Promise<Host> {
  const sink = process.stdout.isTTY ? await readableLines() : undefined;
  const logger = createLogger({ service: name, level: settings.LOG_LEVEL, ...(sink && { sink }) });
  closers.add(() => Promise.resolve(flushLogs()));
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = settings;
  closers.add(await exportSpans({ endpoint, share, service: spanService(name), logger }));
  const metrics = createMetrics(name);
  closers.add(() => Promise.resolve(metrics.close()));
  const foundation = layFoundation(settings, {
    onEvent: (message) => logger.warn(message),
    onBusError: (error) => logger.error({ error }, 'The event bus failed'),
    onJobsError: (error) => logger.error({ error }, 'The job engine failed'),
    onAttempt: metrics.attempt,
    onStorage: (storage) => watchStorage(metrics, () => storage.figures()),
    onStorageError: (error) => logger.warn({ error }, 'The file storage failed'),
  });
  closers.add(() => foundation.close());
  const limits = once(async () => {
    const opened = await openLimits(settings, { clock: foundation.clock, logger, metrics });
    closers.add(() => opened.close());
    return opened;
  });
  return { ...foundation, logger, metrics, limits, health: createHealth(), closers };
}

/** Formats logs for a terminal; machines read JSON. */
async function readableLines() {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ translateTime: 'SYS:HH:MM:ss', ignore: 'service,requestId,traceId', singleLine: true, sync: true });
}

function spanService(name: string): string {
  return name === 'all' ? 'switchback' : `switchback-${name}`;
}
