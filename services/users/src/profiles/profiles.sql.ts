import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const PROFILE_ID = z.strictObject({ id: z.string() });

/**
 * Strength of a lock. All of them make the deletion of the account wait; `no key update` and `update` also make each
 * other wait.
 */
type Lock = 'key share' | 'no key update' | 'update';

/** Locks a profile until the transaction ends. @returns whether the profile exists. */
export async function lockProfile(connection: SqlConnection, id: string, lock: Lock): Promise<boolean> {
  const profiles = await queryRows(connection, PROFILE_ID, `select id from profile where id = $1 for ${lock}`, [id]);
  return profiles.length > 0;
}
