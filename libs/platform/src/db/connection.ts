import pg from 'pg';

/**
 * Opens a dedicated connection. If it is lost between two statements, the next statement fails. `pg` also emits an
 * `error` event, which would crash the process without a listener.
 * @throws Error if the database is unreachable.
 */
export async function openConnection(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Handles the errors of a pool's connections. The pool listens to idle connections and the borrower may listen to its
 * own, but neither listens to a connection that is lost while it is being opened.
 */
export function listenToErrors(pool: Pick<pg.Pool, 'on'>, onError: (error: Error) => void): void {
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
}
