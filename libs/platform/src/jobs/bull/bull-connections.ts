import type { Redis } from 'ioredis';
import { openRedis } from '../../redis/redis.js';

/** A question that is not answered by then fails: enqueueing must not hang with Redis. */
const COMMAND_TIMEOUT_MS = 2_000;
/** What Bull asks of the connections it waits on. */
const WAITING = { maxRetriesPerRequest: null, enableReadyCheck: false };

export type ConnectionRole = 'client' | 'subscriber' | 'bclient';

/** The connections of all queues of a process: one for questions, one for news, and one for each queue to wait on. */
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

  /** What Bull calls for each queue and role. */
  readonly open = (role: ConnectionRole): Redis => {
    if (role === 'client') return this.client;
    if (role === 'subscriber') return (this.news ??= this.openWaiting());
    const connection = this.openWaiting();
    this.waiting.push(connection);
    return connection;
  };

  /** Connects anew: a connection that died without a word is noticed where an answer has its time, not where one waits. */
  renew(): void {
    for (const connection of this.all) if (connection.status === 'ready') connection.disconnect(true);
  }

  close(): void {
    for (const connection of this.all) connection.disconnect();
  }

  private get all(): Redis[] {
    return [...this.waiting, ...(this.news ? [this.news] : []), this.client];
  }

  /** The outage they share is told of by the client. */
  private openWaiting(): Redis {
    return openRedis(this.url, () => undefined, WAITING);
  }
}
