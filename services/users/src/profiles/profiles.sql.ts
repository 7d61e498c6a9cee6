import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';
import type { Profile } from './profile.entity.js';

const PROFILE_ID = z.strictObject({ id: z.string() });

/**
 * Strength of a lock. `update` blocks every lock; deleting the account takes it. `no key update` blocks itself. Holders
 * of `key share` do not block each other.
 */
type Lock = 'key share' | 'no key update' | 'update';

/** Locks a profile until the transaction ends. @returns whether the profile exists. */
export async function lockProfile(connection: SqlConnection, id: string, lock: Lock): Promise<boolean> {
  const profiles = await queryRows(connection, PROFILE_ID, `select id from profile where id = $1 for ${lock}`, [id]);
  return profiles.length > 0;
}

/** Inserts the profile of a person who has entered nothing yet. @returns false if the person has a profile. */
export async function insertProfile(
  connection: SqlConnection,
  { id, accountType, createdAt }: Pick<Profile, 'id' | 'accountType' | 'createdAt'>,
): Promise<boolean> {
  const inserted = await queryRows(
    connection,
    PROFILE_ID,
    `insert into profile (id, rev, account_type, enabled, account_rev, first_name, last_name, bio, hidden, created_at)
     values ($1, 1, $2, true, 0, '', '', '', '{}', $3) on conflict do nothing returning id`,
    [id, accountType, createdAt],
  );
  return inserted.length > 0;
}
