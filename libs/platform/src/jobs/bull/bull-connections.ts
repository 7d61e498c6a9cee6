import type { Redis } from 'ioredis';
import { openRedis } from '../../redis/redis.js';

/** A command without a reply within this time fails: enqueueing must not hang if Redis does. */
const COMMAND_TIMEOUT_MS = 2_000;
/** Options that Bull requires for blocking connections. */
const WAITING = { maxRetriesPerRequest: null, enableReadyCheck: false };

export type ConnectionRole = 'client' | 'subscriber' | 'bclient';

/**
 * Connections of all queues of a process: one for commands, one for notifications, and one blocking connection per
 * queue.
 */
export class BullConnections {
  private readonly waiting: Redis[] = [];
  private news: Redis | undefined;
  readonly client: Redis;

  constructor(
    private readonly url: string,
    onError: (error: unknown) => void,
  ) {
    this.client = openRedis(url, onError, { maxRetriesPerRequest: 1, commandTimeout: COMMAND_TIMEOUT_MS });
  }

  /** Called by Bull for each queue and role. */
  readonly open = (role: ConnectionRole): Redis => {
    if (role === 'client') return this.client;
    if (role === 'subscriber') return (this.news ??= this.openWaiting());
    const connection = this.openWaiting();
    this.waiting.push(connection);
    return connection;
  };

  /** Reconnects. A silently dead connection is only noticed on commands that have a timeout, not on blocking ones. */
  renew(): void {
    for (const connection of this.all) if (connection.status === 'ready') connection.disconnect(true);
  }

  close(): void {
    for (const connection of this.all) connection.disconnect();
  }

  private get all(): Redis[] {
    return [...this.waiting, ...(this.news ? [this.news] : []), this.client];
  }

  /** Ignores errors: the command connection reports the same outage. */
  private openWaiting(): Redis {
    return openRedis(this.url, () => undefined, WAITING);
  }
}
