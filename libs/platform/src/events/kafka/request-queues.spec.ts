// Aim: an idle connection to Kafka costs nothing, and queued requests are sent as soon as allowed.
import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { calmRequestQueues } from './request-queues.js';

const PAUSE_MS = 500;

/** The request queue of kafkajs, as its connections use it. */
interface Queue {
  push(request: { entry: object; expectResponse: boolean; sendRequest: () => void }): void;
  fulfillRequest(response: { correlationId: number; payload: Buffer; size: number }): void;
  maybeThrottle(pauseMs: number): void;
  /** The next check of the pending requests. */
  readonly throttleCheckTimeoutId: NodeJS.Timeout | null;
}

function openQueue(): Queue {
  const path = 'kafkajs/src/network/requestQueue/index.js';
  const RequestQueue = createRequire(import.meta.url)(path) as new (options: object) => Queue;
  const limits = { maxInFlightRequests: 1, requestTimeout: 30_000, enforceRequestTimeout: false };
  return new RequestQueue({ ...limits, clientId: 'test', broker: 'test', logger: { debug: () => undefined } });
}

describe('The queues of requests to Kafka', () => {
  const sent: number[] = [];
  let queue: Queue;

  const ask = (correlationId: number) => {
    const entry = { correlationId, resolve: () => undefined, reject: () => undefined };
    queue.push({ entry, expectResponse: true, sendRequest: () => sent.push(correlationId) });
  };
  const answer = (correlationId: number) => queue.fulfillRequest({ correlationId, payload: Buffer.alloc(0), size: 0 });

  beforeEach(() => {
    jest.useFakeTimers();
    calmRequestQueues();
    sent.length = 0;
    queue = openQueue();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('are idle once every request has its response', () => {
    ask(1);
    answer(1);
    expect(queue.throttleCheckTimeoutId).toBeNull();
  });

  it('send a queued request with the response before it', () => {
    ask(1);
    ask(2);
    expect(sent).toEqual([1]);
    answer(1);
    expect(sent).toEqual([1, 2]);
    answer(2);
    jest.advanceTimersByTime(PAUSE_MS);
    expect(queue.throttleCheckTimeoutId).toBeNull();
  });

  it('send a throttled request when its pause ends, and not before', () => {
    queue.maybeThrottle(PAUSE_MS);
    ask(1);
    jest.advanceTimersByTime(PAUSE_MS - 1);
    expect(sent).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(sent).toEqual([1]);
    answer(1);
    expect(queue.throttleCheckTimeoutId).toBeNull();
  });
});
