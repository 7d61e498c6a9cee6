import { Catch, type ExceptionFilter } from '@nestjs/common';
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import type { Handler } from '../events/bus.js';
import type { JobHandler } from '../jobs/jobs.js';
import type { Host } from '../process/host.js';
import type { AnyMethod, ServiceDefinition } from '../rpc/call.js';
import type { HandlerExtras } from './handlers.js';
import { patternOf } from './rpc-controller.js';

/**
 * How Nest's handlers of a service are reached: events come from the process's bus, jobs from its engine of jobs, and calls
 * from whatever binds {@link callsOf}, a gRPC server or the callers in this process. Handlers answer promises; nothing here
 * is observable.
 */
export class ServiceTransport extends Server implements CustomTransportStrategy {
  /** What a handler throws is the bus's to know: it tries again. */
  override readonly propagatesEventHandlerErrors = true;

  constructor(private readonly host: Pick<Host, 'bus' | 'jobs'>) {
    super();
  }

  /** Nest would chain a second handler behind the first, where neither the bus nor the jobs would see it. */
  override addHandler(...[pattern, ...handler]: Parameters<Server['addHandler']>): void {
    if (this.messageHandlers.has(String(pattern))) throw new Error(`Two handlers take ${String(pattern)}.`);
    super.addHandler(pattern, ...handler);
  }

  listen(done: (error?: unknown) => void): void {
    this.subscribe().then(() => done(), done);
  }

  /** Nothing is left to end: a process stops its events and jobs before any of its services closes. */
  close(): void {
    this.messageHandlers.clear();
  }

  /** What Nest found for the calls of a service, by method; guards, pipes and filters are around each. */
  callsOf(definition: ServiceDefinition): Record<string, AnyMethod> {
    const keys = Object.keys(definition.methods);
    return Object.fromEntries(keys.map((key) => [key, this.handlerOf(patternOf(definition, key))]));
  }

  override on(): never {
    throw new Error('A service tells nothing of its connections by events.');
  }

  override unwrap(): never {
    throw new Error('The engines below are not for handlers.');
  }

  private handlerOf(pattern: string): AnyMethod {
    const handler = this.messageHandlers.get(pattern);
    if (!handler) throw new Error(`No controller answers ${pattern}.`);
    return handler as AnyMethod;
  }

  private async subscribe(): Promise<void> {
    for (const method of this.messageHandlers.values()) {
      const { subscription, work } = (method.extras ?? {}) as HandlerExtras;
      // As the decorator that put it here typed it.
      const handler = method as AnyHandler;
      if (subscription) {
        await (await this.host.bus()).subscribe<never>({ ...subscription, handler });
      } else if (work) {
        const jobs = await this.host.jobs();
        jobs.work<never>(work.kind, handler, work.options);
        if (work.schedule) jobs.schedule(work.kind, work.schedule.cron, work.schedule.payload);
      }
    }
  }
}

type AnyHandler = Handler<never> & JobHandler<never>;

/** Nest would make an observable of whatever a handler throws; who asked is told the error itself. */
@Catch()
export class Rethrow implements ExceptionFilter {
  catch(error: unknown): never {
    throw error;
  }
}
