import type { SqlConnection } from '@switchback/platform/db/sql';
import type { Username } from './profile.entity.js';

/**
 * Reserves a username in place of the person's previous reservation. No-op for a person with a profile, who has a
 * username.
 */
export async function upsertReservation(
  connection: SqlConnection,
  { key, username, userId, heldUntil }: Username,
): Promise<void> {
  await connection.query(
    `insert into username as u (key, username, user_id, held_until) values ($1, $2, $3, $4)
     on conflict (user_id) do update set key = excluded.key, username = excluded.username, held_until = excluded.held_until
     where u.held_until is not null`,
    [key, username, userId, heldUntil],
  );
}
