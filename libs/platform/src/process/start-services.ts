import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { EventBus } from '../events/bus.js';
import { PlatformModule } from '../nest/platform.module.js';
import type { RpcOf } from '../nest/rpc-controller.js';
import { Rethrow, ServiceTransport } from '../nest/service-transport.js';
import { watchJobs } from '../telemetry/figures.js';
import { describedHost } from './described.js';
import type { Host } from './host.js';
import { peersOf } from './peers.js';
import type { Service, ServiceHost } from './service.js';
import { type StartedService, watchServices } from './watch-services.js';

type Implementations<Services> = {
  [Name in keyof Services]: Services[Name] extends Service<infer Definition> ? RpcOf<Definition> : never;
};

/**
 * Starts services in this process, each as a Nest microservice, and then the events between them. Called once a process.
 *
 * @param serve opens the services to callers outside this process and registers how that closes: they do not wait for
 *   events to start, nor lose the service while those stop.
 * @returns what answers each one's calls.
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
    // What goes wrong is told by the start itself.
    implementation.catch(() => undefined);
    implementations.set(service.definition.fullName, implementation);
    return start;
  });
  const started = await allStarted(starts);
  const answering = Object.keys(services).map((key, index) => [key, started[index]?.implementation]);
  const answers = Object.fromEntries(answering) as Implementations<Services>;
  watchServices(host, started, await startWork(host, () => serve(answers)));
  return answers;
}

/**
 * Starts what calls into the services: callers, events and jobs. At the end of the process they stop before the services
 * close: events first, which takes seconds, then callers, and jobs last, since the others enqueue them. Publishing ends
 * with the services, which write and relay until then.
 */
async function startWork(
  { bus: opened, openedJobs, metrics, closers }: Host,
  serve: () => Promise<void>,
): Promise<EventBus> {
  const jobs = await openedJobs();
  if (jobs) closers.add(() => jobs.stop());
  await serve();
  const bus = await opened();
  closers.add(() => bus.stopConsuming());
  await bus.start();
  await jobs?.start();
  if (jobs) watchJobs(metrics, () => jobs.stats());
  return bus;
}

/** When one fails, the others are waited for, so that they are there to be closed. */
async function allStarted(starts: readonly Promise<StartedService>[]): Promise<StartedService[]> {
  await Promise.allSettled(starts);
  return Promise.all(starts);
}

/** One service on its own, without the events and jobs that {@link startServices} begins: specs bring theirs. */
export async function startService(host: ServiceHost, service: Service): Promise<StartedService> {
  // Our log is the process's own. Each service is an application, in which its connections alone have Nest's default name.
  Logger.overrideLogger(false);
  const { name, definition, module, publishes } = service;
  const given = describedHost(host, name);
  const strategy = new ServiceTransport(given);
  const root = { module: ServiceRoot, imports: [PlatformModule.forService(given, service), module] };
  const app = await NestFactory.createMicroservice(root, { strategy, logger: false, abortOnError: false });
  app.useGlobalFilters(new Rethrow());
  host.closers.add(() => app.close());
  await app.listen();
  return { name, hasOutbox: publishes.length > 0, context: app, implementation: strategy.callsOf(definition) };
}

class ServiceRoot {}
