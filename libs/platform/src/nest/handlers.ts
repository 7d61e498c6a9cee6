import { EventPattern } from '@nestjs/microservices';
import type { Handler, Subscription } from '../events/bus.js';
import type { Topic } from '../events/event.js';
import type { JobHandler, JobKind, WorkOptions } from '../jobs/jobs.js';
import { bindParameters } from './rpc-controller.js';

type SubscriptionOptions<T> = Omit<Subscription<T>, 'topic' | 'group' | 'handler'>;

interface Schedule<T> {
  /** See {@link Jobs.schedule}. */
  cron: string;
  payload: T;
}

type WorkerOptions<T> = WorkOptions & { schedule?: Schedule<T> };

/** Metadata that the transport reads from a handler method; Nest supplies the method itself. */
export interface HandlerExtras {
  subscription?: Omit<Subscription<never>, 'handler'>;
  work?: { kind: JobKind<never>; options: WorkOptions; schedule?: Schedule<never> };
}

/**
 * Marks a controller method as the handler of a topic's events, see {@link Handler}.
 *
 * @param group each group receives every event once; also the name to pass to `npm run redrive`.
 */
export function OnEvents<T>(topic: Topic<T>, group: string, options: SubscriptionOptions<T> = {}) {
  const extras = { subscription: { topic, group, ...options } } as HandlerExtras;
  return <Method extends Handler<T>>(target: object, key: string, method: TypedPropertyDescriptor<Method>): void =>
    void found(`events ${topic.name} ${group}`, extras)(target, key, method);
}

/**
 * Marks a controller method as the handler of a kind of job, see {@link JobHandler}; also enqueues the jobs of its
 * schedule.
 */
export function WorksOn<T>(kind: JobKind<T>, { schedule, ...options }: WorkerOptions<T> = {}) {
  const extras = { work: { kind, options, ...(schedule && { schedule }) } } as HandlerExtras;
  return <Method extends JobHandler<T>>(target: object, key: string, method: TypedPropertyDescriptor<Method>): void =>
    void found(`jobs ${kind.name}`, extras)(target, key, method);
}

/** Nest's own decorator accepts methods of any type; these are typed. */
function found(pattern: string, extras: HandlerExtras): MethodDecorator {
  return (target, key, method) => {
    (EventPattern(pattern, extras) as MethodDecorator)(target, key, method);
    bindParameters(target, String(key));
  };
}
