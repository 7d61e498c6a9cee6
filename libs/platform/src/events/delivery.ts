import { causeOf } from '../cause.js';
import type { Clock } from '../clock.js';
import { isTransient } from '../transient.js';
import type { RetryPolicy, Subscription } from './bus.js';
import { inSpans } from '../telemetry/tracing.js';
import type { EncodedEvent } from './event.js';

export const DEFAULT_RETRY: RetryPolicy = {
  attempts: 5,
  backoffMs: 20,
  maxBackoffMs: 2_000,
  handlerTimeoutMs: 30_000,
  isTransient,
};

/** Records the outcome of delivered events. Both methods are called in the order of the events. */
export interface OutcomeRecorder {
  handled(events: EncodedEvent[]): Promise<void>;
  storeDeadLetter(event: EncodedEvent, cause: string, attempts: number): Promise<void>;
}

export interface DeliveryRun {
  clock: Clock;
  /** Ends the run after the current call. */
  signal: AbortSignal;
  /** Ends the run in the middle of a call: this process lost the partition. */
  abandon: AbortSignal;
}

/**
 * Delivers a batch to a subscription's handler by the rules of `RetryPolicy`; used by every bus. Returns early when
 * `signal` aborts; events not recorded in the ledger must be redelivered.
 */
export async function deliver<T>(
  subscription: Subscription<T>,
  events: EncodedEvent[],
  recorder: OutcomeRecorder,
  run: DeliveryRun,
): Promise<void> {
  const { clock, signal } = run;
  const policy = { ...DEFAULT_RETRY, ...subscription.retry };
  // A stack instead of recursion: the front half of a failed batch is always tried before the back half.
  const pending = [events];
  let attempts = 0;
  while (!signal.aborted) {
    const batch = pending.pop();
    if (!batch?.[0]) return;
    const failure = await attempt(subscription, batch, policy, run);
    if (signal.aborted && failure) return;
    if (!failure) {
      attempts = 0;
      await recorder.handled(batch);
    } else if (policy.isTransient(failure.cause)) {
      pending.push(batch);
      await clock.sleep(policy.maxBackoffMs / 4, signal);
    } else if (batch.length > 1) {
      const middle = Math.ceil(batch.length / 2);
      pending.push(batch.slice(middle), batch.slice(0, middle));
    } else if ((attempts += 1) >= policy.attempts) {
      await recorder.storeDeadLetter(batch[0], causeOf(failure.cause), attempts);
      attempts = 0;
    } else {
      pending.push(batch);
      await clock.sleep(Math.min(policy.maxBackoffMs, policy.backoffMs * 2 ** (attempts - 1)), signal);
    }
  }
}

/**
 * Runs the handler once, within its timeout. Returns a thrown value wrapped, so that even `throw undefined` counts as a
 * failure.
 */
async function attempt<T>(
  { handler, topic }: Subscription<T>,
  batch: EncodedEvent[],
  { handlerTimeoutMs }: RetryPolicy,
  { clock, abandon }: DeliveryRun,
): Promise<{ cause: unknown } | undefined> {
  const finished = new AbortController();
  const expired = new AbortController();
  const input = AbortSignal.any([abandon, expired.signal]);
  try {
    const events = batch.map((event) => ({ ...event, payload: topic.codec.decode(event.payload) }));
    const timeout = clock.sleep(handlerTimeoutMs, finished.signal).then(() => {
      if (finished.signal.aborted) return;
      expired.abort();
      throw new Error(`The handler took longer than ${handlerTimeoutMs} ms.`);
    });
    const givenUp = new Promise<never>((_, reject) => {
      abandon.addEventListener('abort', () => reject(new Error('This consumer no longer owns the partition.')), {
        once: true,
        signal: finished.signal,
      });
    });
    const work = { name: `consume ${topic.name}`, kind: 'consumer' } as const;
    const traces = events.map(({ trace }) => trace);
    const handled = inSpans(work, traces, () => handler(events, { signal: input }));
    await Promise.race([handled, timeout, givenUp]);
    return undefined;
  } catch (cause) {
    return { cause };
  } finally {
    finished.abort();
  }
}
