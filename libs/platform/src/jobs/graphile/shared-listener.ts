import { EventEmitter } from 'node:events';
import type { Pool, PoolClient } from 'pg';

/** A client as `pool.connect` hands it to a callback. */
type OnConnected = (error: Error | undefined, client: Listening | undefined, release: () => void) => void;

/** What graphile-worker does with a client it listens on. */
interface Listening extends EventEmitter {
  query(sql: string): Promise<unknown>;
}

/** The channel graphile-worker announces new jobs on, of whatever kind. */
const ADDED = 'jobs:insert';

/**
 * One connection on which all kinds of jobs of a process listen for new ones: graphile-worker would hold a connection for
 * each kind, and look for jobs of every kind whenever one was added. After the connection was lost, graphile-worker asks for it again, with growing pauses.
 */
export class SharedListener {
  private readonly listening = new Set<Listening>();
  /** Statement → its answer on the current connection. */
  private readonly asked = new Map<string, Promise<unknown>>();
  private opening: Promise<PoolClient> | undefined;
  private current: PoolClient | undefined;
  private isClosed = false;

  /** @param onAdded called when jobs were added; graphile-worker's pools are not told. */
  constructor(
    private readonly pool: Pool,
    private readonly onAdded: () => void,
  ) {}

  /**
   * The pool to give to graphile-worker. It connects with a callback in order to listen, and gets a share of the one
   * connection; it connects with a promise for its statements, and gets a connection of the pool.
   */
  get sharingPool(): Pool {
    const connect = (onConnected?: OnConnected) => (onConnected ? this.share(onConnected) : this.pool.connect());
    return { connect } as unknown as Pool;
  }

  /** Gives the connection back to the pool, which can end only then. */
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
      // One kind that stops listening leaves the others listening.
      if (sql.startsWith('UNLISTEN')) return;
      await this.askOnce(client, sql);
    };
    // One that gave its share back while the connection was lost listens to errors no longer.
    return Object.assign(
      new EventEmitter().on('error', () => undefined),
      { query },
    );
  }

  /** All kinds ask for the same news: a connection listens to them once. */
  private askOnce(client: PoolClient, sql: string): Promise<unknown> {
    if (this.current !== client) return Promise.reject(new Error('The connection was lost.'));
    const asked = this.asked.get(sql);
    if (asked) return asked;
    const asking = client.query(sql).catch((error: Error) => {
      this.lose(client, error);
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
    client.once('error', (error: Error) => this.lose(client, error));
    return client;
  }

  private lose(client: PoolClient, error: Error): void {
    if (this.current !== client) return;
    this.release(client);
    const told = [...this.listening];
    this.listening.clear();
    for (const listening of told) listening.emit('error', error);
  }

  /** Ends the connection: the pool would hand it out again while it still listens. */
  private release(client: PoolClient): void {
    this.current = this.opening = undefined;
    this.asked.clear();
    client.release(true);
  }
}
