import type { SqlConnection } from '@switchback/platform/db/sql';

/** Stores a person's name, null once their account is deleted. No-op for an older revision. */
export async function upsertPerson(
  connection: SqlConnection,
  id: string,
  rev: number,
  username: string | null,
): Promise<void> {
  await connection.query(
    `insert into person as p (id, rev, username) values ($1, $2, $3)
     on conflict (id) do update set rev = excluded.rev, username = excluded.username where p.rev < excluded.rev`,
    [id, rev, username],
  );
}
