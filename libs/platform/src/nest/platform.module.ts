import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { connectService, type ServiceModel } from '../db/database.js';
import { EventFactory, type TopicName } from '../events/event.js';
import { OutboxRelay } from '../events/outbox-relay.js';
import { PostgresOutbox } from '../events/outbox-store.js';
import type { Service, ServiceHost } from '../process/service.js';
import { Publishing } from './publishing.js';
import { CLOCK, HOST, IDS, LOGGER, SETTINGS } from './tokens.js';

interface Described extends Pick<Service, 'name' | 'schema' | 'connectsItself'> {
  /** The topics that it publishes to, through the outbox in its schema. */
  readonly publishes: TopicName[];
}

/**
 * Infrastructure common to all services, for injection into their classes. Engines that only some need have separate
 * modules.
 */
@Module({})
export class PlatformModule {
  static forService(host: ServiceHost, { name, schema, connectsItself, publishes }: Described): DynamicModule {
    const { clock, ids, logger, settings } = host;
    const providers: Provider[] = [
      { provide: HOST, useValue: host },
      { provide: CLOCK, useValue: clock },
      { provide: IDS, useValue: ids },
      { provide: LOGGER, useValue: logger },
      { provide: SETTINGS, useValue: settings },
      { provide: EventFactory, useValue: new EventFactory({ source: name, clock, ids }) },
    ];
    return {
      module: PlatformModule,
      global: true,
      imports: schema && !connectsItself ? [connections(host, name, schema)] : [],
      providers: publishes.length === 0 ? providers : [...providers, publishing(host, name, publishes)],
      exports: providers.map((provider) => (provider as { provide: symbol }).provide),
    };
  }
}

/**
 * Connects with the service's own schema and role; the first process to start migrates the schema, see {@link
 * connectService}.
 */
function connections(host: ServiceHost, name: string, schema: ServiceModel): DynamicModule {
  return TypeOrmModule.forRootAsync({
    useFactory: () => ({ type: 'postgres' as const, retryAttempts: 0 }),
    dataSourceFactory: async () => connectService(await host.database(), name, schema),
  });
}

function publishing({ bus, clock, logger }: ServiceHost, name: string, topics: TopicName[]): Provider {
  const onError = (error: unknown) => logger.error({ error }, `The outbox of ${name} could not be published`);
  return {
    provide: Publishing,
    inject: [DataSource],
    useFactory: async (source: DataSource) =>
      new Publishing(new OutboxRelay({ outbox: new PostgresOutbox(source), bus: await bus(), topics, clock, onError })),
  };
}
