import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import type { EventBus } from '@switchback/platform/events/bus';
import { OutboxRelay } from '@switchback/platform/events/outbox-relay';
import type { Health } from '@switchback/platform/health/health';
import { type PoolFigures, watchConsumers, watchOutboxes, watchPools } from '@switchback/platform/telemetry/figures';
import type { Metrics } from '@switchback/platform/telemetry/metrics';
import { DataSource } from 'typeorm';

interface Watchers {
  bus: EventBus;
  metrics: Metrics;
  health: Health;
}

/** The part of TypeORM's PostgreSQL driver that counts connections; it is the pool of `pg`. */
interface PooledDriver {
  master: { totalCount: number; idleCount: number; waitingCount: number };
}

/** Publishes how the services fare: their pools, the outbox, the consumers; ready means each database answers. */
export function watchServices(
  context: INestApplicationContext,
  modules: { drives: DynamicModule; search: DynamicModule },
  { bus, metrics, health }: Watchers,
): void {
  const sources = Object.entries(modules).flatMap(([name, module]) => {
    // Null where a service keeps nothing in a database.
    const source = context.select(module).get<DataSource | null>(DataSource);
    return source ? [[name, source] as const] : [];
  });
  for (const [name, source] of sources) health.add(name, () => source.query('select 1'));
  watchPools(metrics, () => Object.fromEntries(sources.map(([name, source]) => [name, poolFigures(source)])));

  const relay = context.get(OutboxRelay);
  watchOutboxes(metrics, async () => {
    const { depth, oldestAgeMs } = await relay.stats();
    return { drives: { depth, oldestAgeSeconds: oldestAgeMs / 1_000 } };
  });
  watchConsumers(metrics, async () =>
    Object.fromEntries((await bus.stats()).map(({ group, lag, deadLetters }) => [group, { lag, deadLetters }])),
  );
}

function poolFigures(source: DataSource): PoolFigures {
  const { totalCount, idleCount, waitingCount } = (source.driver as unknown as PooledDriver).master;
  return { total: totalCount, idle: idleCount, waiting: waitingCount };
}
