import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const SUBJECT = z.strictObject({ factsDecided: z.record(z.string(), z.string()).nullable() });

/** Stores the version of a subject. @returns undefined for a version that is not newer than the stored one. */
export async function upsertVersion(
  connection: SqlConnection,
  kind: string,
  id: string,
  version: number,
): Promise<z.infer<typeof SUBJECT> | undefined> {
  const [subject] = await queryRows(
    connection,
    SUBJECT,
    `insert into subject as s (kind, id, version) values ($1, $2, $3)
     on conflict (kind, id) do update set version = excluded.version where s.version < excluded.version
     returning facts_decided as "factsDecided"`,
    [kind, id, version],
  );
  return subject;
}
