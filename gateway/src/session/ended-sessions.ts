import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sessionsTopic } from '@switchback/platform/events/topics';
import type { Host } from '@switchback/platform/process/host';
import type { Sessions } from './sessions.js';

const RETRY_MS = 5_000;

type FollowerDependencies = Pick<Host, 'settings' | 'clock' | 'bus' | 'logger'>;

/**
 * Drops cached sessions as soon as the bus reports that they ended elsewhere. Best effort: while the bus is
 * unavailable, or if this process shares none with the auth service, cached sessions expire on their own.
 *
 * @returns a function that stops it.
 */
export function followEndedSessions(
  host: FollowerDependencies,
  sessions: Pick<Sessions, 'evict'>,
): () => Promise<void> {
  const stopping = new AbortController();
  const following = hasBus(host.settings) ? followWithRetry(host, sessions, stopping.signal) : Promise.resolve();
  return async () => {
    stopping.abort();
    await following;
  };
}

/**
 * Reports whether there is a bus. Without a configured server, it is in the data folder if a process created one there.
 */
function hasBus({ KAFKA_BROKERS, DATABASE_URL, DATA_DIR }: Host['settings']): boolean {
  return Boolean(KAFKA_BROKERS ?? DATABASE_URL) || existsSync(join(DATA_DIR, 'postgres'));
}

async function followWithRetry(
  { clock, bus, logger }: FollowerDependencies,
  sessions: Pick<Sessions, 'evict'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const opened = await bus();
      await opened.start();
      await opened.follow(sessionsTopic, ({ payload }) => sessions.evict(payload.userId));
      return;
    } catch (error) {
      logger.warn({ error }, 'Cannot subscribe to ended sessions of other processes yet; retrying');
      await clock.sleep(RETRY_MS, signal);
    }
  }
}
