import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { answeredCalls, askedCalls, BUCKETS_SECONDS, type CallMeter } from './call-metrics.js';
import { type AttemptMeter, jobAttempts } from './job-metrics.js';
import { type LoopLag, watchLoopLag } from './loop-lag.js';
import { type VisibilityMeter, visibleChanges } from './visible-changes.js';

/** A gauge whose read exceeds this is omitted from the page, so that one slow part cannot hide the rest. */
const READ_TIMEOUT_MS = 1_000;

export interface Sample {
  labels?: Record<string, string>;
  value: number;
}

/** A metric that is read on demand, when the page is requested. */
export interface Watched {
  /** Prometheus name, ending in its unit. */
  name: string;
  help: string;
  /** Label names; each must have few values. */
  labels?: readonly string[];
  read: () => Sample[] | Promise<Sample[]>;
}

/** Counts one kind of request. Labels are fixed when a route is bound, never derived from a request. */
export interface RequestMeter {
  /** @param status HTTP status, counted by class. */
  record(status: number, seconds: number): void;
}

/** Metrics of one process. */
export interface Metrics {
  /**
   * Returns a meter of rate and errors per route template, and of duration per route (mean) and per area (buckets):
   * buckets per route would exceed the 200 series that a process may have.
   */
  requests(method: string, route: string, area: string): RequestMeter;
  /** Returns meters of the calls to one service that this process handles. */
  answeredCalls(service: string): (method: string) => CallMeter;
  /** Returns a meter of the calls that this process makes to another; the first one adds the metrics to the page. */
  askedCalls(dependency: string): CallMeter;
  /** Counts an attempt at a job; the first one adds the metrics to the page. */
  attempt: AttemptMeter;
  /** Returns the meter of changes that become visible; call it once. */
  visibleChanges(): VisibilityMeter;
  watch(watched: Watched): void;
  /** Returns the page in the Prometheus text format. */
  page(): Promise<string>;
  readonly contentType: string;
  /** Stops measuring; the page remains readable. */
  close(): void;
}

/** @param service label of every series. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const lag = watchLoopLag();
  const requests = requestMetrics(registry);
  let asked: ReturnType<typeof askedCalls> | undefined;
  let attempts: AttemptMeter | undefined;
  const watch = (watched: Watched) => watchFigure(registry, watched);
  for (const watched of processFigures(lag)) watch(watched);
  return {
    requests,
    answeredCalls: (name) => answeredCalls(registry, name),
    askedCalls: (dependency) => (asked ??= askedCalls(registry))(dependency),
    attempt: (...ended) => (attempts ??= jobAttempts(registry))(...ended),
    visibleChanges: () => visibleChanges(registry),
    watch,
    page: () => registry.metrics(),
    contentType: registry.contentType,
    close: () => lag.close(),
  };
}

function requestMetrics(registry: Registry): Metrics['requests'] {
  const registers = [registry];
  const count = new Counter({
    name: 'http_requests_total',
    help: 'HTTP requests handled, by route template and status class.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const seconds = new Counter({
    name: 'http_request_seconds_total',
    help: 'Seconds spent handling HTTP requests, by route template.',
    labelNames: ['method', 'route'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests, by area.',
    labelNames: ['area'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  return (method, route, area) => {
    const total = seconds.labels({ method, route });
    const spread = durations.labels({ area });
    const byClass = new Map<string, { inc(): void }>();
    return {
      record(status, taken) {
        const name = `${Math.trunc(status / 100)}xx`;
        let counter = byClass.get(name);
        if (!counter) byClass.set(name, (counter = count.labels({ method, route, status: name })));
        counter.inc();
        total.inc(taken);
        spread.observe(taken);
      },
    };
  };
}

function watchFigure(registry: Registry, { name, help, labels = [], read }: Watched): void {
  new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      const readings = await withinTime(read);
      this.reset();
      for (const { labels: values = {}, value } of readings ?? []) this.set(values, value);
      if (readings === undefined && labels.length === 0) this.set(Number.NaN);
    },
  });
}

/** Returns the readings, or undefined if they fail or exceed the timeout. */
async function withinTime(read: Watched['read']): Promise<Sample[] | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), READ_TIMEOUT_MS);
  });
  try {
    return await Promise.race([Promise.resolve(read()), expired]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

function processFigures(lag: LoopLag): Watched[] {
  const one = (name: string, help: string, value: () => number): Watched => ({
    name,
    help,
    read: () => [{ value: value() }],
  });
  return [
    {
      name: 'nodejs_eventloop_lag_seconds',
      help: 'Event loop delay: the worst 15-second window of the last minute.',
      labels: ['quantile'],
      read: () => {
        const { median, p99 } = lag.read();
        return [
          { labels: { quantile: '0.5' }, value: median },
          { labels: { quantile: '0.99' }, value: p99 },
        ];
      },
    },
    one('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss()),
    one('nodejs_heap_used_bytes', 'Heap in use.', () => process.memoryUsage().heapUsed),
    one('process_cpu_seconds', 'User and system CPU time since the process started.', () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    }),
    one('process_uptime_seconds', 'Time since the process started.', () => process.uptime()),
  ];
}
