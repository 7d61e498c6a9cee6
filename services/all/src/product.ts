import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DrivesModule } from '@switchback/drives/drives.module';
import { DrivesRpc } from '@switchback/drives/drives.rpc';
import { createGateway } from '@switchback/gateway/gateway';
import type { Settings } from '@switchback/platform/config/settings';
import type { EventBus } from '@switchback/platform/events/bus';
import { openBus } from '@switchback/platform/events/open-bus';
import { createHealth, type Health } from '@switchback/platform/health/health';
import { startManagement } from '@switchback/platform/health/management';
import { bindInProcess } from '@switchback/platform/rpc/in-process';
import { exportSpans } from '@switchback/platform/telemetry/export-spans';
import { createLogger, flushLogs, type Logger } from '@switchback/platform/telemetry/logger';
import { createMetrics } from '@switchback/platform/telemetry/metrics';
import { type DrivesService, DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { type SearchService, SearchServiceDefinition } from '@switchback/proto/search/v1/service';
import { openIndex } from '@switchback/search/open-index';
import { SearchModule } from '@switchback/search/search.module';
import { SearchRpc } from '@switchback/search/search.rpc';
import { Closers } from './closers.js';
import { type Foundation, openFoundation } from './foundation.js';
import { requireFreePort } from './ports.js';
import { watchServices } from './watch-services.js';

const RPC_TIMEOUT_MS = 2_000;
const WEB_ROOT = fileURLToPath(new URL('../../../web/dist', import.meta.url));

export interface Product {
  /** Where people reach it. */
  url: string;
  /** Takes no new requests, lets what runs finish, and stops everything that was started. */
  stop: () => Promise<void>;
}

/** The whole product in this process: database, bus, every service, the gateway. What was opened closes on failure. */
export async function startProduct(settings: Settings): Promise<Product> {
  const closers = new Closers();
  try {
    await requireFreePort('PORT', settings.PORT, settings.LISTEN_HOST);
    await requireFreePort('MANAGEMENT_PORT', settings.MANAGEMENT_PORT, settings.MANAGEMENT_HOST);
    const logger = createLogger({ service: 'all', level: settings.LOG_LEVEL });
    closers.add(() => Promise.resolve(flushLogs()));
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = settings;
    closers.add(await exportSpans({ endpoint, share, service: 'switchback', logger }));
    const foundation = await openFoundation(settings, (message) => logger.warn(message));
    closers.add(foundation.close);
    const onError = (error: unknown) => logger.error({ error }, 'The event bus failed');
    const bus = await openBus(settings, { ...foundation, onError });
    closers.add(() => bus.stop());
    const health = createHealth();
    await serve(settings, { foundation, bus, logger, health }, closers);
    return {
      url: settings.PUBLIC_URL,
      stop: () => {
        health.drain();
        return closers.close();
      },
    };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

interface Parts {
  foundation: Foundation;
  bus: EventBus;
  logger: Logger;
  health: Health;
}

async function serve(settings: Settings, { foundation, bus, logger, health }: Parts, closers: Closers): Promise<void> {
  const modules = serviceModules(settings, { foundation, bus, logger });
  const services = await startServices(modules);
  closers.add(() => services.close());
  await bus.start();
  const metrics = createMetrics('all');
  closers.add(() => Promise.resolve(metrics.close()));
  watchServices(services, modules, { bus, metrics, health });
  const roundTrip = settings.NODE_ENV !== 'production';
  const options = { timeoutMs: RPC_TIMEOUT_MS, roundTrip };
  const gateway = await createGateway({
    settings,
    clients: {
      drives: bindInProcess<DrivesService>(DrivesServiceDefinition, services.get(DrivesRpc), options),
      search: bindInProcess<SearchService>(SearchServiceDefinition, services.get(SearchRpc), options),
    },
    health,
    metrics,
    logger,
    webRoot: existsSync(WEB_ROOT) ? WEB_ROOT : null,
  });
  closers.add(() => gateway.close());
  const { MANAGEMENT_PORT: port, MANAGEMENT_HOST: host } = settings;
  const management = await startManagement({ port, host, metrics, health });
  closers.add(() => management.close());
  await gateway.listen(settings.PORT, settings.LISTEN_HOST);
}

function serviceModules(settings: Settings, { foundation, bus, logger }: Omit<Parts, 'health'>) {
  const drives = DrivesModule.register({
    ...foundation,
    bus,
    demo: settings.DEMO === 'on',
    onRelayError: (error) => logger.error({ error }, 'The outbox of drives could not be published'),
  });
  const onIndexError = (error: unknown) => logger.warn({ error }, 'The search index is not as it should be');
  const database = () => Promise.resolve(foundation.database);
  const search = SearchModule.register({
    ...foundation,
    ...{ bus, onIndexError },
    openIndex: () => openIndex(settings, { ...foundation, database, onError: onIndexError }),
  });
  return { drives, search };
}

class Services {}

/** Every service as one Nest application without a network of its own. */
function startServices(modules: ReturnType<typeof serviceModules>): Promise<INestApplicationContext> {
  Module({ imports: Object.values(modules) })(Services);
  return NestFactory.createApplicationContext(Services, { logger: false, abortOnError: false });
}
