import 'reflect-metadata';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { EventBus } from '../events/bus.js';
import type { Rpc, ServiceDefinition } from '../rpc/call.js';
import type { ServiceName } from '../services.js';
import { watchJobs } from '../telemetry/figures.js';
import { describedHost } from './described.js';
import type { Host } from './host.js';
import { type Peer, peersOf } from './peers.js';
import { type StartedService, watchServices } from './watch-services.js';

/** A process as a service sees it: its engines, and the other services. */
export interface ServiceHost extends Host {
  readonly peer: Peer;
}

/** A service as a part of a process. `Contract` is its interface as ts-proto makes it. */
export interface Service<Contract> {
  /** Also of its schema and its role in the database. */
  readonly name: ServiceName;
  readonly definition: ServiceDefinition;
  /** What in its module answers calls. */
  readonly rpc: Type<Rpc<Contract>>;
  /** Whether it publishes events, through an outbox of its own. */
  readonly hasOutbox: boolean;
  /** The composition root: which port gets which adapter. Its module exports `rpc`, its DataSource and its OutboxRelay. */
  module(host: ServiceHost): Promise<DynamicModule>;
}

type Implementations<Services> = {
  [Name in keyof Services]: Services[Name] extends Service<infer Contract> ? Rpc<Contract> : never;
};

/**
 * Starts services in this process, each as a Nest application without a network of its own, and then the events between
 * them. Called once a process.
 *
 * @returns what answers each one's calls.
 */
export async function startServices<Services extends Record<string, Service<unknown>>>(
  host: Host,
  services: Services,
): Promise<Implementations<Services>> {
  const implementations = new Map<string, Promise<object>>();
  const peerOf = peersOf(host, implementations);
  const starts = Object.values(services).map((service) => {
    const start = startService({ ...host, peer: peerOf(service.name) }, service);
    const implementation = start.then(({ context }) => context.get<object>(service.rpc));
    // What goes wrong is told by the start itself.
    implementation.catch(() => undefined);
    implementations.set(service.definition.fullName, implementation);
    return start;
  });
  const started = await allStarted(starts);
  watchServices(host, started, await startWork(host));
  const answering = Object.entries(services).map(([key, { rpc }], index) => [key, started[index]?.context.get(rpc)]);
  return Object.fromEntries(answering) as Implementations<Services>;
}

/**
 * Starts what calls into the services: events and jobs. At the end of the process both stop before the services close, and
 * the events first, since handlers of events enqueue jobs. Publishing ends with the services, which write and relay until then.
 */
async function startWork({ bus: opened, openedJobs, metrics, closers }: Host): Promise<EventBus> {
  const jobs = await openedJobs();
  if (jobs) closers.add(() => jobs.stop());
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

async function startService(host: ServiceHost, service: Service<unknown>): Promise<StartedService> {
  const { name, hasOutbox } = service;
  const module = await service.module(describedHost(host, name));
  const context = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  host.closers.add(() => context.close());
  return { name, hasOutbox, context };
}
