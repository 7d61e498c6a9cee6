import type { GroupStats } from '../events/bus.js';
import type { JobStats } from '../jobs/jobs.js';
import type { StorageFigures } from '../storage/storage.js';
import type { Metrics } from '../telemetry/metrics.js';

/** Current connections of one database pool. */
export interface PoolFigures {
  total: number;
  idle: number;
  waiting: number;
}

/** Publishes metrics of connection pools, by the name of the owning service. */
export function watchPools(metrics: Metrics, pools: () => Readonly<Record<string, PoolFigures>>): void {
  metrics.watch({
    name: 'db_pool_connections',
    help: 'Connections of each pool by state; `waiting` counts callers that wait for a connection.',
    labels: ['pool', 'state'],
    read: () =>
      Object.entries(pools()).flatMap(([pool, figures]) =>
        (['total', 'idle', 'waiting'] as const).map((state) => ({ labels: { pool, state }, value: figures[state] })),
      ),
  });
}

/** Backlog of an outbox. */
export interface OutboxFigures {
  depth: number;
  /** Age of the oldest entry; 0 if there is none. */
  oldestAgeSeconds: number;
}

export function watchOutboxes(
  metrics: Metrics,
  outboxes: () => Promise<Readonly<Record<string, OutboxFigures>>>,
): void {
  const look = shared(outboxes);
  const read = (figure: keyof OutboxFigures) => async () =>
    Object.entries(await look()).map(([outbox, figures]) => ({ labels: { outbox }, value: figures[figure] }));
  metrics.watch({
    name: 'outbox_depth',
    help: 'Events in the outbox that are not yet published.',
    labels: ['outbox'],
    read: read('depth'),
  });
  metrics.watch({
    name: 'outbox_oldest_age_seconds',
    help: 'Age of the oldest event not yet published.',
    labels: ['outbox'],
    read: read('oldestAgeSeconds'),
  });
}

/** Publishes the breaker state of each dependency, by name. */
export function watchBreakers(
  metrics: Metrics,
  breakers: () => Readonly<Record<string, 'closed' | 'half-open' | 'open'>>,
): void {
  const values = { closed: 0, 'half-open': 1, open: 2 };
  metrics.watch({
    name: 'rpc_breaker_state',
    help: 'State of the circuit breaker of a dependency: 0 closed (all calls pass), 1 half-open (one trial call), 2 open (none).',
    labels: ['dependency'],
    read: () =>
      Object.entries(breakers()).map(([dependency, state]) => ({ labels: { dependency }, value: values[state] })),
  });
}

/** Publishes the lag of each consumer group on each of its topics. */
export function watchConsumers(metrics: Metrics, consumers: () => Promise<readonly GroupStats[]>): void {
  const look = shared(consumers);
  const labels = ['group', 'topic'];
  const read = (figure: 'lag' | 'deadLetters') => async () =>
    (await look()).map(({ group, topic, ...figures }) => ({ labels: { group, topic }, value: figures[figure] }));
  metrics.watch({
    name: 'consumer_lag_events',
    help: 'Events published but not yet handled by the consumer group.',
    labels,
    read: read('lag'),
  });
  metrics.watch({
    name: 'consumer_dead_letters',
    help: 'Dead letters waiting to be redriven.',
    labels,
    read: read('deadLetters'),
  });
}

export function watchStorage(metrics: Metrics, storage: () => StorageFigures): void {
  const read = (figure: 'calls' | 'errors' | 'seconds') => () =>
    Object.entries(storage().operations).map(([operation, figures]) => ({
      labels: { operation },
      value: figures[figure],
    }));
  const labels = ['operation'];
  metrics.watch({ name: 'storage_calls_total', help: 'Calls to the file storage.', labels, read: read('calls') });
  metrics.watch({
    name: 'storage_errors_total',
    help: 'Failed calls to the file storage, except refused requests and missing files.',
    labels,
    read: read('errors'),
  });
  metrics.watch({
    name: 'storage_seconds_total',
    help: 'Seconds spent in calls to the file storage.',
    labels,
    read: read('seconds'),
  });
  metrics.watch({
    name: 'storage_bytes_total',
    help: 'Bytes of files read and written.',
    labels: ['direction'],
    read: () => Object.entries(storage().bytes).map(([direction, value]) => ({ labels: { direction }, value })),
  });
}

/** Publishes the number of jobs, and the age of the oldest, over all processes. */
export function watchJobs(metrics: Metrics, stats: () => Promise<readonly JobStats[]>): void {
  const look = shared(stats);
  metrics.watch({
    name: 'jobs',
    help: 'Jobs by kind and state; `failed` counts jobs that are no longer retried.',
    labels: ['job', 'state'],
    read: async () =>
      (await look()).flatMap(({ name, ...counts }) =>
        (['waiting', 'delayed', 'active', 'failed'] as const).map((state) => ({
          labels: { job: name, state },
          value: counts[state],
        })),
      ),
  });
  metrics.watch({
    name: 'job_oldest_age_seconds',
    help: 'Time since the oldest waiting job became due, by kind.',
    labels: ['job'],
    read: async () =>
      (await look()).map(({ name, oldestAgeMs }) => ({ labels: { job: name }, value: oldestAgeMs / 1_000 })),
  });
}

/** Shares one read between concurrent callers: a slow engine is not queried once per metric. */
function shared<T>(look: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= look().finally(() => (underWay = undefined));
    return underWay;
  };
}
