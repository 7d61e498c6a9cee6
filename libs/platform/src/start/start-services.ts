import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { EventBus } from '../events/bus.js';
import { redriveAfterUpgrade } from '../events/redrive-after-upgrade.js';
import { topicsOf } from '../events/topics-of.js';
import { PlatformModule } from '../nest/platform.module.js';
import type { RpcOf } from '../nest/rpc-controller.js';
import { Rethrow, ServiceTransport } from '../nest/service-transport.js';
import { watchJobs } from '../process/figures.js';
import { buildOf } from '../db/schema-state.js';
import { describedHost, usesEngine } from '../process/described.js';
import type { Host } from '../process/host.js';
import { peersOf } from '../process/peers.js';
import type { Service, ServiceHost } from '../process/service.js';
import { type StartedService, watchServices } from './watch-services.js';

type Implementations<Services> = {
  [Name in keyof Services]: Services[Name] extends Service<infer Definition> ? RpcOf<Definition> : never;
};

/**
 * Starts services in this process, each as a Nest microservice, and then the events between them. Called once per
 * process.
 *
 * @param serve opens the services to callers outside this process and registers how to close them: those callers do not
 * wait for events to start, nor lose the service while events stop.
 * @returns the handlers of each service's calls.
 */
export async function startServices<Services extends Record<string, Service>>(
  host: Host,
  services: Services,
  serve: (implementations: Implementations<Services>) => Promise<void> = async () => undefined,
): Promise<Implementations<Services>> {
  const implementations = new Map<string, Promise<object>>();
  const peerOf = peersOf(host, implementations);
  const starts = Object.values(services).map((service) => {
    const start = startService({ ...host, peer: peerOf(service.name) }, service);
    const implementation = start.then((running) => running.implementation);
    // The start itself reports the failure.
    implementation.catch(() => undefined);
    implementations.set(service.definition.fullName, implementation);
    return start;
  });
  const started = await allStarted(starts);
  const answering = Object.keys(services).map((key, index) => [key, started[index]?.implementation]);
  const answers = Object.fromEntries(answering) as Implementations<Services>;
  const haveEvents = Object.values(services).some(({ name }) => usesEngine(name, 'kafka'));
  const bus = await startWork(haveEvents ? host : { ...host, bus: null }, () => serve(answers));
  watchServices(host, started, bus);
  if (!bus) return answers;
  // Kafka takes seconds to read dead letters, and a process also starts without it.
  const subscriptions = started.flatMap((service) => service.subscriptions);
  redriveAfterUpgrade(bus, subscriptions).catch((error: unknown) =>
    host.logger.warn({ error }, 'The dead letters of other releases wait for the next start'),
  );
  return answers;
}

/**
 * Starts everything that calls the services: callers, events and jobs. On shutdown these stop before the services
 * close: events first, which takes seconds, then callers, and jobs last, because both of these enqueue jobs. Publishing
 * stops with the services, which write and relay events until then.
 */
async function startWork(
  { bus: opened, openedJobs, metrics, closers }: Omit<Host, 'bus'> & { bus: Host['bus'] | null },
  serve: () => Promise<void>,
): Promise<EventBus | null> {
  const jobs = await openedJobs();
  if (jobs) closers.add(() => jobs.stop());
  await serve();
  const bus = (await opened?.()) ?? null;
  if (bus) closers.add(() => bus.stopConsuming());
  await bus?.start();
  await jobs?.start();
  if (jobs) watchJobs(metrics, () => jobs.stats());
  return bus;
}

/** Waits for all starts even if one fails, so that every started service can be closed. */
async function allStarted(starts: readonly Promise<StartedService>[]): Promise<StartedService[]> {
  await Promise.allSettled(starts);
  return Promise.all(starts);
}

/** Starts one service without the events and jobs that {@link startServices} starts; specs supply their own. */
export async function startService(host: ServiceHost, service: Service): Promise<StartedService> {
  // The process has its own logger. Each service is a separate application, so its connections can use Nest's default
  // name.
  Logger.overrideLogger(false);
  const { name, definition, module, schema } = service;
  const publishes = schema ? topicsOf(name) : [];
  const input = describedHost(host, name);
  const strategy = new ServiceTransport(input, schema && buildOf(schema));
  const root = { module: ServiceRoot, imports: [PlatformModule.forService(input, { ...service, publishes }), module] };
  const app = await NestFactory.createMicroservice(root, { strategy, logger: false, abortOnError: false });
  app.useGlobalFilters(new Rethrow());
  host.closers.add(() => app.close());
  await app.listen();
  const { subscriptions } = strategy;
  const implementation = strategy.callsOf(definition);
  const hasDatabase = schema !== undefined;
  return { name, hasDatabase, hasOutbox: publishes.length > 0, context: app, implementation, subscriptions };
}

class ServiceRoot {}
