import { EventEmitter } from 'node:events';
import type { Pool, PoolClient } from 'pg';

/** Callback of `pool.connect`. */
type OnConnected = (error: Error | undefined, client: Listening | undefined, release: () => void) => void;

/** The part of a client that graphile-worker uses to listen. */
interface Listening extends EventEmitter {
  query(sql: string): Promise<unknown>;
}

/** Channel on which graphile-worker announces new jobs of any kind. */
const ADDED = 'jobs:insert';

/**
 * One connection on which all job kinds of a process listen for new jobs. graphile-worker would hold a connection per
 * kind, and check for jobs of every kind whenever one is added. If the connection is lost, graphile-worker requests it
 * again, with increasing backoff.
 */
export class SharedListener {
  private readonly listening = new Set<Listening>();
  /** Statement → its result on the current connection. */
  private readonly asked = new Map<string, Promise<unknown>>();
  private opening: Promise<PoolClient> | undefined;
  private current: PoolClient | undefined;
  private isClosed = false;

  /** @param onAdded called when jobs are added; graphile-worker's pools are not notified. */
  constructor(
    private readonly pool: Pool,
    private readonly onAdded: () => void,
  ) {}

  /**
   * The pool to pass to graphile-worker. A connect with a callback, which graphile-worker uses to listen, returns a
   * share of the single connection; a connect with a promise, used for statements, returns a pooled connection.
   */
  get sharingPool(): Pool {
    const connect = (onConnected?: OnConnected) => (onConnected ? this.share(onConnected) : this.pool.connect());
    return { connect } as unknown as Pool;
  }

  /** Returns the connection to the pool, which cannot end before that. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.opening?.catch(() => undefined);
    if (this.current) this.release(this.current);
  }

  private share(onConnected: OnConnected): void {
    this.open().then(
      (client) => {
        const listening = this.listeningOn(client);
        this.listening.add(listening);
        onConnected(undefined, listening, () => this.listening.delete(listening));
      },
      (error: Error) => onConnected(error, undefined, () => undefined),
    );
  }

  private listeningOn(client: PoolClient): Listening {
    const query = async (sql: string) => {
      // The other kinds keep listening if one stops.
      if (sql.startsWith('UNLISTEN')) return;
      await this.askOnce(client, sql);
    };
    // A kind that released its share while the connection was lost no longer listens for errors, and `emit` would
    // throw.
    return Object.assign(
      new EventEmitter().on('error', () => undefined),
      { query },
    );
  }

  /** Runs each statement once per connection: all kinds listen on the same channels. */
  private askOnce(client: PoolClient, sql: string): Promise<unknown> {
    if (this.current !== client) return Promise.reject(new Error('The connection was lost.'));
    const call = this.asked.get(sql);
    if (call) return call;
    const asking = client.query(sql).catch((error: Error) => {
      this.handleLoss(client, error);
      throw error;
    });
    this.asked.set(sql, asking);
    return asking;
  }

  private open(): Promise<PoolClient> {
    if (this.opening) return this.opening;
    const opening = (this.opening = this.connect());
    opening.catch(() => (this.opening = undefined));
    return opening;
  }

  private async connect(): Promise<PoolClient> {
    if (this.isClosed) throw new Error('The jobs were stopped.');
    const client = (this.current = await this.pool.connect());
    client.on('notification', (message) => {
      if (message.channel === ADDED) this.onAdded();
      else for (const listening of this.listening) listening.emit('notification', message);
    });
    client.once('error', (error: Error) => this.handleLoss(client, error));
    return client;
  }

  private handleLoss(client: PoolClient, error: Error): void {
    if (this.current !== client) return;
    this.release(client);
    const notified = [...this.listening];
    this.listening.clear();
    for (const listening of notified) listening.emit('error', error);
  }

  /** Destroys the connection: the pool would otherwise reuse it while it is still listening. */
  private release(client: PoolClient): void {
    this.current = this.opening = undefined;
    this.asked.clear();
    client.release(true);
  }
}
