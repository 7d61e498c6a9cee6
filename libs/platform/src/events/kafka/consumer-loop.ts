import type { Consumer } from 'kafkajs';
import type { Clock } from '../../clock.js';
import type { KafkaClient, KafkaClients } from './kafka-client.js';

const RESTART_MS = 500;

/**
 * Disables restarts by kafkajs, which only happen after some errors: {@link consumeUntilStopped} replaces a consumer
 * after any.
 */
export const CONSUMER_RETRY = {
  retries: 4,
  initialRetryTime: 100,
  maxRetryTime: 1_000,
  restartOnFailure: () => Promise.resolve(false),
};

interface LoopDependencies {
  clients: KafkaClients;
  clock: Clock;
  onError: (error: unknown) => void;
}

/** Consumes with a new client after each failure, until told to stop. */
export async function consumeUntilStopped(
  { clients, clock, onError }: LoopDependencies,
  stopping: AbortSignal,
  consume: (client: KafkaClient) => Promise<void>,
): Promise<void> {
  while (!stopping.aborted) {
    const client = clients.open();
    try {
      await consume(client);
    } catch (error) {
      onError(error);
      await clock.sleep(RESTART_MS, stopping);
    } finally {
      client.destroy();
    }
  }
}

/** Returns a promise that rejects with the error that crashes the consumer. */
export function crashOf(consumer: Consumer): Promise<never> {
  return new Promise((_, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
  });
}

/** Resolves when `signal` aborts; stops listening once `finished` aborts. */
export function aborted(signal: AbortSignal, finished: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true, signal: finished });
  });
}
