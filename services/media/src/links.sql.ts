import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const SECRET = z.strictObject({ secret: z.instanceof(Buffer) });

/** Returns the secret that signs URLs of photos. Its table is no entity, because it has no primary key. */
export async function findSecret(connection: SqlConnection): Promise<Buffer | undefined> {
  const [row] = await queryRows(connection, SECRET, 'select secret from link_secret');
  return row?.secret;
}
