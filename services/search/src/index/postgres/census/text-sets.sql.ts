import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const NUMBERS = z.strictObject({ revision: z.string(), numbers: z.string().nullable() });
const MATCH = z.strictObject({
  revision: z.string(),
  number: z.number().nullable(),
  matches: z.boolean().nullable(),
});

/** Returns the numbers of the drives with the words, separated by commas, and the revision of the index. */
export async function numbersWithWords(
  connection: SqlConnection,
  tsquery: string,
): Promise<z.infer<typeof NUMBERS> | undefined> {
  const [found] = await queryRows(
    connection,
    NUMBERS,
    `select revision, (select string_agg(number::text, ',') from drive_text where words @@ $1::tsquery) as numbers from head`,
    [tsquery],
  );
  return found;
}

/** Returns whether each drive changed since a revision has the words, and the revision of the index in each row. */
export function matchesSince(
  connection: SqlConnection,
  tsquery: string,
  revision: number,
): Promise<z.infer<typeof MATCH>[]> {
  return queryRows(
    connection,
    MATCH,
    `select h.revision, v.number, t.words @@ $1::tsquery as matches from head h
      left join version v on v.revision > $2 left join drive_text t on t.id = v.id`,
    [tsquery, revision],
  );
}
