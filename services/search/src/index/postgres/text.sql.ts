import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const WORD = z.strictObject({ word: z.string() });

/** Returns words of the vocabulary that are like one of the patterns, at most `max`. */
export async function wordsLike(
  connection: SqlConnection,
  patterns: readonly string[],
  max: number,
): Promise<string[]> {
  const conditions = patterns.map((_, index) => `word like $${index + 1}`).join(' or ');
  const rows = await queryRows(connection, WORD, `select word from word where ${conditions} limit ${max}`, [
    ...patterns,
  ]);
  return rows.map(({ word }) => word);
}

/** Returns the words whose query matches no public drive: private ones must not show by how a text is read. */
export async function unknownWords(
  connection: SqlConnection,
  queries: readonly { word: string; tsquery: string }[],
): Promise<string[]> {
  if (queries.length === 0) return [];
  const rows = await queryRows(
    connection,
    WORD,
    `select q.word from unnest($1::text[], $2::text[]) as q (word, tsquery)
      where not exists (select from drive_text t where t.is_public and t.words @@ q.tsquery::tsquery)`,
    [queries.map(({ word }) => word), queries.map(({ tsquery }) => tsquery)],
  );
  return rows.map(({ word }) => word);
}
