import { isTypoOf, maybeTypo, queryWords } from '../../words.js';
import type { Sql } from './sql.js';

/** Words of the dictionary looked at for a typo, at most; three letters in common leave far fewer. */
const CANDIDATES_MAX = 5_000;
/** Words that one typed word may stand for, at most. */
const MEANINGS_MAX = 50;

interface Meaning {
  word: string;
  isPrefix: boolean;
}

/**
 * A text as a tsquery that every word must match, the last one as a beginning; null when the text has no words. In a long
 * word one typo is forgiven, in the beginning of a word too where `typoInPrefix` says so.
 */
export async function tsqueryOf(sql: Sql, text: string, typoInPrefix = false): Promise<string | null> {
  const words = queryWords(text);
  if (words.length === 0) return null;
  const candidates = await candidatesFor(sql, words.filter(maybeTypo));
  return words
    .map((word, index) => meaningsOf(word, index === words.length - 1, candidates, typoInPrefix))
    .map((meanings) => `(${meanings.map(({ word, isPrefix }) => `'${word}'${isPrefix ? ':*' : ''}`).join(' | ')})`)
    .join(' & ');
}

/** The same without a look at the dictionary: no typo is forgiven. */
export function exactTsqueryOf(words: readonly string[]): string {
  return words.map((word, index) => `('${word}'${index === words.length - 1 ? ':*' : ''})`).join(' & ');
}

function meaningsOf(word: string, isLast: boolean, candidates: readonly string[], typoInPrefix: boolean): Meaning[] {
  const itself = { word, isPrefix: isLast };
  const asPrefix = isLast && typoInPrefix;
  const close = candidates.filter((candidate) => candidate !== word && isTypoOf(word, candidate, asPrefix));
  return [itself, ...close.slice(0, MEANINGS_MAX).map((candidate) => ({ word: candidate, isPrefix: false }))];
}

/**
 * One typo leaves the first or the second half of a word as it is, unless it swaps the letters between them: the words of the
 * dictionary that have either half, or begin like the whole with those two put right.
 */
async function candidatesFor(sql: Sql, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const values = words.flatMap((word) => {
    const middle = Math.floor(word.length / 2);
    const swapped = word.slice(0, middle - 1) + word[middle]! + word[middle - 1]! + word.slice(middle + 1);
    return [`${word.slice(0, middle)}%`, `%${word.slice(middle)}%`, `${swapped}%`];
  });
  const { rows } = await sql.query<{ word: string }>({
    text: `select word from word where ${values.map((_, index) => `word like $${index + 1}`).join(' or ')} limit ${CANDIDATES_MAX}`,
    values,
  });
  return rows.map(({ word }) => word);
}
