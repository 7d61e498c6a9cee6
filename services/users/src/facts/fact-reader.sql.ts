import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const STATE = z.strictObject({ done: z.boolean() });

/** Whether the drives that existed before this service have been read. */
export async function isReadingDone(connection: SqlConnection): Promise<boolean> {
  const [state] = await queryRows(connection, STATE, 'select exists (select from facts_read) as done');
  return state!.done;
}

/** Records that the drives that existed before this service have been read. */
export async function markReadingDone(connection: SqlConnection): Promise<void> {
  await connection.query('insert into facts_read values (clock_timestamp())');
}
