import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const PERSON = z.strictObject({ id: z.string(), username: z.string().nullable() });

/**
 * Locks people against the deletion of their accounts until the transaction ends, in id order.
 * @returns those of them who deleted their accounts.
 */
export async function lockErased(connection: SqlConnection, ids: readonly string[]): Promise<Set<string>> {
  const statement = 'select id, username from owner where id = any ($1) order by id for share';
  const people = await queryRows(connection, PERSON, statement, [ids]);
  return new Set(people.filter(({ username }) => username === null).map(({ id }) => id));
}

const DELETED = z.strictObject({
  id: z.string(),
  rev: z.number(),
  name: z.string(),
  ownerId: z.string(),
  isInReview: z.boolean(),
});

/** Deletes the unpublished collections of a deleted account. @returns those that were in review. */
export async function deleteUnpublished(connection: SqlConnection, userId: string): Promise<z.infer<typeof DELETED>[]> {
  const deleted = await queryRows(
    connection,
    DELETED,
    `delete from collection where owner_id = $1 and privacy = 'private'
     returning id, rev, name, owner_id as "ownerId", review is not null as "isInReview"`,
    [userId],
  );
  return deleted.filter(({ isInReview }) => isInReview);
}

/**
 * Leaves the published collections of a deleted account without an owner, and removes the person
 * from all shares. Idempotent.
 */
export async function eraseFromCollections(connection: SqlConnection, userId: string): Promise<void> {
  await connection.query(`update collection set owner_id = null, shared_with = '{}' where owner_id = $1`, [userId]);
  await connection.query(
    `update collection set shared_with = array_remove(shared_with, $1)
      where id in (select id from collection where shared_with @> array[$1] order by id for update)`,
    [userId],
  );
}
