// Aim: a handler receives exactly what was sent, and the caller gets its result or its error.
import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Controller, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { EventBus, Handler, Subscription } from '../events/bus.js';
import type { Event } from '../events/event.js';
import { defineTopic } from '../events/event.js';
import { defineJob, type JobHandler, type Jobs } from '../jobs/jobs.js';
import { ProductError } from '../errors.js';
import type { Call } from '../rpc/call.js';
import { z } from 'zod';
import { OnEvents, WorksOn } from './handlers.js';
import { RpcController } from './rpc-controller.js';
import { Rethrow, ServiceTransport } from './service-transport.js';

interface Count {
  n: number;
}

const codec = { encode: () => ({ finish: () => new Uint8Array() }), decode: (): Count => ({ n: 0 }) };
const DEFINITION = {
  fullName: 'testing.v1.Counter',
  methods: { add: { name: 'Add', requestType: codec, responseType: codec, options: {} } },
};
const TOPIC = defineTopic<Count>({
  name: 'testing.count.v1',
  codec: { encode: () => new Uint8Array(), decode: () => ({ n: 0 }) },
});
const JOB = defineJob({ name: 'testing.count', payload: z.object({ n: z.number() }) });
const CALL: Call = { requestId: 'r-1', caller: null };

const taken: unknown[] = [];

@RpcController(DEFINITION)
class CounterRpc {
  async add({ n }: Count, { requestId }: Call): Promise<Count> {
    if (n < 0) throw new ProductError('invalidInput');
    taken.push(requestId);
    return { n: n + 1 };
  }
}

@Controller()
class CountConsumer {
  @OnEvents(TOPIC, 'counters', { batchSize: 7 })
  async consume(events: Event<Count>[]): Promise<void> {
    taken.push(events.length);
  }

  @WorksOn(JOB, { concurrency: 3, schedule: { cron: '0 * * * *', payload: { n: 1 } } })
  async count({ n }: Count): Promise<void> {
    if (n > 1) throw new RangeError('too many');
    taken.push(n);
  }
}

/** Records requests and does nothing else. */
class Engines {
  readonly subscriptions: Subscription<never>[] = [];
  readonly workers: { handler: JobHandler<Count>; concurrency: number | undefined }[] = [];
  readonly schedules: string[] = [];

  readonly bus = async () =>
    ({ subscribe: async (input: Subscription<never>) => void this.subscriptions.push(input) }) as unknown as EventBus;
  readonly jobs = async () =>
    ({
      work: (_kind: object, handler: JobHandler<Count>, options?: { concurrency?: number }) =>
        void this.workers.push({ handler, concurrency: options?.concurrency }),
      schedule: ({ name }: { name: string }, cron: string) => void this.schedules.push(`${name} ${cron}`),
    }) as unknown as Jobs;
}

async function listen(engines: Engines, ...controllers: Type[]) {
  @Module({ controllers })
  class Root {}
  const strategy = new ServiceTransport(engines);
  const app = await NestFactory.createMicroservice(Root, { strategy, logger: false, abortOnError: false });
  app.useGlobalFilters(new Rethrow());
  await app.listen();
  return strategy;
}

describe('the transport of a service', () => {
  it('passes a call to its method, and the result or error to the caller', async () => {
    const { add } = (await listen(new Engines(), CounterRpc)).callsOf(DEFINITION);
    expect(await add!({ n: 1 }, CALL)).toEqual({ n: 2 });
    expect(taken.splice(0)).toEqual(['r-1']);
    await expect(add!({ n: -1 }, CALL)).rejects.toMatchObject({ error: 'invalidInput' });
  });

  it('passes events of their topic and jobs of their kind to the declared methods', async () => {
    const engines = new Engines();
    await listen(engines, CountConsumer);
    const [subscription] = engines.subscriptions;
    expect(subscription).toMatchObject({ topic: TOPIC, group: 'counters', batchSize: 7 });
    await subscription!.handler([{}, {}] as never, { signal: new AbortController().signal });
    const [worker] = engines.workers;
    await worker!.handler({ n: 1 }, {} as never);
    expect([taken.splice(0), worker!.concurrency, engines.schedules]).toEqual([[2, 1], 3, ['testing.count 0 * * * *']]);
    await expect(worker!.handler({ n: 2 }, {} as never)).rejects.toThrow(RangeError);
  });

  it('opens no engine for a service that only serves calls', async () => {
    const away = () => Promise.reject(new Error('not described'));
    await expect(listen({ bus: away, jobs: away } as unknown as Engines, CounterRpc)).resolves.toBeDefined();
  });

  it('rejects a second handler of the same group, which would lose its events', async () => {
    @Controller()
    class Second {
      @OnEvents(TOPIC, 'counters')
      async consume(): Promise<void> {}
    }
    await expect(listen(new Engines(), CountConsumer, Second)).rejects.toThrow('has two handlers');
  });

  it('names the call that no controller handles', async () => {
    const transport = await listen(new Engines(), CountConsumer);
    expect(() => transport.callsOf(DEFINITION)).toThrow('No controller handles testing.v1.Counter/add');
  });
});

/** True if a decorator accepts the class or method; otherwise its use does not compile. */
type Takes<Decorator extends (...target: never[]) => void, Target> = Target extends Parameters<Decorator>[0]
  ? true
  : false;
type Fits<Method, Expected> = Method extends Expected ? true : false;

describe('the decorators', () => {
  it('reject methods with the wrong type', () => {
    // Aim: the types of the proto file, the topic or the job are checked at the handler.
    class WrongAnswer {
      async add(): Promise<string> {
        return '';
      }
    }
    type Calls = ReturnType<typeof RpcController<typeof DEFINITION>>;
    const right: Takes<Calls, typeof CounterRpc> = true;
    const wrong: Takes<Calls, typeof WrongAnswer> = false;
    const lacking: Takes<Calls, typeof CountConsumer> = false;
    const events: Fits<(events: Event<{ name: string }>[]) => Promise<void>, Handler<Count>> = false;
    const job: Fits<(payload: { name: string }) => Promise<void>, JobHandler<Count>> = false;
    expect([right, wrong, lacking, events, job, WrongAnswer.name]).toEqual([
      true,
      false,
      false,
      false,
      false,
      'WrongAnswer',
    ]);
  });

  it('reject a controller that lacks a method', () => {
    const decorate = RpcController(DEFINITION) as (target: Type) => void;
    expect(() => decorate(class Lacking {})).toThrow('Lacking does not handle testing.v1.Counter/add');
  });
});
