import type { Settings } from '../config/settings.js';
import { createHealth, type Health } from '../health/health.js';
import { type ManagementServer, startManagement } from '../health/management.js';
import type { Limits } from '../limits/limits.js';
import { openLimits } from '../limits/open-limits.js';
import { exportSpans } from '../telemetry/export-spans.js';
import { watchStorage } from '../telemetry/figures.js';
import { createLogger, flushLogs, type Logger } from '../telemetry/logger.js';
import { createMetrics, type Metrics } from '../telemetry/metrics.js';
import { Closers } from './closers.js';
import { type Foundation, layFoundation, once } from './foundation.js';
import { requireFreePort } from './ports.js';

/** One process as its parts see it: what they stand on, where they tell how they fare, and what is closed with them. */
export interface Host extends Omit<Foundation, 'close'> {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  /** The limits the settings choose, the same for all parts of the process. */
  limits(): Promise<Limits>;
  /** What a part opened itself; closed before what it stands on. */
  readonly closers: Closers;
}

/** What a process is, by the parts it holds. */
export interface ProcessKind {
  /** In its logs, figures and traces. */
  readonly name: string;
  /** What a person types to start it. */
  readonly command: string;
  /** Where it listens unless `PORT` says otherwise. */
  readonly defaultPort: number;
  /** Whether no other process of this kind may run on the same data folder. */
  readonly isAlone: boolean;
  /** Starts the parts; answers how to tell a person that they are ready, in words that follow "is ready". */
  start(host: Host): Promise<string>;
}

export interface RunningProcess {
  /** Where it can be reached, in words that follow "is ready". */
  where: string;
  /**
   * Says that it is not ready, takes no new requests, lets what runs finish, and stops everything that was started.
   *
   * @param drainMs how long it goes on serving while it says so.
   */
  stop(drainMs?: number): Promise<void>;
}

/**
 * Starts a process of this kind. What was opened closes on failure.
 *
 * @throws StartError when one of its ports cannot be opened.
 */
export async function startProcess(kind: ProcessKind, settings: Settings): Promise<RunningProcess> {
  const closers = new Closers();
  try {
    await requireFreePort('PORT', settings.PORT, settings.LISTEN_HOST, kind.command);
    await requireFreePort('MANAGEMENT_PORT', settings.MANAGEMENT_PORT, settings.MANAGEMENT_HOST, kind.command);
    const host = await openHost(kind.name, settings, closers);
    const { MANAGEMENT_PORT: port, MANAGEMENT_HOST: address } = settings;
    let management: ManagementServer | undefined = undefined;
    // Opened last, since it says that all is ready, and closed after the parts, so that it can say that they are not.
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
    onJobsError: (error) => logger.error({ error }, 'The engine of the jobs failed'),
    onAttempt: metrics.attempt,
    onStorage: (storage) => watchStorage(metrics, () => storage.figures()),
    onStorageError: (error) => logger.warn({ error }, 'The storage of files failed'),
  });
  closers.add(() => foundation.close());
  const limits = once(async () => {
    const opened = await openLimits(settings, { clock: foundation.clock, logger, metrics });
    closers.add(() => opened.close());
    return opened;
  });
  return { ...foundation, logger, metrics, limits, health: createHealth(), closers };
}

/** For the person at the terminal; machines read JSON. */
async function readableLines() {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ translateTime: 'SYS:HH:MM:ss', ignore: 'service,requestId,traceId', singleLine: true, sync: true });
}

function spanService(name: string): string {
  return name === 'all' ? 'switchback' : `switchback-${name}`;
}
