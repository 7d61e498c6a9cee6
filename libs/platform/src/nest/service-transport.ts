import { Catch, type ExceptionFilter } from '@nestjs/common';
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import type { Handler } from '../events/bus.js';
import type { ConsumerGroup } from '../events/redrive-after-upgrade.js';
import type { JobHandler } from '../jobs/jobs.js';
import type { Host } from '../process/host.js';
import type { AnyMethod, ServiceDefinition } from '../rpc/call.js';
import type { HandlerExtras } from './handlers.js';
import { patternOf } from './rpc-controller.js';

/**
 * Connects a service's Nest handlers: events come from the process's bus, jobs from its job engine, and calls from the
 * binder of {@link callsOf}, a gRPC server or the callers in this process. Handlers return promises; observables are
 * not supported.
 */
export class ServiceTransport extends Server implements CustomTransportStrategy {
  /** Passes errors of handlers on to the bus, which retries. */
  override readonly propagatesEventHandlerErrors = true;

  /** Groups of the service's consumers, once it listens. */
  readonly subscriptions: ConsumerGroup[] = [];

  /** @param build identifies the release of the service's handlers. */
  constructor(
    private readonly host: Pick<Host, 'bus' | 'jobs'>,
    private readonly build?: string,
  ) {
    super();
  }

  /** Rejects a second handler: Nest would chain it behind the first, invisible to the bus and the job engine. */
  override addHandler(...[pattern, ...handler]: Parameters<Server['addHandler']>): void {
    if (this.messageHandlers.has(String(pattern))) throw new Error(`${String(pattern)} has two handlers.`);
    super.addHandler(pattern, ...handler);
  }

  listen(done: (error?: unknown) => void): void {
    this.subscribe().then(() => done(), done);
  }

  /** Only clears the handlers: a process stops its events and jobs before it closes any of its services. */
  close(): void {
    this.messageHandlers.clear();
  }

  /** Returns Nest's handlers for the calls of a service, by method, wrapped in their guards, pipes and filters. */
  callsOf(definition: ServiceDefinition): Record<string, AnyMethod> {
    const keys = Object.keys(definition.methods);
    return Object.fromEntries(keys.map((key) => [key, this.handlerOf(patternOf(definition, key))]));
  }

  override on(): never {
    throw new Error('A service publishes no connection events.');
  }

  override unwrap(): never {
    throw new Error('Handlers have no access to the underlying engines.');
  }

  private handlerOf(pattern: string): AnyMethod {
    const handler = this.messageHandlers.get(pattern);
    if (!handler) throw new Error(`No controller handles ${pattern}.`);
    return handler as AnyMethod;
  }

  private async subscribe(): Promise<void> {
    for (const method of this.messageHandlers.values()) {
      const { subscription, work } = (method.extras ?? {}) as HandlerExtras;
      // The decorator that registered the method enforced this type.
      const handler = method as AnyHandler;
      if (subscription) {
        const ofBuild = { ...subscription, ...(this.build !== undefined && { build: this.build }) };
        await (await this.host.bus()).subscribe<never>({ ...ofBuild, handler });
        this.subscriptions.push(ofBuild);
      } else if (work) {
        const jobs = await this.host.jobs();
        jobs.work<never>(work.kind, handler, work.options);
        if (work.schedule) jobs.schedule(work.kind, work.schedule.cron, work.schedule.payload);
      }
    }
  }
}

type AnyHandler = Handler<never> & JobHandler<never>;

/** Rethrows a handler's error to the caller: Nest would wrap it in an observable. */
@Catch()
export class Rethrow implements ExceptionFilter {
  catch(error: unknown): never {
    throw error;
  }
}
