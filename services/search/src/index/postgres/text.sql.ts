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
