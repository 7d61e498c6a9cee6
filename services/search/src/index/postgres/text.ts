import { isTypoOf, maybeTypo, queryWords } from '../../words.js';
import type { Sql } from './sql.js';
import { wordsLike } from './text.sql.js';

/** Maximum number of vocabulary words checked for a typo; three letters in common leave far fewer. */
const CANDIDATES_MAX = 5_000;
/** Maximum number of words that one typed word may match. */
const MEANINGS_MAX = 50;

interface Meaning {
  word: string;
  isPrefix: boolean;
}

/**
 * Converts a text into a tsquery that requires every word, the last one as a prefix; null if the text has no words.
 * Tolerates one typo in a long word, and with `typoInPrefix` also in a prefix.
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

/** Converts a text into a tsquery without the vocabulary: tolerates no typo. */
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
 * Returns the vocabulary words that may match with a typo. One typo leaves the first or second half of a word
 * unchanged, unless it swaps the letters between them: so these words contain either half, or start like the whole word
 * with those two letters swapped back.
 */
async function candidatesFor(sql: Sql, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const patterns = words.flatMap((word) => {
    const middle = Math.floor(word.length / 2);
    const swapped = word.slice(0, middle - 1) + word[middle]! + word[middle - 1]! + word.slice(middle + 1);
    return [`${word.slice(0, middle)}%`, `%${word.slice(middle)}%`, `${swapped}%`];
  });
  return wordsLike(sql, patterns, CANDIDATES_MAX);
}
