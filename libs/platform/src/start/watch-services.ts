import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EventBus } from '../events/bus.js';
import type { ConsumerGroup } from '../events/redrive-after-upgrade.js';
import type { OutboxRelay } from '../events/outbox-relay.js';
import { Publishing } from '../nest/publishing.js';
import type { AnyMethod } from '../rpc/call.js';
import { type PoolFigures, watchConsumers, watchOutboxes, watchPools } from '../process/figures.js';
import type { Host } from '../process/host.js';

/** A service running in this process. */
export interface StartedService {
  readonly name: string;
  readonly context: INestApplicationContext;
  /** Handlers of its calls, by method. */
  readonly implementation: Record<string, AnyMethod>;
  /** Whether TypeORM connects it to its schema. */
  readonly hasDatabase: boolean;
  readonly hasOutbox: boolean;
  /** Groups of its consumers. */
  readonly subscriptions: readonly ConsumerGroup[];
}

/** The part of TypeORM's PostgreSQL driver that counts connections; it is the pool of `pg`. */
interface PooledDriver {
  master: { totalCount: number; idleCount: number; waitingCount: number };
}

/**
 * Publishes metrics of the services: pools, outboxes and consumers. Readiness requires that each service's database
 * responds.
 * @param bus null if no service publishes or consumes events.
 */
export function watchServices(
  { health, metrics }: Pick<Host, 'health' | 'metrics'>,
  services: readonly StartedService[],
  bus: EventBus | null,
): void {
  const sources = services.flatMap(({ name, context, hasDatabase }) => {
    // Null if the service connects itself, and not to PostgreSQL.
    const source = hasDatabase ? context.get<DataSource | null>(DataSource) : null;
    return source ? [[name, source] as const] : [];
  });
  for (const [name, source] of sources) health.add(name, () => source.query('select 1'));
  watchPools(metrics, () => Object.fromEntries(sources.map(([name, source]) => [name, poolFigures(source)])));

  const relays = services.flatMap(({ name, context, hasOutbox }) =>
    hasOutbox ? [[name, context.get(Publishing).relay] as const] : [],
  );
  if (relays.length > 0) watchOutboxes(metrics, () => outboxFigures(relays));
  if (bus) watchConsumers(metrics, () => bus.stats());
}

async function outboxFigures(relays: readonly (readonly [string, OutboxRelay])[]) {
  const figures = relays.map(async ([name, relay]) => {
    const { depth, oldestAgeMs } = await relay.stats();
    return [name, { depth, oldestAgeSeconds: oldestAgeMs / 1_000 }] as const;
  });
  return Object.fromEntries(await Promise.all(figures));
}

function poolFigures(source: DataSource): PoolFigures {
  const { totalCount, idleCount, waitingCount } = (source.driver as unknown as PooledDriver).master;
  return { total: totalCount, idle: idleCount, waiting: waitingCount };
}
