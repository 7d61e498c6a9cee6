import type { SqlConnection } from '@switchback/platform/db/sql';

/** Serializes the changes of a person's places until the transaction ends. */
export async function lockPlaces(connection: SqlConnection, ownerId: string): Promise<void> {
  await connection.query(`select pg_advisory_xact_lock(hashtext('track_place'), hashtext($1))`, [ownerId]);
}
