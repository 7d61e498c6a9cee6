import pg from 'pg';

/**
 * Opens a connection of its own. When it ends between two statements, the next one is refused: `pg` tells of the end by
 * an event besides, which would end the whole process if nobody listened.
 * @throws Error when the database is out of reach.
 */
export async function openConnection(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * The same for the connections of a pool. It listens to those that are idle, and who has taken one may listen to it; a
 * connection that is ended in the moment it is made belongs to neither.
 */
export function listenToErrors(pool: Pick<pg.Pool, 'on'>, onError: (error: Error) => void): void {
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
}
