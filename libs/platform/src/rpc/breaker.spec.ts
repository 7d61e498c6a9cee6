// Aim: an unresponsive dependency costs its callers only an immediate error, and is used again once it is back.
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { type DrivesService, DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { ProductError } from '../errors.js';
import { createMetrics } from '../telemetry/metrics.js';
import { Breaker, type BreakerState } from './breaker.js';
import type { Rpc } from './call.js';

const CALL = { requestId: 'r-1', caller: null };
/** Longer than any test, and short enough not to slow a test down. */
const [LONG_MS, SHORT_MS] = [600_000, 30];

/** Creates a client with test-controlled responses behind a breaker. */
function guarded(pauseMs?: number) {
  const metrics = createMetrics('gateway');
  const breaker = new Breaker(metrics.askedCalls('drives'), pauseMs);
  const states: BreakerState[] = [];
  breaker.onChange((state) => states.push(state));
  const dependency = { asked: 0, answer: (): Promise<unknown> => Promise.resolve({}) };
  const method = () => {
    dependency.asked += 1;
    return dependency.answer();
  };
  const methods = Object.keys(DrivesServiceDefinition.methods).map((key) => [key, method]);
  const client = breaker.guard(Object.fromEntries(methods) as Rpc<DrivesService>);
  const ask = () =>
    client.getStats({}, CALL).then(
      () => 'answered',
      (error: ProductError) => error.error,
    );
  return { breaker, states, dependency, ask, metrics };
}

const fails = (error: Error) => () => Promise.reject(error);

async function open(setup: ReturnType<typeof guarded>): Promise<void> {
  setup.dependency.answer = fails(new ProductError('timeout'));
  for (let call = 0; call < 5; call += 1) expect(await setup.ask()).toBe('timeout');
}

/** Waits for the breaker's pause to end, after which it lets a call through; until then it calls nothing. */
async function firstTrial({ dependency, ask }: ReturnType<typeof guarded>): Promise<string> {
  const { asked } = dependency;
  let outcome = await ask();
  while (dependency.asked === asked) {
    await new Promise(setImmediate);
    outcome = await ask();
  }
  return outcome;
}

describe('a breaker', () => {
  afterEach(() => void jest.useRealTimers());

  it('opens when half of the calls fail, and then sends none', async () => {
    const setup = guarded(LONG_MS);
    await open(setup);
    expect(setup.states).toEqual(['open']);
    expect(await setup.ask()).toBe('unavailable');
    expect(setup.dependency.asked).toBe(5);
  });

  it('stays closed on refusals, on faults of one method, and on few failures among many responses', async () => {
    const setup = guarded(LONG_MS);
    for (const error of [new ProductError('driveNotFound'), new ProductError('internal'), new Error('x')]) {
      setup.dependency.answer = fails(error);
      for (let call = 0; call < 20; call += 1) await setup.ask();
    }
    for (let call = 0; call < 100; call += 1) {
      setup.dependency.answer = call % 3 === 0 ? fails(new ProductError('timeout')) : () => Promise.resolve({});
      await setup.ask();
    }
    expect(setup.states).toEqual([]);
    expect(setup.dependency.asked).toBe(160);
  });

  it('sends one trial call after a pause, and closes if it succeeds', async () => {
    const setup = guarded(SHORT_MS);
    await open(setup);
    const trial = Promise.withResolvers<unknown>();
    setup.dependency.answer = () => trial.promise;
    let isTried = false;
    const first = firstTrial(setup).finally(() => (isTried = true));
    while (setup.breaker.state !== 'half-open') await new Promise(setImmediate);
    expect(await setup.ask()).toBe('unavailable');
    expect([setup.dependency.asked, isTried]).toEqual([6, false]);
    trial.resolve({});
    expect(await first).toBe('answered');
    expect(await setup.ask()).toBe('answered');
    expect(setup.states).toEqual(['open', 'half-open', 'closed']);
  });

  it('stays open if the trial fails', async () => {
    const setup = guarded(SHORT_MS);
    await open(setup);
    expect(await firstTrial(setup)).toBe('timeout');
    expect(setup.breaker.state).toBe('open');
    const { asked } = setup.dependency;
    expect(await setup.ask()).toBe('unavailable');
    expect(setup.dependency.asked).toBe(asked);
  });

  it('closes within half a second of the recovery, however long the outage was', async () => {
    jest.useFakeTimers();
    jest.setSystemTime(0);
    const setup = guarded();
    await open(setup);
    for (let ms = 0; ms < 20_000; ms += 100) {
      jest.setSystemTime(ms);
      await setup.ask();
    }
    setup.dependency.answer = () => Promise.resolve({});
    jest.setSystemTime(20_500);
    expect(await setup.ask()).toBe('answered');
  });

  it('bounds the calls that wait for one dependency', async () => {
    const setup = guarded(LONG_MS);
    setup.dependency.answer = () => new Promise(() => undefined);
    for (let call = 0; call < 512; call += 1) void setup.ask();
    expect(await setup.ask()).toBe('unavailable');
    expect(setup.dependency.asked).toBe(512);
  });

  it('counts the outcomes of calls', async () => {
    const setup = guarded(LONG_MS);
    await open(setup);
    setup.dependency.answer = () => Promise.resolve({});
    await setup.ask();
    const page = await setup.metrics.page();
    for (const [code, count] of Object.entries({ DEADLINE_EXCEEDED: 5, NOT_ASKED: 1 }))
      expect(page).toContain(`rpc_client_calls_total{dependency="drives",code="${code}",service="gateway"} ${count}`);
  });
});
